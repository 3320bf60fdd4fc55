package dev.zaelimiter.loadtest.internal.plan;

import java.util.List;

/** Plans for tests. */
public final class Plans {

    private Plans() {}

    /** One worker that plays a scenario. */
    public static RunPlan of(StorePlace store, String scenario, Stage... stages) {
        return new RunPlan(
                "test",
                0,
                1,
                store,
                "loadtest",
                List.of(new RunPlan.Part(scenario, 1)),
                List.of(stages),
                10,
                List.of(),
                1,
                7,
                List.of());
    }

    /** The same for more workers. */
    public static RunPlan withWorkers(RunPlan plan, int workers) {
        return new RunPlan(
                plan.name(),
                plan.startAtMillis(),
                workers,
                plan.store(),
                plan.namespace(),
                plan.scenarios(),
                plan.stages(),
                plan.entities(),
                plan.limits(),
                plan.speed(),
                plan.seed(),
                plan.code());
    }

    /** The same with limits of one's own. */
    public static RunPlan withLimits(RunPlan plan, dev.zaelimiter.Limit... limits) {
        return new RunPlan(
                plan.name(),
                plan.startAtMillis(),
                plan.workers(),
                plan.store(),
                plan.namespace(),
                plan.scenarios(),
                plan.stages(),
                plan.entities(),
                List.of(limits),
                plan.speed(),
                plan.seed(),
                plan.code());
    }

    /** The same at another speed. */
    public static RunPlan withSpeed(RunPlan plan, double speed) {
        return new RunPlan(
                plan.name(),
                plan.startAtMillis(),
                plan.workers(),
                plan.store(),
                plan.namespace(),
                plan.scenarios(),
                plan.stages(),
                plan.entities(),
                plan.limits(),
                speed,
                plan.seed(),
                plan.code());
    }

    /** The same with code of others. */
    public static RunPlan withCode(RunPlan plan, String... code) {
        return new RunPlan(
                plan.name(),
                plan.startAtMillis(),
                plan.workers(),
                plan.store(),
                plan.namespace(),
                plan.scenarios(),
                plan.stages(),
                plan.entities(),
                plan.limits(),
                plan.speed(),
                plan.seed(),
                List.of(code));
    }
}
