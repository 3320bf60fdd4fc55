package dev.zaelimiter.internal.facets;

import dev.zaelimiter.LimitUsage;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageRecord;
import dev.zaelimiter.UsageSummary;
import dev.zaelimiter.UsageWindow;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Sums usage up, window by window: a window of many entities and resources is one. For one thread. */
final class UsageSums {

    private final UsageWindow window;
    private final TreeMap<Instant, Map<String, LimitUsage>> windows = new TreeMap<>();
    private long records;

    UsageSums(UsageWindow window) {
        this.window = window;
    }

    void add(UsageRecord record) {
        records++;
        Map<String, LimitUsage> limits = windows.computeIfAbsent(record.start(), start -> new TreeMap<>());
        record.limits().forEach((limit, usage) -> limits.merge(limit, usage, LimitUsage::plus));
    }

    UsageSummary summary() {
        Map<String, UsageSummary.Total> totals = new TreeMap<>();
        windows.forEach((start, limits) -> limits.forEach((limit, usage) ->
                totals.merge(limit, new UsageSummary.Total(usage, 0, usage.consumed(), start), UsageSums::later)));
        totals.replaceAll((limit, total) -> new UsageSummary.Total(
                total.usage(),
                total.usage().consumed().doubleValue() / windows.size(),
                total.peak(),
                total.peakStart()));
        return new UsageSummary(
                window,
                windows.size(),
                records,
                windows.isEmpty() ? Optional.empty() : Optional.of(windows.firstKey()),
                windows.isEmpty() ? Optional.empty() : Optional.of(windows.lastKey()),
                totals);
    }

    /** Adds a later window; of equal peaks the earlier stays. */
    private static UsageSummary.Total later(UsageSummary.Total sum, UsageSummary.Total next) {
        UsageAmount peak = next.peak();
        boolean higher = peak.compareTo(sum.peak()) > 0;
        return new UsageSummary.Total(
                sum.usage().plus(next.usage()),
                0,
                higher ? peak : sum.peak(),
                higher ? next.peakStart() : sum.peakStart());
    }
}
