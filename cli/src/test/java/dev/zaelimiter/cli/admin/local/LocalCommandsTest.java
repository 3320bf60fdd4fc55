package dev.zaelimiter.cli.admin.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands between a user and a local store, each told in one line. Whole lives are in {@link LocalStoreTest}. */
@SuppressWarnings("try") // A lock or a port is held for what happens meanwhile.
class LocalCommandsTest {

    @TempDir
    private Path directory;

    private Place place = new Place(Path.of("target"));

    @BeforeEach
    void aMachineWithNothing() {
        place = new Place(directory);
    }

    private static void failsWith(CommandRun run, int exitCode, String... parts) {
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).hasLineCount(1).contains(parts);
    }

    @Test
    void anyCommand_beforeUp_saysThatNothingRuns() {
        failsWith(place.run(LogsCommand::new), 1, "nothing was started yet", "local up");
        failsWith(place.run(EnvCommand::new), 1, "nothing runs", "local up");
        CommandRun status = place.run(LocalStatusCommand::new, "--output", "json");
        assertThat(status.exitCode()).isEqualTo(1);
        assertThat(status.out()).startsWith("{\"state\":\"down\",\"backend\":null");
    }

    @Test
    void down_twice_isNoFailure() {
        assertThat(place.run(DownCommand::new).out()).isEqualToIgnoringNewLines("Nothing runs.");
        assertThat(place.run(DownCommand::new).exitCode()).isZero();
    }

    @Test
    void up_nothingInstalled_saysWhatCouldBe() {
        failsWith(
                place.run(UpCommand::new),
                1,
                "there is no program docker",
                "neither dynoxide nor ministack is installed",
                "npm install --global dynoxide",
                "pip install ministack",
                "bin/backends install");
        assertThat(place.folder().read()).isEmpty();
    }

    @Test
    void up_oneThatIsNotInstalled_saysHowToInstallIt() {
        failsWith(
                place.run(UpCommand::new, "--backend", "ministack"),
                1,
                "ministack is not installed",
                "pip install ministack");
    }

    @Test
    void up_programThatEnds_showsWhatItSaid_andIsForgotten() {
        place.program("dynoxide", "echo 'the address is in use'; exit 3");

        CommandRun run = place.run(UpCommand::new, "--backend", "dynoxide", "--port", "0");

        failsWith(run, 1, "dynoxide", "ended", "the address is in use");
        assertThat(place.folder().read()).isEmpty();
        assertThat(place.run(LogsCommand::new).out()).isEqualToIgnoringNewLines("the address is in use");
    }

    @Test
    void up_portOfAnotherProgram_isRefused() throws IOException {
        place.program("dynoxide", "exit 0");
        try (ServerSocket taken = new ServerSocket(0, 1, Ports.loopback())) {
            String port = Integer.toString(taken.getLocalPort());
            failsWith(place.run(UpCommand::new, "--port", port), 1, "port " + port + " is taken", "--port");
        }
        assertThat(place.calls("dynoxide")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "--port,70000",
        "--port,-1",
        "--image-port,0",
        "--image,-rm",
        "--name,a b",
        "--namespace,-",
        "--backend,localstack"
    })
    void up_wrongArgument_startsNothing(String option, String value) throws IOException {
        place.program("dynoxide", "exit 0");
        CommandRun run = place.run(UpCommand::new, option + "=" + value);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(value);
        assertThat(place.calls("dynoxide")).isEmpty();
    }

    @Test
    void up_imageForAProcess_isRefused() {
        failsWith(place.run(UpCommand::new, "--backend", "dynoxide", "--image", "x"), 2, "--image", "container");
    }

    @Test
    void up_whileAnotherIsAtWork_isRefused() {
        try (LocalFolder.Held held = place.folder().lock()) {
            failsWith(place.run(UpCommand::new), 1, "another 'zae-limiter local' is at work");
        }
    }

    @Test
    void folder_thatCannotBeMade_isNamed() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        place.with("XDG_STATE_HOME", file.toString());
        failsWith(place.run(UpCommand::new), 2, file.toString(), "XDG_STATE_HOME");
    }

    @Test
    void folder_isTheOwnersAlone() throws IOException {
        place.folder().lock().close();
        assertThat(Files.getPosixFilePermissions(place.folder().folder())).hasSize(3);
    }

    @Test
    void memory_thatIsDamaged_isNamedByEachCommand() throws IOException {
        place.folder().lock().close();
        Files.writeString(place.folder().folder().resolve("running.properties"), "kind=container\n");
        failsWith(place.run(UpCommand::new), 1, "running.properties is damaged", "delete it");
        failsWith(place.run(DownCommand::new), 1, "running.properties is damaged");
        failsWith(place.run(LocalStatusCommand::new), 1, "running.properties is damaged");
        failsWith(place.run(EnvCommand::new), 1, "running.properties is damaged");
    }

    private Running remembered(String handle) {
        Running running = new Running(Running.Kind.dynoxide, handle, "", 8000, "my-app", "default", Instant.EPOCH);
        place.folder().lock().close();
        place.folder().write(running);
        return running;
    }

    /** After a restart of the machine the number may be that of somebody's editor. */
    @Test
    void down_anotherProcessOfTheSameNumber_isLeftAlone() throws IOException {
        Process other = new ProcessBuilder("sleep", "300").start();
        try {
            remembered(other.pid() + " another-boot/1");
            failsWith(place.run(EnvCommand::new), 1, "nothing runs");
            assertThat(place.run(LocalStatusCommand::new).out())
                    .contains("STATE")
                    .contains("ended");

            CommandRun down = place.run(DownCommand::new);

            assertThat(down.exitCode()).isZero();
            assertThat(down.out()).contains("had ended already");
            assertThat(other.isAlive()).isTrue();
            assertThat(place.folder().read()).isEmpty();
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void down_processThatRuns_endsIt() throws Exception {
        Process ours = new ProcessBuilder("sleep", "300").start();
        try {
            remembered(ours.pid() + " " + ProcessIdentity.of(ours.pid()));
            assertThat(place.run(EnvCommand::new).exitCode()).isZero();

            CommandRun down = place.run(DownCommand::new, "--output", "json");

            assertThat(down.out()).isEqualToIgnoringNewLines("{\"stopped\":true,\"backend\":\"dynoxide\"}");
            assertThat(ours.waitFor()).isNotZero();
        } finally {
            ours.destroyForcibly();
        }
    }

    /** What waits to be asked how it ended has ended: without a parent that asks, it would do so for ever. */
    @Test
    void identity_ofAProcessThatHasEnded_isNone() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        assertThat(ProcessIdentity.of(ended.pid())).isNull();
        assertThat(ProcessIdentity.of(ProcessHandle.current().pid()))
                .isEqualTo(ProcessIdentity.of(ProcessHandle.current().pid()))
                .isNotEqualTo(ProcessIdentity.of(1));
    }

    @Test
    void processes_startedFromAPathWithBlanks_runUntilTheyAreStopped() throws IOException {
        place.program("dynoxide", "echo listening; exec sleep 300");
        place.folder().lock().close();
        Processes processes = new Processes(place.machine(), place.folder());

        Running running = processes.start(new BackEnd.Plan(Running.Kind.dynoxide, 8123, "my-app", "default"));
        try {
            assertThat(processes.isAlive(running)).isTrue();
            assertThat(place.folder().read()).contains(running);
            assertThat(Pause.until(
                            Duration.ofSeconds(10),
                            () -> !processes.lastLines(running).isEmpty()))
                    .isTrue();
            assertThat(place.calls("dynoxide")).containsExactly("--host 127.0.0.1 --port 8123");
        } finally {
            processes.stop(running);
        }
        assertThat(processes.isAlive(running)).isFalse();
        processes.stop(running);
    }

    @Test
    void env_ofAnyShell_namesStoreAndTable() throws IOException {
        remembered(ProcessHandle.current().pid() + " "
                + ProcessIdentity.of(ProcessHandle.current().pid()));

        assertThat(place.run(EnvCommand::new).lines())
                .contains("export AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000", "export ZAEL_STACK=my-app")
                .contains("unset AWS_PROFILE");
        assertThat(place.run(EnvCommand::new, "--format", "fish").lines())
                .contains("set -gx ZAEL_NAMESPACE default;", "set -e AWS_SESSION_TOKEN;");
        assertThat(place.run(EnvCommand::new, "--format", "powershell").lines())
                .contains("$Env:AWS_REGION = 'us-east-1'");
        assertThat(place.run(EnvCommand::new, "--format", "dotenv").lines())
                .contains("AWS_ACCESS_KEY_ID=local")
                .allSatisfy(line -> assertThat(line).matches("[A-Z_]+=[^\"' ]+"));
        assertThat(place.run(EnvCommand::new, "--unset").lines())
                .contains("unset AWS_ENDPOINT_URL_DYNAMODB", "unset ZAEL_STACK")
                .doesNotContain("unset AWS_PROFILE");
        failsWith(place.run(EnvCommand::new, "--unset", "--format", "dotenv"), 2, "--unset");
        failsWith(place.run(EnvCommand::new, "--unset", "--format", "spring"), 2, "--unset");
    }

    @Test
    void logs_wrongNumber_isRefused() {
        failsWith(place.run(LogsCommand::new, "--lines", "-1"), 2, "--lines -1");
    }
}
