package dev.zaelimiter.cli.admin.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.ZaeLimiter;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole lives of a local store, each command a process of its own, as a new user calls them. */
@Tag("extended")
class LocalStoreTest {

    @TempDir
    private static Path shared;

    @TempDir
    private Path directory;

    private final Map<String, String> environment = new HashMap<>();
    private Path dynoxide = Path.of("dynoxide");

    @BeforeEach
    void aMachineWithBackEnds() throws IOException {
        Path found = new Processes(Machine.here(), new LocalFolder(Machine.here())).program(Running.Kind.dynoxide);
        dynoxide = Objects.requireNonNull(found, "bin/backends install");
        environment.put("XDG_STATE_HOME", directory.resolve("state of me").toString());
        environment.put("AWS_EC2_METADATA_DISABLED", "true");
    }

    @AfterEach
    void down() throws Exception {
        assertThat(run("local", "down").exitCode()).isZero();
    }

    /**
     * How a process of the command begins. What the first one loads is kept for the others, which take two thirds of
     * the time. A JVM keeps it of jars alone, so not where this module is compiled and not packaged.
     */
    private static List<String> command() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED"));
        String all = System.getProperty("java.class.path");
        String jars = Stream.of(all.split(File.pathSeparator, -1))
                .filter(entry -> entry.endsWith(".jar"))
                .collect(Collectors.joining(File.pathSeparator));
        boolean packaged = jars.contains("zae-limiter-cli");
        if (packaged) {
            Path archive = shared.resolve("classes.jsa");
            command.add("-Xlog:disable");
            command.add((Files.exists(archive) ? "-XX:SharedArchiveFile=" : "-XX:ArchiveClassesAtExit=") + archive);
        }
        command.addAll(List.of("-cp", packaged ? jars : all, ZaeLimiter.class.getName()));
        return command;
    }

    private CommandRun run(String... args) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command());
        builder.command().addAll(List.of(args));
        builder.environment().keySet().removeIf(name -> name.startsWith("AWS_") || name.startsWith("ZAEL_"));
        builder.environment().putAll(environment);
        Path out = Files.createTempFile(directory, "run", ".out");
        Path err = Files.createTempFile(directory, "run", ".err");
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES))
                .as(String.join(" ", args))
                .isTrue();
        return new CommandRun(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    private void ok(CommandRun run) {
        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    /** What {@code eval "$(zae-limiter local env)"} does. */
    private void eval() throws Exception {
        CommandRun env = run("local", "env", "--format", "dotenv");
        ok(env);
        env.lines().forEach(line -> environment.put(line.replaceAll("=.*", ""), line.replaceAll("^[^=]*=", "")));
    }

    /** From nothing to a refusal. */
    private void upAndInUse(String... up) throws Exception {
        CommandRun first = run(up);
        ok(first);
        assertThat(first.out()).contains("are ready.", "local env", "system set-defaults");
        eval();
        ok(run("system", "set-defaults", "-l", "rpd:2/d"));
        ok(run("acquire", "user-1", "gpt-4", "-t", "rpd=2"));
        CommandRun again = run("local", "up");
        ok(again);
        assertThat(again.out()).contains("runs already");
        assertThat(run("acquire", "user-1", "gpt-4", "-t", "rpd=1").exitCode())
                .as("what is stored stays")
                .isEqualTo(3);
        assertThat(run("local", "status").out()).containsPattern("STATE +up");
        ok(run("local", "logs"));
    }

    private void downAndGone() throws Exception {
        ok(run("local", "down"));
        assertThat(run("local", "status").exitCode()).isEqualTo(1);
        assertThat(run("check").exitCode()).isEqualTo(1);
    }

    @Test
    void dynoxide_fromUpToDown() throws Exception {
        upAndInUse("local", "up", "--backend", "dynoxide", "--port", "0");
        ok(run("local", "up", "--name", "other", "--namespace", "team-a"));
        eval();
        ok(run("check"));
        downAndGone();
    }

    @Test
    void ministack_fromUpToDown() throws Exception {
        upAndInUse("local", "up", "--backend", "ministack", "--port", "0");
        downAndGone();
    }

    @Test
    void killed_isSaid_andUpStartsAnew() throws Exception {
        ok(run("local", "up", "--backend", "dynoxide", "--port", "0"));
        long process = Long.parseLong(
                run("local", "status", "--output", "json").out().replaceAll("(?s).*\"process_id\":(\\d+).*", "$1"));
        ProcessHandle.of(process).orElseThrow().destroyForcibly();
        assertThat(Pause.until(Duration.ofSeconds(10), () -> ProcessIdentity.of(process) == null))
                .isTrue();

        assertThat(run("local", "env").exitCode()).isEqualTo(1);
        CommandRun again = run("local", "up", "--port", "0");

        ok(again);
        assertThat(again.err()).contains("has ended meanwhile");
        eval();
        ok(run("check"));
    }

    /** No engine is at hand, so the image is a process that a program called docker starts. */
    @Test
    void container_fromUpToDown() throws Exception {
        assumeThat(Files.isExecutable(Path.of("/bin/sh"))).isTrue();
        Path version = directory.resolve("version");
        new ProcessBuilder(dynoxide.toString(), "--version")
                .redirectOutput(version.toFile())
                .start()
                .waitFor();
        assertThat("nubodb/dynoxide:" + Files.readString(version).strip().replaceAll(".* ", ""))
                .as("the image is what bin/backends installs")
                .isEqualTo(Containers.IMAGE);
        Place place = new Place(directory);
        place.program("docker", """
                pid="$(dirname "$0")/pid"
                case "$1" in
                  version) echo 28.1.0 ;;
                  run)
                    port="$(printf '%s' "$*" | sed 's/.*127.0.0.1:\\([0-9]*\\):8000.*/\\1/')"
                    PROGRAM --port "$port" >"$(dirname "$0")/log" 2>&1 &
                    echo $! >"$pid" ;;
                  inspect) [ -f "$pid" ] && kill -0 "$(cat "$pid")" 2>/dev/null && echo true || echo false ;;
                  logs) cat "$(dirname "$0")/log" ;;
                  rm) [ -f "$pid" ] && kill "$(cat "$pid")"; rm -f "$pid" ;;
                esac
                exit 0
                """.replace("PROGRAM", "'" + dynoxide + "'"));
        environment.put("PATH", place.machine().variable("PATH") + ":" + System.getenv("PATH"));

        upAndInUse("local", "up", "--port", "0");
        downAndGone();

        assertThat(place.calls("docker"))
                .anySatisfy(call -> assertThat(call).startsWith("run --detach").endsWith(Containers.IMAGE))
                .anySatisfy(call -> assertThat(call).startsWith("logs --tail 100"))
                .anySatisfy(call -> assertThat(call).startsWith("rm --force"));
    }
}
