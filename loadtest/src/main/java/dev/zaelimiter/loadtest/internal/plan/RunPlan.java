package dev.zaelimiter.loadtest.internal.plan;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a load test is asked to do: {@code run.json}.
 *
 * @param name of the run
 * @param startAtMillis when the workers begin; 0 for at once, or {@link #WHEN_TOLD}
 * @param workers how many there are
 * @param store where the limits live
 * @param namespace its name
 * @param scenarios what is played, with weights
 * @param stages how much of it, one after the other
 * @param entities how many entities scenarios of many have
 * @param limits those that were asked for; empty for those of the scenarios
 * @param speed of a trace
 * @param seed of what is random
 * @param code jars and folders with scenarios of others
 * @param deadlineMillis how long an acquire waits for the store
 */
public record RunPlan(
        String name,
        long startAtMillis,
        int workers,
        StorePlace store,
        String namespace,
        List<Part> scenarios,
        List<Stage> stages,
        int entities,
        List<Limit> limits,
        double speed,
        long seed,
        List<String> code,
        long deadlineMillis) {

    /** How long an acquire waits for the store where nobody says otherwise: as in an application. */
    public static final long USUAL_DEADLINE_MILLIS = 1000;

    /** The longest such time. */
    public static final long LONGEST_DEADLINE_MILLIS = 60_000;

    /** The name of its file. */
    public static final String FILE = "run.json";

    /** The file of what the trace holds. */
    public static final String TRACE = "trace.tsv";

    /** In the place of a time: all begin when a file says so, once they are ready. */
    public static final long WHEN_TOLD = -1;

    /** That file: a time. */
    public static final String START = "start";

    /** The format that is written, and the latest that is understood. */
    public static final int FORMAT = 1;

    /** The most workers. */
    public static final int MOST_WORKERS = 1000;

    /** The most entities. */
    public static final int MOST_ENTITIES = 1_000_000;

    /**
     * A scenario and its share.
     *
     * @param name of the scenario
     * @param weight how often it is played, beside the others
     */
    public record Part(String name, int weight) {

        /** Checks the weight. */
        public Part {
            if (weight < 1 || weight > 1000) {
                throw new InvalidInputException("weight of " + name, weight, "1 to 1000");
            }
        }
    }

    /** One with the usual deadline. */
    public RunPlan(
            String name,
            long startAtMillis,
            int workers,
            StorePlace store,
            String namespace,
            List<Part> scenarios,
            List<Stage> stages,
            int entities,
            List<Limit> limits,
            double speed,
            long seed,
            List<String> code) {
        this(
                name,
                startAtMillis,
                workers,
                store,
                namespace,
                scenarios,
                stages,
                entities,
                limits,
                speed,
                seed,
                code,
                USUAL_DEADLINE_MILLIS);
    }

    /** Checks what stands together. */
    public RunPlan {
        scenarios = List.copyOf(scenarios);
        stages = List.copyOf(stages);
        limits = List.copyOf(limits);
        code = List.copyOf(code);
        if (workers < 1 || workers > MOST_WORKERS) {
            throw new InvalidInputException("workers", workers, "1 to " + MOST_WORKERS);
        }
        if (workers > 1 && store.ofOneProcess()) {
            throw new InvalidInputException(
                    "workers", workers, "1 on a " + kind(store) + ", which one process has open");
        }
        if (entities < 1 || entities > MOST_ENTITIES) {
            throw new InvalidInputException("entities", entities, "1 to " + MOST_ENTITIES);
        }
        if (!(speed > 0 && speed <= 1e6)) {
            throw new InvalidInputException("speed", speed, "more than 0, to 10^6");
        }
        if (deadlineMillis < 1 || deadlineMillis > LONGEST_DEADLINE_MILLIS) {
            throw new InvalidInputException("deadline", deadlineMillis, "1 to " + LONGEST_DEADLINE_MILLIS + " ms");
        }
        if (scenarios.isEmpty()) {
            throw new InvalidInputException("scenarios", scenarios, "one or more");
        }
        if (stages.isEmpty()) {
            throw new InvalidInputException("stages", stages, "one or more");
        }
    }

    private static String kind(StorePlace store) {
        return store instanceof StorePlace.Memory ? "store in memory" : "file";
    }

    /** How long all stages last together. */
    public long millis() {
        return stages.stream().mapToLong(Stage::millis).sum();
    }

    /** The same with another beginning. */
    public RunPlan startingAt(long millis) {
        return new RunPlan(
                name,
                millis,
                workers,
                store,
                namespace,
                scenarios,
                stages,
                entities,
                limits,
                speed,
                seed,
                code,
                deadlineMillis);
    }

    /**
     * Reads the plan of a run.
     *
     * @param run its folder
     * @return the plan
     * @throws InvalidInputException if there is none, or it can't be used
     */
    public static RunPlan read(Path run) {
        String text;
        try {
            text = Files.readString(run.resolve(FILE));
        } catch (IOException e) {
            throw new InvalidInputException(
                    "the folder of a run", run, "a folder with a file " + FILE + " that can be read");
        }
        Fields fields = Fields.parse(FILE, text);
        fields.whole("format", 1, FORMAT);
        List<Part> parts = new ArrayList<>();
        for (Fields each : fields.objects("scenarios")) {
            parts.add(new Part(each.text("name"), (int) each.whole("weight", 1, 1000, 1)));
        }
        List<Stage> stages = new ArrayList<>();
        for (Fields each : fields.objects("stages")) {
            stages.add(new Stage(
                    (int) each.whole("users", 0, Stage.MOST_USERS),
                    each.number("per_second", 0, Stage.MOST_PER_SECOND, 0),
                    each.whole("millis", 1, Stage.MOST_MILLIS)));
        }
        List<Limit> limits = new ArrayList<>();
        for (Fields each : fields.objects("limits")) {
            limits.add(limit(each));
        }
        return new RunPlan(
                fields.text("name"),
                started(run, fields.whole("start_at_ms", WHEN_TOLD, Long.MAX_VALUE, 0)),
                (int) fields.whole("workers", 1, MOST_WORKERS),
                StorePlace.of(fields.object("store")),
                fields.text("namespace"),
                parts,
                stages,
                (int) fields.whole("entities", 1, MOST_ENTITIES, 1000),
                limits,
                fields.number("speed", Double.MIN_VALUE, 1e6, 1),
                fields.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE, 0),
                fields.texts("code"),
                fields.whole("deadline_ms", 1, LONGEST_DEADLINE_MILLIS, USUAL_DEADLINE_MILLIS));
    }

    private static long started(Path run, long planned) {
        return planned == WHEN_TOLD ? told(run) : planned;
    }

    /**
     * When all begin, as the file says.
     *
     * @param run the folder of the run
     * @return a time, or {@link #WHEN_TOLD} if it is not said yet
     */
    public static long told(Path run) {
        try {
            return Long.parseLong(Files.readString(run.resolve(START)).strip());
        } catch (IOException | NumberFormatException e) {
            return WHEN_TOLD;
        }
    }

    private static Limit limit(Fields fields) {
        String name = fields.text("name");
        long capacity = fields.whole("capacity", 1, Limit.MAX_AMOUNT);
        long period = fields.whole("period_ms", 0, Limit.MAX_PERIOD.toMillis());
        return period == 0
                ? Limit.budget(name, capacity)
                : Limit.custom(name, capacity, fields.whole("refill", 1, Limit.MAX_AMOUNT), Duration.ofMillis(period));
    }

    /**
     * Writes it, whole or not at all.
     *
     * @param run its folder, which is made if it is missing
     * @throws IOException if it can't be written
     */
    public void write(Path run) throws IOException {
        Files.createDirectories(run);
        WrittenWhole.write(run.resolve(FILE), Json.text(toMap()) + "\n");
    }

    /** As it stands in the file. */
    public Map<String, @Nullable Object> toMap() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("format", FORMAT);
        map.put("name", name);
        map.put("start_at_ms", startAtMillis);
        map.put("workers", workers);
        map.put("store", store.toMap());
        map.put("namespace", namespace);
        map.put(
                "scenarios",
                scenarios.stream()
                        .map(each -> Map.of("name", each.name(), "weight", each.weight()))
                        .toList());
        map.put(
                "stages",
                stages.stream()
                        .map(each ->
                                Map.of("users", each.users(), "per_second", each.perSecond(), "millis", each.millis()))
                        .toList());
        map.put("entities", entities);
        map.put("limits", limits.stream().map(RunPlan::map).toList());
        map.put("speed", speed);
        map.put("seed", seed);
        map.put("code", code);
        map.put("deadline_ms", deadlineMillis);
        return map;
    }

    private static Map<String, Object> map(Limit limit) {
        return Map.of(
                "name",
                limit.name(),
                "capacity",
                limit.capacity(),
                "refill",
                limit.isBudget() ? 0 : limit.refillAmount(),
                "period_ms",
                limit.isBudget() ? 0 : limit.refillPeriod().toMillis());
    }
}
