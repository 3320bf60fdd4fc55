package dev.zaelimiter;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What many windows come to.
 *
 * @param window how long each is
 * @param windows how many different windows there are in which anything was counted
 * @param records how many records they consist of: one for each entity and resource
 * @param first when the earliest of them began; empty if there is none
 * @param last when the latest of them began; empty if there is none
 * @param limits by name of the limit, in order of the names
 */
public record UsageSummary(
        UsageWindow window,
        long windows,
        long records,
        Optional<Instant> first,
        Optional<Instant> last,
        Map<String, Total> limits) {

    /** Copies the map. */
    public UsageSummary {
        limits = Collections.unmodifiableMap(new TreeMap<>(limits));
    }

    /**
     * One limit over all windows.
     *
     * @param usage the sum
     * @param average tokens for each of the {@link #windows}
     * @param peak the most in one window, over all entities and resources asked for
     * @param peakStart when that window began; the earliest of several
     */
    public record Total(LimitUsage usage, double average, UsageAmount peak, Instant peakStart) {}
}
