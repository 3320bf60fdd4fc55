package dev.zaelimiter.cli.admin.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Docker is asked for, and what its refusals become: a program {@code docker} that writes down how it is called.
 */
class ContainersTest {

    private static final BackEnd.Plan PLAN = new BackEnd.Plan(Running.Kind.container, 8123, "my-app", "default");

    @TempDir
    private Path directory;

    private final List<String> notes = new ArrayList<>();
    private Place place = new Place(Path.of("target"));

    @BeforeEach
    void aMachine() {
        place = new Place(directory);
        place.folder().lock().close();
    }

    /** Answers each call by its first word. */
    private Containers docker(String cases) {
        place.program("docker", "case \"$1\" in\nversion) echo 28.1.0 ;;\n" + cases + "\nesac");
        return new Containers(new Docker(place.machine()), place.folder(), Containers.IMAGE, 8000, notes::add);
    }

    @Test
    void start_imageAtHand_runsItForThisMachineAlone() throws IOException {
        Containers containers = docker("inspect) echo true ;;");

        Running running = containers.start(PLAN);

        assertThat(place.calls("docker"))
                .containsExactly(
                        "image inspect --format {{.Id}} nubodb/dynoxide:1.5.0",
                        "run --detach --name zae-limiter-local-8123 --label dev.zaelimiter.local=true"
                                + " --publish 127.0.0.1:8123:8000 nubodb/dynoxide:1.5.0");
        assertThat(place.folder().read()).contains(running);
        assertThat(containers.isAlive(running)).isTrue();
        assertThat(notes).isEmpty();
    }

    @Test
    void start_imageNotAtHand_fetchesItAndSaysSo() throws IOException {
        docker("image) exit 1 ;;").start(PLAN);

        assertThat(place.calls("docker")).contains("pull --quiet nubodb/dynoxide:1.5.0");
        assertThat(notes).singleElement().asString().contains("nubodb/dynoxide:1.5.0");
    }

    @Test
    void start_noNetwork_saysHowToGoOn() throws IOException {
        Containers containers = docker("image) exit 1 ;;\npull) echo 'dial tcp: lookup failed' >&2; exit 1 ;;");

        assertThatThrownBy(() -> containers.start(PLAN))
                .isInstanceOf(LocalException.class)
                .hasMessageContainingAll("could not be fetched", "dial tcp: lookup failed", "--image");
        assertThat(place.folder().read()).isEmpty();
    }

    @Test
    void start_thatFails_leavesNoContainer() throws IOException {
        Containers containers = docker("run) echo 'port is already allocated.' >&2; exit 125 ;;");

        assertThatThrownBy(() -> containers.start(PLAN)).hasMessageContaining("port is already allocated.");

        assertThat(place.calls("docker")).last().isEqualTo("rm --force zae-limiter-local-8123");
        assertThat(place.folder().read()).isEmpty();
    }

    /** The container is another user's: it is not ours to delete. */
    @Test
    void start_nameInUse_leavesTheOtherAlone() throws IOException {
        Containers containers =
                docker("run) echo 'The container name is already in use by container \"1\".' >&2;" + " exit 125 ;;");

        assertThatThrownBy(() -> containers.start(PLAN))
                .hasMessageContaining("docker rm --force zae-limiter-local-8123");

        assertThat(place.calls("docker")).noneMatch(call -> call.startsWith("rm "));
    }

    @Test
    void isAlive_stoppedOrGone_isFalse_butAnEngineThatIsDownIsNoAnswer() {
        Running running = docker("inspect) echo false ;;").start(PLAN);
        assertThat(docker("inspect) echo false ;;").isAlive(running)).isFalse();
        assertThat(docker("inspect) echo 'Error: No such object: x' >&2; exit 1 ;;")
                        .isAlive(running))
                .isFalse();
        Containers down = docker("inspect) echo 'Cannot connect to the Docker daemon' >&2; exit 1 ;;");
        assertThatThrownBy(() -> down.isAlive(running)).hasMessageContaining("Cannot connect");
    }

    @Test
    void stop_goneAlready_isDone() {
        Running running = docker("").start(PLAN);
        docker("rm) echo 'Error: No such container: x' >&2; exit 1 ;;").stop(running);
        Containers down = docker("rm) echo 'Cannot connect to the Docker daemon' >&2; exit 1 ;;");
        assertThatThrownBy(() -> down.stop(running)).hasMessageContaining("could not be deleted");
    }

    @Test
    void log_isDockers() throws IOException {
        Running running = docker("").start(PLAN);
        List<String> lines = new ArrayList<>();

        docker("logs) echo one; echo two >&2 ;;").log(running, 7, true, lines::add);

        assertThat(lines).containsExactly("one", "two");
        assertThat(place.calls("docker")).last().isEqualTo("logs --tail 7 --follow zae-limiter-local-8123");
    }

    @Test
    void up_engineNotForThisUser_saysWhatToDo() {
        place.program("docker", "echo 'permission denied while trying to connect to the Docker daemon' >&2; exit 1");

        CommandRun run = place.run(UpCommand::new, "--backend", "container");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).hasLineCount(1).contains("may not use the Docker engine", "group docker");
    }

    @Test
    void up_engineThatIsDown_butAProgram_takesTheProgramAndSaysWhy() {
        place.program("docker", "echo 'Cannot connect to the Docker daemon' >&2; exit 1");
        place.program("dynoxide", "echo broken; exit 1");

        CommandRun run = place.run(UpCommand::new, "--port", "0");

        assertThat(run.err())
                .contains("No container: there is no Docker engine (Cannot connect to the Docker daemon). So dynoxide")
                .contains("broken");
    }

    @Test
    void up_imageThatCannotBeFetched_butAProgram_takesTheProgram() throws IOException {
        docker("image) exit 1 ;;\npull) echo 'no route to host' >&2; exit 1 ;;");
        place.program("dynoxide", "echo broken; exit 1");

        CommandRun run = place.run(UpCommand::new, "--port", "0");

        assertThat(run.err()).contains("no route to host", "So dynoxide is started as a process.");
        assertThat(place.calls("dynoxide")).hasSize(1);
        assertThat(place.run(UpCommand::new, "--port", "0", "--image", "mine:1").err())
                .contains("mine:1")
                .doesNotContain("So dynoxide");
    }

    @Test
    void up_variable_namesTheImage() throws IOException {
        docker("run) exit 125 ;;");
        place.with("ZAEL_LOCAL_IMAGE", "mine:2");

        assertThat(place.run(UpCommand::new, "--port", "0").err()).contains("mine:2");

        place.with("ZAEL_LOCAL_IMAGE", "--privileged");
        assertThat(place.run(UpCommand::new).exitCode()).isEqualTo(2);
    }
}
