package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Draws what an operator changes: lower, higher, another period, one limit more or one less. */
final class ConfigChanges {

    private static final String EXTRA = "extra";

    private final SplittableRandom random;

    ConfigChanges(SplittableRandom random) {
        this.random = random;
    }

    List<Limit> next(List<Limit> before) {
        List<Limit> limits = new ArrayList<>(before);
        int at = random.nextInt(limits.size());
        Limit limit = limits.get(at);
        switch (random.nextInt(5)) {
            case 0 -> limits.set(at, with(limit, Math.max(1, limit.capacity() / 2), limit.refillPeriod()));
            case 1 -> limits.set(at, with(limit, limit.capacity() * 2, limit.refillPeriod()));
            case 2 -> limits.set(at, with(limit, limit.capacity(), period()));
            case 3 -> {
                if (limits.size() > 1) {
                    limits.remove(at);
                }
            }
            default -> {
                if (limits.stream().noneMatch(known -> known.name().equals(EXTRA))) {
                    limits.add(Limit.custom(EXTRA, 1 + random.nextLong(50), 1 + random.nextLong(10), period()));
                }
            }
        }
        return limits;
    }

    private static Limit with(Limit limit, long capacity, Duration period) {
        if (limit.isBudget()) {
            return Limit.budget(limit.name(), capacity);
        }
        Limit changed = Limit.custom(limit.name(), capacity, limit.refillAmount(), period);
        return limit.soft() ? changed.asSoft() : changed;
    }

    private Duration period() {
        long[] seconds = {1, 2, 7, 60, 3600, 86_400};
        return Duration.ofSeconds(seconds[random.nextInt(seconds.length)]);
    }
}
