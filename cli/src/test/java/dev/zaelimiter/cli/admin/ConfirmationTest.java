package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfirmationTest {

    private final List<String> questions = new ArrayList<>();

    @TempDir
    private Path directory;

    private String file = "";

    @BeforeEach
    void create() {
        file = directory.resolve("limits.zae").toString();
        CommandRun.of("system", "set-defaults", "-l", "rpm:5", "--create", "--embedded", file);
    }

    private CommandRun delete(@Nullable String answer, String... more) {
        List<String> args = new ArrayList<>(List.of("system", "delete-defaults", "--embedded", file));
        args.addAll(List.of(more));
        return CommandRun.asking(
                question -> {
                    questions.add(question);
                    return answer;
                },
                args.toArray(String[]::new));
    }

    private boolean isThere() {
        return CommandRun.of("system", "get-defaults", "--embedded", file).out().contains("rpm");
    }

    @Test
    void yesTyped_deletes() {
        assertThat(delete("y").exitCode()).isZero();
        assertThat(questions).containsExactly("Delete the limits of the system? [y/N] ");
        assertThat(isThere()).isFalse();
    }

    @Test
    void anythingElseTyped_keeps() {
        CommandRun run = delete("");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("nothing was changed");
        assertThat(isThere()).isTrue();
    }

    @Test
    void nobodyThere_keepsAndNamesTheOption() {
        CommandRun run = delete(null);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--yes").hasLineCount(1);
        assertThat(isThere()).isTrue();
    }

    @Test
    void option_asksNobody() {
        assertThat(delete(null, "--yes").exitCode()).isZero();
        assertThat(questions).isEmpty();
        assertThat(isThere()).isFalse();
    }
}
