package dev.zaelimiter.cli.admin.local;

import dev.zaelimiter.cli.BadInputException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Chooses what runs: a container where there is an engine for it, else a program that is installed. */
final class BackEnds {

    private static final Duration UNTIL_IT_ANSWERS = Duration.ofSeconds(60);

    private final Docker docker;
    private final Processes processes;
    private final LocalFolder folder;
    private final Consumer<String> notes;

    /**
     * Those of a machine.
     *
     * @param notes is told what takes time, and what was chosen in place of something else
     */
    BackEnds(Machine machine, LocalFolder folder, Consumer<String> notes) {
        this.docker = new Docker(machine);
        this.processes = new Processes(machine, folder);
        this.folder = folder;
        this.notes = notes;
    }

    /**
     * What may be wished for.
     *
     * @param kind of back end, or null for the best there is
     * @param image of a container, or null for the usual one
     * @param imagePort where the image's server listens, inside
     * @param port on 127.0.0.1, 0 for any, or null for one of the usual ones
     */
    record Wish(
            Running.@Nullable Kind kind,
            @Nullable String image,
            int imagePort,
            @Nullable Integer port) {

        /** What of a wish is not so, or null if what runs is as it was wished. */
        @Nullable
        String missedBy(Running running) {
            if (kind != null && kind != running.kind()) {
                return "--backend " + kind;
            } else if (image != null && !image.equals(running.image())) {
                return "--image " + image;
            } else if (port != null && port != 0 && port != running.port()) {
                return "--port " + port;
            }
            return null;
        }
    }

    /** The way that something was started. */
    BackEnd of(Running running) {
        return running.kind() == Running.Kind.container
                ? new Containers(docker, folder, running.image(), Containers.IMAGE_PORT, notes)
                : processes;
    }

    /**
     * Starts what is wished, and waits until it answers.
     *
     * @param wish what must be so
     * @param usualImage of a container, where the wish names none
     * @param table to be remembered
     * @param namespace to be remembered
     * @return what was started, and answers
     * @throws LocalException if nothing can be started; nothing runs then
     */
    Running start(Wish wish, String usualImage, String table, String namespace) {
        if (wish.image() != null && wish.kind() != null && wish.kind() != Running.Kind.container) {
            throw new BadInputException("--image is for a container: leave --backend " + wish.kind() + " out");
        }
        int port = Ports.choose(wish.port());
        Running.Kind kind = wish.kind() == null ? usual(wish) : wish.kind();
        if (kind != Running.Kind.container) {
            return answering(processes, processes.start(new BackEnd.Plan(kind, port, table, namespace)));
        }
        String problem = docker.problem();
        if (problem != null) {
            throw new LocalException("no container can be started: " + problem);
        }
        String image = wish.image() == null ? usualImage : wish.image();
        Containers containers = new Containers(docker, folder, image, wish.imagePort(), notes);
        try {
            return answering(containers, containers.start(new BackEnd.Plan(kind, port, table, namespace)));
        } catch (LocalException e) {
            Running.Kind other = wish.kind() == null && wish.image() == null ? installed() : null;
            if (other == null) {
                throw e;
            }
            notes.accept("No container: " + e.getMessage() + ". So " + other + " is started as a process.");
            return answering(processes, processes.start(new BackEnd.Plan(other, port, table, namespace)));
        }
    }

    private Running.Kind usual(Wish wish) {
        String problem = docker.problem();
        if (problem == null || wish.image() != null) {
            return Running.Kind.container;
        }
        Running.Kind kind = installed();
        if (kind == null) {
            throw new LocalException("there is nothing to start: " + problem
                    + ", and neither dynoxide nor ministack is installed. Start a Docker engine, or install one of them: "
                    + Processes.howToInstall(Running.Kind.dynoxide) + "; "
                    + Processes.howToInstall(Running.Kind.ministack)
                    + "; in a checkout of this project 'bin/backends install'");
        }
        notes.accept("No container: " + problem + ". So " + kind + " is started as a process.");
        return kind;
    }

    private Running.@Nullable Kind installed() {
        for (Running.Kind kind : List.of(Running.Kind.dynoxide, Running.Kind.ministack)) {
            if (processes.program(kind) != null) {
                return kind;
            }
        }
        return null;
    }

    private Running answering(BackEnd backEnd, Running running) {
        try {
            boolean[] ended = new boolean[1];
            boolean answered = Pause.until(UNTIL_IT_ANSWERS, () -> {
                ended[0] = !backEnd.isAlive(running);
                return ended[0] || Readiness.answers(running.endpoint());
            });
            // Somebody else may have taken the port, and answers.
            if (answered && !ended[0] && backEnd.isAlive(running)) {
                return running;
            }
            String what = running.what()
                    + (ended[0] || answered ? " ended" : " did not answer in " + UNTIL_IT_ANSWERS.toSeconds() + " s");
            throw new LocalException(what + Processes.said(backEnd.lastLines(running)));
        } catch (LocalException e) {
            backEnd.stop(running);
            folder.forget();
            throw e;
        }
    }
}
