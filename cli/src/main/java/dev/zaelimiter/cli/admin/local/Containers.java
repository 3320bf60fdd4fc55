package dev.zaelimiter.cli.admin.local;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A store in a container. Only this machine reaches it. */
final class Containers implements BackEnd {

    /**
     * dynoxide, by its maker's copy on the usual registry; the version that the tests of the tables run on. Whoever is
     * fonder of another image names it.
     */
    static final String IMAGE = "nubodb/dynoxide:1.5.0";

    static final int IMAGE_PORT = 8000;

    private static final String LABEL = "dev.zaelimiter.local=true";
    private static final Duration PULLING = Duration.ofMinutes(15);
    private static final Duration STARTING = Duration.ofMinutes(1);
    private static final int LAST = 5;

    private final Docker docker;
    private final LocalFolder folder;
    private final String image;
    private final int imagePort;
    private final Consumer<String> notes;

    Containers(Docker docker, LocalFolder folder, String image, int imagePort, Consumer<String> notes) {
        this.docker = docker;
        this.folder = folder;
        this.image = image;
        this.imagePort = imagePort;
        this.notes = notes;
    }

    @Override
    public Running start(Plan plan) {
        pull();
        String name = "zae-limiter-local-" + plan.port();
        Running running =
                new Running(plan.kind(), name, image, plan.port(), plan.table(), plan.namespace(), Instant.now());
        // First, so that a container that is started while this process ends is still found.
        folder.write(running);
        Docker.Answer started = docker.call(
                STARTING,
                "run",
                "--detach",
                "--name",
                name,
                "--label",
                LABEL,
                "--publish",
                "127.0.0.1:" + plan.port() + ":" + imagePort,
                image);
        if (!started.ok()) {
            boolean ours = !started.err().contains("already in use by container");
            if (ours) {
                docker.call(STARTING, "rm", "--force", name);
            }
            folder.forget();
            throw new LocalException(
                    ours
                            ? "the container of image " + image + " could not be started: " + started.reason()
                            : "there is a container " + name + " already, which another user or folder has left:"
                                    + " 'docker rm --force " + name + "' deletes it, or give another --port");
        }
        return running;
    }

    private void pull() {
        if (docker.ask("image", "inspect", "--format", "{{.Id}}", image).ok()) {
            return;
        }
        notes.accept("Fetching image " + image + ", once ...");
        Docker.Answer pulled = docker.call(PULLING, "pull", "--quiet", image);
        if (!pulled.ok()) {
            throw new LocalException("image " + image + " could not be fetched (" + pulled.reason()
                    + "): check the network and try again, which goes on where it broke off; or name another image"
                    + " with --image");
        }
    }

    @Override
    public boolean isAlive(Running running) {
        Docker.Answer answer = docker.ask("inspect", "--format", "{{.State.Running}}", running.handle());
        if (answer.ok()) {
            return answer.out().strip().equals("true");
        } else if (isNone(answer)) {
            return false;
        }
        throw new LocalException(
                "Docker does not say whether container " + running.handle() + " runs: " + answer.reason());
    }

    @Override
    public void stop(Running running) {
        Docker.Answer answer = docker.call(STARTING, "rm", "--force", running.handle());
        if (!answer.ok() && !isNone(answer)) {
            throw new LocalException("container " + running.handle() + " could not be deleted: " + answer.reason());
        }
    }

    private static boolean isNone(Docker.Answer answer) {
        String said = answer.err().toLowerCase(Locale.ROOT);
        return said.contains("no such container") || said.contains("no such object");
    }

    @Override
    public void log(Running running, int lines, boolean follow, Predicate<String> each) {
        List<String> arguments = new ArrayList<>(List.of("logs", "--tail", Integer.toString(lines)));
        if (follow) {
            arguments.add("--follow");
        }
        arguments.add(running.handle());
        if (docker.lines(each, arguments.toArray(String[]::new)) != 0) {
            throw new LocalException("Docker has no log of container " + running.handle());
        }
    }

    @Override
    public List<String> lastLines(Running running) {
        Docker.Answer answer = docker.ask("logs", "--tail", Integer.toString(LAST), running.handle());
        return (answer.out() + answer.err()).lines().toList();
    }
}
