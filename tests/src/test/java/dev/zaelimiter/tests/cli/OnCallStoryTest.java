package dev.zaelimiter.tests.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.tests.backends.Backend;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The script {@code on-call.sh}: a night on call, in processes of their own, on a file and on a table. */
@Tag("extended")
class OnCallStoryTest {

    private static final Path SCRIPT =
            Path.of("src", "test", "resources", "on-call.sh").toAbsolutePath();

    /**
     * Tables whose command line is tried a whole night long, too: forty processes each. {@code -Dnights} says how many.
     */
    private static final int TABLES = Integer.getInteger("nights", 0);

    @TempDir
    private Path directory;

    /** The command as a script finds it. */
    @BeforeEach
    void makeCommand() throws IOException {
        String all = System.getProperty("java.class.path");
        String jars = Stream.of(all.split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"))
                .collect(Collectors.joining(File.pathSeparator));
        boolean packaged = jars.contains("zae-limiter-cli");
        Path command = Files.writeString(
                Files.createDirectory(directory.resolve("bin")).resolve("zae-limiter"), """
                #!/usr/bin/env bash
                %s
                exec '%s' "${archive[@]}" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC \\
                  -Dorg.slf4j.simpleLogger.defaultLogLevel=off -cp '%s' dev.zaelimiter.cli.ZaeLimiter "$@"
                """.formatted(
                                packaged ? sharedClasses() : "archive=()",
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                packaged ? jars : all));
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
    }

    /**
     * What the first command loads is kept for the others, which start in two thirds of the time. A JVM keeps it of
     * jars alone, so not of modules that are compiled and not packaged.
     */
    private String sharedClasses() {
        return """
                archive=(-XX:SharedArchiveFile='%1$s' -Xlog:disable)
                [[ -e '%1$s' ]] || archive=(-XX:ArchiveClassesAtExit='%1$s' -Xlog:disable)
                """.formatted(directory.resolve("classes.jsa"));
    }

    static Stream<Backend> tables() {
        return Stream.of(Backend.values()).limit(TABLES);
    }

    @Test
    void night_onAFile_goesAsThePagesSay() throws Exception {
        run("file", "limits.zae");
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("tables")
    @Tag("back-end")
    void night_onATable_goesAsThePagesSay(Backend backend) throws Exception {
        run(
                "table",
                "on-call-" + UUID.randomUUID(),
                "us-east-1",
                backend.endpoint().toString());
    }

    private void run(String... arguments) throws Exception {
        Path work = Files.createDirectory(directory.resolve("work"));
        Path said = directory.resolve("said.txt");
        List<String> command = new ArrayList<>(List.of("bash", SCRIPT.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().put("PATH", directory.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("AWS_ACCESS_KEY_ID", "local");
        builder.environment().put("AWS_SECRET_ACCESS_KEY", "local");
        builder.environment().remove("AWS_PROFILE");
        builder.environment().remove("ZAEL_STACK");
        builder.environment().remove("ZAEL_NAMESPACE");
        Process process = builder.start();
        try {
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).as("in time").isTrue();
            assertThat(process.exitValue()).as(Files.readString(said)).isZero();
            assertThat(Files.readString(said)).endsWith("The night is over.\n");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
