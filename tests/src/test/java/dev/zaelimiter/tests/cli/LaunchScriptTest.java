package dev.zaelimiter.tests.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The archive of loaded classes that {@code bin/zae-limiter} keeps: whatever becomes of it, only the result shows.
 * Where the command is packaged it is tried in a copy, so that nothing is damaged that other tests start; else the
 * script builds it first, in this checkout.
 */
@Tag("extended")
class LaunchScriptTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private static Path shared;

    @TempDir
    private Path directory;

    private static Path checkout = ROOT;

    @BeforeAll
    static void copyOfWhatIsPackaged() throws Exception {
        if (Files.isDirectory(ROOT.resolve("cli/target/lib"))) {
            checkout = Files.createDirectory(shared.resolve("a checkout"));
            Process copied = new ProcessBuilder("bash", "-euc", """
                            tar -c bin .mvn pom.xml */pom.xml */src/main examples/traces cli/target/*.jar cli/target/lib |
                              tar -x -C "$0"
                            cd "$0"
                            root="$PWD"
                            source bin/launch.bash
                            checksum_sources $(modules_of cli) > cli/target/.build-stamp
                            """, checkout.toString())
                    .directory(ROOT.toFile())
                    .inheritIO()
                    .start();
            assertThat(copied.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(copied.exitValue()).isZero();
        }
    }

    @Test
    void archive_anyState_leavesTheOutputAlone() throws Exception {
        String expected = version();
        assertThat(expected).startsWith("zae-limiter ").hasLineCount(2);
        Path archive = archives().get(0);
        byte[] whole = Files.readAllBytes(archive);

        assertThat(version()).as("a good one").isEqualTo(expected);
        Files.write(archive, new byte[whole.length]);
        assertThat(version()).as("zeros").isEqualTo(expected);
        Files.write(archive, Arrays.copyOf(whole, whole.length / 3));
        assertThat(version())
                .as("one cut short, which is found as little as none")
                .isEqualTo(expected);
        assertThat(archives()).as("made anew, in place of the old one").hasSize(1);
        assertThat(Files.size(archives().get(0))).isGreaterThan(whole.length / 2);
    }

    private List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(checkout.resolve("cli/target"))) {
            return files.filter(file -> file.toString().endsWith(".jsa")).toList();
        }
    }

    /** From 24 on a JVM speaks up about native code, which the HTTP client of a table has. */
    @Test
    void table_onAnyJvm_saysNothingOfTheJvm() throws Exception {
        // Builds what is not built yet, and says so.
        version();
        Ended ended =
                run("status", "--name", "my-app", "--region", "eu-west-1", "--endpoint-url", "http://127.0.0.1:1");

        assertThat(ended.err())
                .isEqualTo("zae-limiter status: there are no credentials for table my-app: give --profile, or set"
                        + " AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run with a role\n");
        assertThat(ended.exitCode()).isEqualTo(2);
    }

    private String version() throws Exception {
        Ended ended = run("--version");
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        return ended.out();
    }

    private record Ended(int exitCode, String out, String err) {}

    private Ended run(String... args) throws Exception {
        Path out = Files.createTempFile(directory, "run", ".out");
        Path err = Files.createTempFile(directory, "run", ".err");
        ProcessBuilder builder =
                new ProcessBuilder(checkout.resolve("bin/zae-limiter").toString());
        builder.command().addAll(List.of(args));
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("AWS_") || name.startsWith("ZAEL_"));
        environment.put("AWS_EC2_METADATA_DISABLED", "true");
        environment.put("AWS_SHARED_CREDENTIALS_FILE", directory.resolve("none").toString());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
