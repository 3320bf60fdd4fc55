package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of {@code docs/operator/runbooks.md}, as they stand there, each section on a file in that situation. */
@Tag("same-on-every-jdk")
class RunbooksTest {

    @TempDir
    private Path directory;

    private Runbooks runbooks = new Runbooks(command -> command);

    static List<String> headings() {
        return Runbooks.headings();
    }

    private Path file() {
        return directory.resolve("limits.zae");
    }

    @BeforeEach
    void aStoreInUse() {
        runbooks = new Runbooks(command -> command.replace("-n my-app", "--embedded limits.zae")
                .replace("limits.zae", file().toString())
                .replace("saved.zae", directory.resolve("saved.zae").toString()));
        try (LimitRepository repository = EmbeddedRepository.file(file())) {
            Runbooks.happen(repository);
        }
    }

    private void damage() throws IOException {
        byte[] bytes = Files.readAllBytes(file());
        Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 8, (byte) 0);
        Files.write(file(), bytes);
    }

    @ParameterizedTest
    @MethodSource("headings")
    void section_asItStands_ends(String heading) throws Exception {
        if (heading.equals("A file is damaged")) {
            damage();
        }
        List<Runbooks.Command> commands = Runbooks.commands(heading);
        for (Runbooks.Command command : commands) {
            assertThat(runbooks.run(command.text()))
                    .as("%s%n%s", command.text(), runbooks.printed())
                    .isEqualTo(command.exitCode());
        }
        assertThat(commands).as(heading).isNotEmpty();
    }

    /** What the first runbook promises: the limit is what it was, and the record said so. */
    @Test
    void wrongLimit_isUndoneFromTheRecord() {
        Runbooks.commands("A wrong limit was applied").forEach(command -> runbooks.run(command.text()));
        List<String> printed = runbooks.printed();
        assertThat(printed.get(0))
                .contains("BEFORE", "alice")
                .contains("capacity=100 name=rpm refill_amount=100 refill_period_seconds=60");
        assertThat(printed)
                .anySatisfy(each ->
                        assertThat(each).startsWith("explain").contains(" 100 ").contains("resource"));
        assertThat(runbooks.last()).contains("was given");
    }

    @Test
    void abuser_isShutOut_andLetInAgain() {
        Runbooks.commands("A caller abuses the service").forEach(command -> runbooks.run(command.text()));
        assertThat(runbooks.run("switches -n my-app")).isZero();
        assertThat(runbooks.last()).contains("Nothing is switched");
    }
}
