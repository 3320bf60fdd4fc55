package dev.zaelimiter.tests.backends;

import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One limit that changes all the time, up and down in a slow wave, and the most that it may give. Changed by one
 * thread, asked when that has ended.
 */
final class LimitsOverTime {

    static final String NAME = "rps";

    private final long meanRate;
    private final double periodSeconds;
    /** Who has not heard of a change yet goes by what was so before, for so long. */
    private final double lagSeconds;

    private final List<Setting> settings = new ArrayList<>();

    private record Setting(double fromSeconds, long capacity, long rate) {}

    LimitsOverTime(long meanRate, double periodSeconds, double lagSeconds) {
        this.meanRate = meanRate;
        this.periodSeconds = periodSeconds;
        this.lagSeconds = lagSeconds;
    }

    /** What is stored next, at a time since the start. */
    Limit next(double seconds) {
        long rate = Math.round(meanRate * (1 + 0.8 * Math.sin(2 * Math.PI * seconds / periodSeconds)));
        Limit limit = Limit.custom(NAME, 2 * rate, rate, Duration.ofSeconds(1));
        settings.add(new Setting(seconds, limit.capacity(), rate));
        return limit;
    }

    int changes() {
        return settings.size();
    }

    /**
     * The most that may be given from the start on: the largest capacity, and what comes back under the fastest rate
     * that may hold.
     */
    long mostUntil(double seconds) {
        double most = settings.stream().mapToLong(Setting::capacity).max().orElse(0);
        double step = 0.25;
        for (double at = 0; at < seconds; at += step) {
            most += step * fastest(at, at + step);
        }
        return (long) Math.ceil(most);
    }

    private long fastest(double from, double until) {
        long fastest = 0;
        for (int i = 0; i < settings.size(); i++) {
            double ends = i + 1 < settings.size() ? settings.get(i + 1).fromSeconds + lagSeconds : Double.MAX_VALUE;
            if (settings.get(i).fromSeconds <= until && ends >= from) {
                fastest = Math.max(fastest, settings.get(i).rate);
            }
        }
        return fastest;
    }
}
