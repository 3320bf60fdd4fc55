package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.embedded.FileStore;
import dev.zaelimiter.embedded.StoreFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("same-on-every-jdk")
class FileOperatorTest extends OperatorContract {

    @TempDir
    private Path directory;

    @Override
    List<String> newStore() {
        return List.of("--embedded", file().toString());
    }

    private Path file() {
        return directory.resolve("limits.zae");
    }

    @Override
    public LimitRepository open() {
        return EmbeddedRepository.file(file());
    }

    @Override
    public String dump() {
        TreeSet<String> items = new TreeSet<>();
        StoreFile.read(file(), item -> items.add(item.toString()));
        return String.join("\n", items);
    }

    @Test
    void fileThatIsNotThere_isNotMade() {
        Path missing = directory.resolve("missing.zae");
        CommandRun run = CommandRun.of("system", "get-defaults", "--embedded", missing.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("missing.zae").contains("--create");
        CommandRun wrong =
                CommandRun.of("system", "set-defaults", "-l", "rpm:0", "--create", "--embedded", missing.toString());
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(missing).doesNotExist();
    }

    @Test
    void commandsThatOnlyShow_inAStoreWithoutNamespaces_writeNothing() {
        Path empty = directory.resolve("empty.zae");
        FileStore.open(empty, Durability.PROCESS_CRASH, new ManualClock()).close();
        for (String command : List.of("namespace list", "namespace orphans", "version", "version --output json")) {
            List<String> args = new ArrayList<>(List.of(command.split(" ")));
            args.addAll(List.of("--embedded", empty.toString()));
            assertThat(CommandRun.of(args.toArray(String[]::new)).exitCode())
                    .as(command)
                    .isZero();
        }
        assertThat(CommandRun.of("namespace", "show", "default", "--embedded", empty.toString())
                        .exitCode())
                .isEqualTo(2);
        assertThat(StoreFile.check(empty).items()).isZero();
        CommandRun registered = CommandRun.of("namespace", "register", "tenant", "--embedded", empty.toString());
        assertThat(registered.out()).contains("tenant").doesNotContain("default");
    }

    @Test
    void fileOfSomethingElse_isRefusedAndStays() throws Exception {
        Path foreign = directory.resolve("notes.txt");
        Files.writeString(foreign, "these are my notes, and no store\n".repeat(100));
        CommandRun run =
                CommandRun.of("system", "set-defaults", "-l", "rpm:1", "--create", "--embedded", foreign.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("notes.txt").hasLineCount(1);
        assertThat(foreign).hasContent("these are my notes, and no store\n".repeat(100));
    }
}
