package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.LimitOption;
import dev.zaelimiter.cli.RecordedTraces;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.plan.Stage;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import dev.zaelimiter.loadtest.internal.scenario.Scenarios;
import dev.zaelimiter.loadtest.internal.scenario.SourceFolder;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is played, by whom, and where it is written down. */
final class LoadOptions {

    /** Runs that begin in the same second. */
    private static final int MOST_AT_ONCE = 100;

    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    @Option(
            names = "--scenario",
            paramLabel = "NAME[=WEIGHT]",
            description =
                    "What the users do: a scenario of 'loadtest list-scenarios', or the name of a class; several by their"
                            + " weights, 1 to 1000 (default: highest-rate).")
    private List<String> scenarios = new ArrayList<>();

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "How many processes put the load on; a file and a store in memory allow one"
                    + " (default: ${DEFAULT-VALUE}).")
    private int workers = 1;

    @Option(
            names = "--entities",
            paramLabel = "N",
            description = "How many entities the scenario many has (default: ${DEFAULT-VALUE}).")
    private int entities = 1000;

    @Option(
            names = "--limit",
            paramLabel = LimitOption.SYNTAX,
            description =
                    "A limit of the scenarios' resources; may be repeated. Without any they have limits so wide that only"
                            + " the store binds; the scenario storm has 200 a second.")
    private List<String> limits = new ArrayList<>();

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "What the scenario trace repeats: any file that replay reads. Names get load- before them.")
    private @Nullable String trace;

    @Option(
            names = "--speed",
            paramLabel = "FACTOR",
            description = "How fast the trace is played: 2 is twice as fast (default: ${DEFAULT-VALUE}).")
    private double speed = 1;

    @Option(
            names = "--code",
            paramLabel = "PATH",
            description =
                    "Where classes of scenarios are: a jar, a folder of classes, or a folder of sources, which is compiled"
                            + " first; may be repeated.")
    private List<String> code = new ArrayList<>();

    @Option(
            names = "--deadline",
            paramLabel = "MILLIS",
            description = "How long an acquire waits for the store, as in the application (default: ${DEFAULT-VALUE}).")
    private long deadline = RunPlan.USUAL_DEADLINE_MILLIS;

    @Option(names = "--seed", paramLabel = "N", description = "What is random comes of it (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "A new folder for all that is written down (default: loadtest- and the time).")
    private @Nullable String out;

    @Option(
            names = "--memory",
            description =
                    "A store in the memory of the worker instead of a table or a file: what the library itself takes.")
    private boolean memory;

    boolean memory() {
        return memory;
    }

    /** The name of the run's folder, and so of the run. */
    Path folder(Instant now) {
        String name = out == null ? "loadtest-" + NAME.format(now.atOffset(ZoneOffset.UTC)) : out;
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new InvalidInputException("--out", name, "the name of a folder");
        }
    }

    /**
     * Makes the folder, which must not be there: of two runs that are called the same, one gets it.
     *
     * @return the folder; of two runs that name none and begin in the same second, each has its own
     */
    Path make(Path folder) throws IOException {
        Path parent = folder.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        for (int i = 1; ; i++) {
            Path made = i == 1 ? folder : folder.resolveSibling(folder.getFileName() + "-" + i);
            try {
                return Files.createDirectory(made);
            } catch (FileAlreadyExistsException e) {
                if (out != null || i == MOST_AT_ONCE) {
                    throw new InvalidInputException("--out", folder, "a folder that is not there yet");
                }
            }
        }
    }

    int workers() {
        return workers;
    }

    /**
     * The plan. Nothing is written but the folder, with a trace and compiled scenarios if there are any.
     *
     * @throws InvalidInputException if an option is wrong
     */
    RunPlan plan(Path folder, StorePlace store, String namespace, List<Stage> stages, RecordedTraces traces)
            throws IOException {
        int users = stages.stream().mapToInt(Stage::users).max().orElse(0);
        if (workers > users) {
            throw new InvalidInputException("--workers", workers, "at most one for each user (" + users + ")");
        }
        List<RunPlan.Part> parts = parts();
        boolean traced = parts.stream().anyMatch(part -> part.name().equals(Scenarios.TRACE));
        if (traced != (trace != null)) {
            throw new BadInputException(
                    traced
                            ? "--scenario trace needs --trace FILE"
                            : "--trace is for --scenario trace, which is not named");
        }
        RunPlan plan = new RunPlan(
                String.valueOf(folder.getFileName()),
                0,
                workers,
                store,
                namespace,
                parts,
                stages,
                entities,
                LimitOption.parseAll("--limit", limits),
                speed,
                seed,
                code(folder),
                deadline);
        if (trace != null) {
            List<String> names =
                    plan.limits().stream().map(limit -> limit.name()).toList();
            traces.write(trace, names, folder.resolve(RunPlan.TRACE));
        }
        // A scenario that does not exist is told here, and not by each worker.
        Scenarios.of(plan, folder, 0);
        return plan;
    }

    private List<RunPlan.Part> parts() {
        List<RunPlan.Part> parts = new ArrayList<>();
        for (String text : scenarios.isEmpty() ? List.of("highest-rate") : scenarios) {
            int equals = text.indexOf('=');
            String name = equals < 0 ? text : text.substring(0, equals);
            if (parts.stream().anyMatch(part -> part.name().equals(name))) {
                throw new InvalidInputException("--scenario", text, "each scenario once");
            }
            parts.add(new RunPlan.Part(name, equals < 0 ? 1 : weight(text, text.substring(equals + 1))));
        }
        return parts;
    }

    private static int weight(String text, String weight) {
        try {
            int number = Integer.parseInt(weight);
            if (number >= 1 && number <= 1000) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, with what is allowed.
        }
        throw new InvalidInputException("--scenario " + text + ": weight", weight, "1 to 1000");
    }

    private List<String> code(Path folder) throws IOException {
        List<String> found = new ArrayList<>();
        List<Path> sources = new ArrayList<>();
        for (String each : code) {
            Path path = Path.of(each).toAbsolutePath();
            if (!Files.exists(path)) {
                throw new InvalidInputException("--code", each, "a jar or a folder that is there");
            }
            if (SourceFolder.is(path)) {
                sources.add(path);
            } else {
                found.add(path.toString());
            }
        }
        int number = 0;
        for (Path source : sources) {
            Path classes = folder.resolve("code-" + number++).toAbsolutePath();
            SourceFolder.compile(source, found, classes);
            found.add(classes.toString());
        }
        return found;
    }
}
