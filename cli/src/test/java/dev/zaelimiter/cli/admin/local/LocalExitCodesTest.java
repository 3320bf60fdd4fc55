package dev.zaelimiter.cli.admin.local;

import dev.zaelimiter.cli.ExitCodesPage;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of exit codes, of the local store. */
@SuppressWarnings("try") // A lock or a port is held for what happens meanwhile.
class LocalExitCodesTest {

    @TempDir
    private Path directory;

    @Test
    void everySituation_endsAsDocumented() throws Exception {
        Place place = new Place(directory);
        Map<String, ExitCodesPage.Situation> all = new LinkedHashMap<>();
        all.put(
                "`local up` where nothing can be started",
                () -> place.run(UpCommand::new).exitCode());
        all.put("`local up` on a port in use", () -> {
            try (ServerSocket taken = new ServerSocket(0, 1, Ports.loopback())) {
                return place.run(UpCommand::new, "--port", Integer.toString(taken.getLocalPort()))
                        .exitCode();
            }
        });
        all.put(
                "`local up` on a port that is none",
                () -> place.run(UpCommand::new, "--port", "65536").exitCode());
        all.put(
                "`local up` with a name that no table can have",
                () -> place.run(UpCommand::new, "--name", "a").exitCode());
        all.put(
                "`local up` where the folder can't be written",
                () -> new Place(directory)
                        .with(
                                "XDG_STATE_HOME",
                                Files.writeString(directory.resolve("a file"), "")
                                        .toString())
                        .run(UpCommand::new)
                        .exitCode());
        all.put("`local up` while another one is at work", () -> {
            try (LocalFolder.Held held = place.folder().lock()) {
                return place.run(UpCommand::new).exitCode();
            }
        });
        all.put(
                "`local down` where nothing runs",
                () -> place.run(DownCommand::new).exitCode());
        all.put(
                "`local status` where nothing runs",
                () -> place.run(LocalStatusCommand::new).exitCode());
        all.put(
                "`local env` where nothing runs",
                () -> place.run(EnvCommand::new).exitCode());
        all.put(
                "`local env` of an unknown shell",
                () -> place.run(EnvCommand::new, "--format", "tcsh").exitCode());
        all.put(
                "`local logs` before the first `local up`",
                () -> place.run(LogsCommand::new).exitCode());
        ExitCodesPage.says("The local store", all);
    }
}
