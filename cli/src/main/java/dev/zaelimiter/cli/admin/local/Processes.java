package dev.zaelimiter.cli.admin.local;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A store as a process of this machine, from a program that is installed. It outlives the command that starts it. */
final class Processes implements BackEnd {

    private static final Duration GENTLY = Duration.ofSeconds(5);
    private static final int LAST = 5;

    private final Machine machine;
    private final LocalFolder folder;

    Processes(Machine machine, LocalFolder folder) {
        this.machine = machine;
        this.folder = folder;
    }

    /** Where the program of a kind is, or null if it is not installed. */
    @Nullable
    Path program(Running.Kind kind) {
        Path found = machine.find(kind.name());
        if (found != null || machine.isWindows()) {
            return found;
        }
        Path backends = Path.of(machine.variable(
                "BACKENDS_HOME",
                machine.home().resolve(".cache").resolve("zae-backends").toString()));
        if (kind == Running.Kind.ministack) {
            return Machine.executable(
                    backends.resolve("ministack").resolve("bin").resolve("ministack"));
        }
        Path built = Machine.executable(backends.resolve("cargo").resolve("bin").resolve("dynoxide"));
        return built != null
                ? built
                : Machine.executable(
                        machine.home().resolve(".cargo").resolve("bin").resolve("dynoxide"));
    }

    /** How a program gets onto a machine. */
    static String howToInstall(Running.Kind kind) {
        return kind == Running.Kind.ministack
                ? "'pip install ministack'"
                : "'npm install --global dynoxide', 'brew install nubo-db/tap/dynoxide' or 'cargo install dynoxide-rs'";
    }

    @Override
    public Running start(Plan plan) {
        Path program = program(plan.kind());
        if (program == null) {
            throw new LocalException(plan.kind() + " is not installed: " + howToInstall(plan.kind()) + " does it");
        }
        Process process = launch(plan, program);
        String identity = ProcessIdentity.of(process.pid());
        if (identity == null) {
            throw new LocalException(
                    plan.kind() + " ended as soon as it was started" + said(Tail.last(folder.log(), LAST)));
        }
        Running running = new Running(
                plan.kind(),
                process.pid() + " " + identity,
                "",
                plan.port(),
                plan.table(),
                plan.namespace(),
                Instant.now());
        try {
            folder.write(running);
        } catch (RuntimeException e) {
            // Nobody would know of it.
            stop(running);
            throw e;
        }
        return running;
    }

    private Process launch(Plan plan, Path program) {
        List<String> command = new ArrayList<>();
        Path apart = machine.find("setsid");
        if (apart != null) {
            // In a session of its own it does not hear when this terminal is closed, or Ctrl-C is pressed there.
            command.add(apart.toString());
        }
        command.add(program.toAbsolutePath().toString());
        if (plan.kind() == Running.Kind.dynoxide) {
            command.addAll(List.of("--host", "127.0.0.1", "--port", Integer.toString(plan.port())));
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.log().toFile());
        if (plan.kind() == Running.Kind.ministack) {
            // It runs functions on this host, and is open to everybody's unless it is told.
            builder.environment().put("BIND_HOST", "127.0.0.1");
            builder.environment().put("GATEWAY_PORT", Integer.toString(plan.port()));
        }
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return process;
        } catch (IOException e) {
            throw new LocalException(program + " can't be run: " + e.getMessage(), e);
        }
    }

    static String said(List<String> lines) {
        return lines.isEmpty() ? ", without a word" : "; it said: " + String.join(" / ", lines);
    }

    @Override
    public boolean isAlive(Running running) {
        String identity = ProcessIdentity.of(id(running));
        return running.handle().equals(running.processId() + " " + identity);
    }

    private static long id(Running running) {
        return Objects.requireNonNull(running.processId(), "no process");
    }

    @Override
    public void stop(Running running) {
        Optional<ProcessHandle> process = ProcessHandle.of(id(running)).filter(handle -> isAlive(running));
        if (process.isEmpty()) {
            return;
        }
        // Some programs are a script that has started another one.
        List<ProcessHandle> all = new ArrayList<>(process.get().descendants().toList());
        all.add(process.get());
        all.forEach(ProcessHandle::destroy);
        if (!Pause.until(GENTLY, () -> !isAlive(running))) {
            all.forEach(ProcessHandle::destroyForcibly);
            if (!Pause.until(GENTLY, () -> !isAlive(running))) {
                throw new LocalException(running.what() + " does not end, although it was killed");
            }
        }
    }

    @Override
    public void log(Running running, int lines, boolean follow, Predicate<String> each) {
        Tail.lines(folder.log(), lines, () -> follow && isAlive(running), each);
    }

    @Override
    public List<String> lastLines(Running running) {
        return Tail.last(folder.log(), LAST);
    }
}
