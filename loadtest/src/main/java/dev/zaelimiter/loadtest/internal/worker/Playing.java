package dev.zaelimiter.loadtest.internal.worker;

import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Environment;
import dev.zaelimiter.loadtest.LoadScenario;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import java.util.List;
import java.util.random.RandomGenerator;

/** What the users of a worker share. Immutable. */
record Playing(
        RunPlan plan,
        Environment environment,
        AsyncRateLimiter limiter,
        List<LoadScenario> scenarios,
        Tally tally,
        BucketTally buckets,
        Pauses pauses) {

    /** One of the scenarios, by their weights. */
    LoadScenario scenario(RandomGenerator random) {
        if (scenarios.size() == 1) {
            return scenarios.get(0);
        }
        int all = 0;
        for (RunPlan.Part part : plan.scenarios()) {
            all += part.weight();
        }
        int left = random.nextInt(all);
        int place = 0;
        while (left >= plan.scenarios().get(place).weight()) {
            left -= plan.scenarios().get(place++).weight();
        }
        return scenarios.get(place);
    }
}
