package dev.zaelimiter.tests.docs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;

/** Blocks of JSON: one whole value. */
final class JsonBlocks {

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private JsonBlocks() {}

    static List<Problem> check(Block block) {
        try {
            JSON.readTree(String.join("\n", block.lines()));
            return List.of();
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            return List.of(
                    block.problem(Math.min(line, block.lines().size()), "not well-formed: " + e.getOriginalMessage()));
        }
    }
}
