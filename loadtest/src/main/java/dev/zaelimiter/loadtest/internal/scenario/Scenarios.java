package dev.zaelimiter.loadtest.internal.scenario;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.loadtest.LoadScenario;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The scenarios by their names: those that come with us, and classes of others. */
public final class Scenarios {

    /** The scenario that needs a trace. */
    public static final String TRACE = "trace";

    private static final Map<String, Built> BUILT = new LinkedHashMap<>();

    /**
     * One that comes with us.
     *
     * @param about it, in a line
     * @param maker makes it
     */
    private record Built(String about, Supplier<LoadScenario> maker) {}

    static {
        put("highest-rate", "One entity takes as fast as it can: what one bucket bears.", HighestRate::new);
        put("cascade", "Children take, and each take is charged to their one parent too.", Cascade::new);
        put("many", "Many entities, some of them far busier than others (Zipf).", Many::new);
        put(
                "model-calls",
                "Calls to a language model: tokens are taken by an estimate, the answer streams, what was used is settled.",
                ModelCalls::new);
        put("storm", "All users come back at the same moment, again and again, as after a reset.", Storm::new);
    }

    private Scenarios() {}

    private static void put(String name, String about, Supplier<LoadScenario> maker) {
        BUILT.put(name, new Built(about, maker));
    }

    /**
     * What comes with us.
     *
     * @return a line about each, by its name, in order
     */
    public static Map<String, String> about() {
        Map<String, String> about = new LinkedHashMap<>();
        BUILT.forEach((name, built) -> about.put(name, built.about));
        about.put(TRACE, "Requests that were recorded, at their own pace or faster.");
        return about;
    }

    /**
     * The scenarios of a plan, in its order.
     *
     * @param plan names them
     * @param run its folder, for a trace
     * @param worker for whom; it plays its part of a trace
     * @return one object for each
     * @throws InvalidInputException if there is none of a name, or a class of that name can't be used
     */
    public static List<LoadScenario> of(RunPlan plan, Path run, int worker) {
        List<LoadScenario> scenarios = new ArrayList<>();
        OwnCode own = new OwnCode(plan.code());
        for (RunPlan.Part part : plan.scenarios()) {
            Built built = BUILT.get(part.name());
            if (built != null) {
                scenarios.add(built.maker.get());
            } else if (part.name().equals(TRACE)) {
                scenarios.add(new Trace(run.resolve(RunPlan.TRACE), plan.speed(), worker, plan.workers()));
            } else {
                scenarios.add(own.scenario(part.name(), about().keySet()));
            }
        }
        return scenarios;
    }
}
