package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one process of the Python system remembers: into how many shards buckets are divided, which only grows; and
 * parents.
 */
final class PythonMemory {

    private final Scenario scenario;
    private final SplittableRandom random;
    private final Map<String, Integer> counts = new TreeMap<>();
    private final Map<String, String> parents = new TreeMap<>();

    PythonMemory(Scenario scenario, SplittableRandom random) {
        this.scenario = scenario;
        this.random = random;
    }

    List<Limit> limits(String entity) {
        return entity.equals(RequestGenerator.PARENT) && !scenario.parentLimits.isEmpty()
                ? scenario.parentLimits
                : scenario.limits;
    }

    int count(String entity) {
        return counts.getOrDefault(entity, 1);
    }

    void learn(String entity, int count) {
        counts.merge(entity, count, Math::max);
    }

    void saw(String entity, @Nullable PythonImage image) {
        if (image != null) {
            learn(entity, (int) image.count());
        }
    }

    /** Any of the shards that it believes in. */
    int draw(String entity) {
        return below(count(entity));
    }

    int below(int bound) {
        return bound <= 1 ? 0 : random.nextInt(bound);
    }

    long token() {
        return random.nextLong();
    }

    @Nullable
    String parent(String entity) {
        return parents.get(entity);
    }

    void owns(String entity, @Nullable String parent) {
        if (parent != null) {
            parents.put(entity, parent);
        }
    }

    /** Seven times as long as the slowest of the limits takes to fill, in seconds; 0 for ever. */
    long ttl() {
        long slowest = 0;
        for (Limit limit : scenario.limits) {
            slowest = Math.max(
                    slowest,
                    limit.capacity()
                            * limit.refillPeriod().toSeconds()
                            * scenario.ttlMultiplier
                            / limit.refillAmount());
        }
        return slowest;
    }
}
