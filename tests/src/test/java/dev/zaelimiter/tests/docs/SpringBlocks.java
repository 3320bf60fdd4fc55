package dev.zaelimiter.tests.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Blocks that need Spring, which this module does without: a test of the starter compiles and runs them. Here it is
 * only seen to that there is this test, and that it reads the page.
 */
final class SpringBlocks {

    private static final String FLAG = "spring";
    private static final Set<String> LANGUAGES = Set.of("java", "yaml");
    private static final String TEST =
            "spring-boot-starter/src/test/java/dev/zaelimiter/spring/boot/DocumentedApplicationTest.java";

    private SpringBlocks() {}

    static boolean isOne(Block block) {
        return block.flags().contains(FLAG);
    }

    static List<Problem> check(Repository repository, Block block) {
        if (!LANGUAGES.contains(block.language())) {
            return List.of(block.problem(0, "a block for Spring is of " + LANGUAGES));
        }
        Path test = repository.root().resolve(TEST);
        try {
            return Files.exists(test) && Files.readString(test).contains('"' + block.page() + '"')
                    ? List.of()
                    : List.of(block.problem(0, "no test of the starter reads this page"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
