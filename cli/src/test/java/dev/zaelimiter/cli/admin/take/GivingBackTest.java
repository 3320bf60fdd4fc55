package dev.zaelimiter.cli.admin.take;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import dev.zaelimiter.cli.ZaeLimiter;
import dev.zaelimiter.embedded.StoreFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole process, since it is about how one ends. */
class GivingBackTest {

    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("limits.zae");
    }

    private CommandRun run(String command) {
        return CommandRun.of((command + " --embedded " + file()).split(" "));
    }

    private String stored() {
        TreeSet<String> items = new TreeSet<>();
        StoreFile.read(file(), item -> items.add(item.toString()));
        return items.toString();
    }

    /** What a wait had taken stayed taken, though the caller was told that it was interrupted. */
    @Test
    void acquire_endedWhileItWaits_leavesNothingTaken() throws Exception {
        run("resource set-defaults gpt-4 -l rpm:100 --create");
        run("acquire key-1 gpt-4 -t rpm=100");
        String before = stored();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ZaeLimiter.class.getName(),
                        "acquire",
                        "key-1",
                        "gpt-4",
                        "-t",
                        "rpm=100",
                        "--wait",
                        "3600",
                        "--embedded",
                        file().toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile())
                .start();
        while (stored().equals(before)) {
            assertThat(process.waitFor(20, TimeUnit.MILLISECONDS)).isFalse();
        }

        process.destroy();

        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isNotZero();
        Map<String, Object> bucket =
                Json.objects(run("entity buckets key-1 --output json").out()).get(0);
        assertThat(bucket).containsEntry("consumed", 100L);
        assertThat((Long) bucket.get("available")).isNotNegative();
    }
}
