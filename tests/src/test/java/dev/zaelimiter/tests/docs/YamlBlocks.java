package dev.zaelimiter.tests.docs;

import java.util.List;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Blocks of YAML can be read. */
final class YamlBlocks {

    private YamlBlocks() {}

    static List<Problem> check(Block block) {
        try {
            boolean empty = new Compose(LoadSettings.builder().build())
                    .composeString(String.join("\n", block.lines()))
                    .isEmpty();
            return empty ? List.of(block.problem(0, "nothing in it")) : List.of();
        } catch (YamlEngineException e) {
            return List.of(block.problem(0, "not well-formed: " + e.getMessage()));
        }
    }
}
