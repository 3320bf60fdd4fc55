package dev.zaelimiter.aggregator;

import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.UsageWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a batch says of one owner's usage: one contribution for each change that consumed, in order.
 *
 * @param owner whose
 * @param contributions in order of their numbers, at least one
 */
record UsageGroup(BucketId.Owner owner, List<Contribution> contributions) {

    /** What is to be added to each window, one write each. */
    List<UsageIncrement> increments(String streamShard, Set<UsageWindow> windows) {
        Keys keys = new Keys(owner.namespace());
        List<UsageIncrement> increments = new ArrayList<>();
        for (UsageWindow window : windows) {
            byStart(window)
                    .forEach((start, each) -> increments.add(new UsageIncrement(
                            new UsageWriter.Target(keys, owner.entity(), owner.resource(), window, start),
                            streamShard,
                            each)));
        }
        return increments;
    }

    private Map<Instant, List<Contribution>> byStart(UsageWindow window) {
        Map<Instant, List<Contribution>> byStart = new LinkedHashMap<>();
        List<Contribution> current = new ArrayList<>();
        long from = 0;
        long until = 0;
        for (Contribution each : contributions) {
            long at = each.atMillis();
            if (at < from || at >= until) {
                Instant start = window.start(Instant.ofEpochMilli(at));
                from = start.toEpochMilli();
                until = window.end(start).toEpochMilli();
                current = byStart.computeIfAbsent(start, key -> new ArrayList<>());
            }
            current.add(each);
        }
        return byStart;
    }
}
