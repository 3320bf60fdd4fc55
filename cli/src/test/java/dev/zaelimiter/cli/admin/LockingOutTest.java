package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.FileStore;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** C2: older clients of a table were locked out for good without a question, and a plan was silent. */
class LockingOutTest {

    private static final String QUESTION = "This raises client_min_version of the table from 0.9.0 to 0.17.0, for good:"
            + " clients of the Python system before 0.17.0 can't use it any more. Go on? [y/N] ";

    private final List<String> questions = new ArrayList<>();

    @TempDir
    private Path directory;

    private String file = "";

    /** A file has no record of versions; this one has, as a table that the Python system shares. */
    @BeforeEach
    void create() {
        file = directory.resolve("limits.zae").toString();
        for (String command : List.of(
                "resource set-defaults gpt-4 -l rpm:5 --create",
                "entity create org",
                "entity create key --parent org")) {
            assertThat(run(null, command).exitCode()).isZero();
        }
        try (FileStore store = FileStore.open(Path.of(file), Durability.PROCESS_CRASH, new ManualClock())) {
            Item record = Item.builder(Key.of("_/SYSTEM#", "#VERSION"))
                    .put("schema_version", "0.9.0")
                    .put("client_min_version", "0.9.0")
                    .build();
            store.write(Write.put(WriteShape.put(null), record)).join();
        }
    }

    private CommandRun run(@Nullable String answer, String command) {
        List<String> args = new ArrayList<>(List.of(command.split(" ")));
        args.addAll(List.of("--embedded", file));
        return CommandRun.asking(
                question -> {
                    questions.add(question);
                    return answer;
                },
                args.toArray(String[]::new));
    }

    private String least() {
        return run(null, "status --output csv").out().lines().toList().get(1).split(",", -1)[11];
    }

    @Test
    void whatOlderClientsWouldMisread_isAskedFirst_andNotDoneWithoutYes() throws Exception {
        String manifest = Files.writeString(
                        directory.resolve("m.yaml"),
                        "namespace: default\nresources: {img: {limits: {rpm: {capacity: 9, soft: true}}}}\n")
                .toString();
        for (String command : List.of(
                "resource bypass gpt-4",
                "entity bypass key -r gpt-4",
                "resource set-defaults gpt-4 -l rpm:5 --soft rpm",
                "entity set-parent key --none",
                "entity set-cascade key on",
                "limits apply -f " + manifest)) {
            questions.clear();
            assertThat(run("n", command).exitCode()).as(command).isEqualTo(2);
            assertThat(questions).as(command).containsExactly(QUESTION);
            CommandRun script = run(null, command);
            assertThat(script.exitCode()).as(command).isEqualTo(2);
            assertThat(script.err()).as(command).contains("--yes is needed");
            assertThat(least()).as(command).isEqualTo("0.9.0");
        }
        CommandRun plan = run(null, "limits plan -f " + manifest);
        assertThat(plan.exitCode()).isZero();
        assertThat(plan.err()).contains("applying this raises client_min_version");
        assertThat(run(null, "limits plan -f " + manifest + " --output json").err())
                .contains("applying this raises client_min_version");
    }

    @Test
    void whatNobodyMisreads_isNotAsked() {
        for (String command :
                List.of("resource disable gpt-4", "entity set-parent key --parent org", "entity set-cascade key off")) {
            assertThat(run(null, command).exitCode()).as(command).isZero();
        }
        assertThat(questions).isEmpty();
        assertThat(run("y", "resource bypass gpt-4").exitCode()).isZero();
        assertThat(least()).isEqualTo("0.17.0");
        questions.clear();
        assertThat(run(null, "entity set-parent key --none").exitCode()).isZero();
        assertThat(questions).as("once is enough").isEmpty();
    }

    /** C7: help of a group suggested to delete. */
    @Test
    void help_asAWord_isHelp() {
        for (String command : List.of("help", "entity help", "limits help", "help entity")) {
            CommandRun help = CommandRun.of(command.split(" "));
            assertThat(help.exitCode()).as(command).isZero();
            assertThat(help.out()).as(command).contains("Usage:");
            assertThat(help.err()).as(command).isEmpty();
        }
        assertThat(CommandRun.of("entity", "helm").exitCode()).isEqualTo(2);
    }
}
