package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The reference is what the commands themselves say. {@code -Dzae.docs.write=true} writes it anew. */
@Tag("documents")
class CommandReferencePageTest {

    @Test
    void page_isWhatTheCommandsSay() throws IOException {
        Repository repository = Repository.here();
        Path page = repository.root().resolve("docs/operator/cli-reference.md");
        String expected = new CliReference().write();
        if (Boolean.getBoolean("zae.docs.write")) {
            Files.writeString(page, expected);
        }
        assertThat(repository.read(page))
                .as("docs/operator/cli-reference.md is stale: run this test with -Dzae.docs.write=true")
                .isEqualTo(expected);
    }
}
