package dev.zaelimiter.aggregator;

import dev.zaelimiter.Lease;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsagePage;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageRecord;
import dev.zaelimiter.UsageWindow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What was consumed, by the window, as usage has to say it. */
final class ConsumedTruth {

    private final Map<String, UsageAmount> truth = new TreeMap<>();
    private final Set<String> deleted = new TreeSet<>();

    /** The same as it is now. */
    ConsumedTruth copy() {
        ConsumedTruth copy = new ConsumedTruth();
        copy.truth.putAll(truth);
        copy.deleted.addAll(deleted);
        return copy;
    }

    /** An entity is deleted with its usage. */
    void forget(String entity) {
        deleted.add(entity);
    }

    /** What was consumed now; of a child the parent, too. */
    void note(Lease lease, String limit, long amount, Instant now) {
        if (amount == 0) {
            return;
        }
        List<String> charged =
                lease.entity().startsWith("child") ? List.of(lease.entity(), "org") : List.of(lease.entity());
        for (String entity : charged) {
            for (UsageWindow window : UsageWindow.values()) {
                truth.merge(
                        entity + " " + lease.resource() + " " + limit + " " + window + " " + window.start(now),
                        new UsageAmount(amount, 0),
                        UsageAmount::plus);
            }
        }
    }

    /** Where usage is not what was consumed. */
    List<String> differences(LimitRepository repository, String... resources) {
        Map<String, UsageAmount> counted = counted(repository, resources);
        TreeSet<String> names = new TreeSet<>(truth.keySet());
        names.addAll(counted.keySet());
        return names.stream()
                .filter(name -> !isRight(
                        name, truth.getOrDefault(name, UsageAmount.NONE), counted.getOrDefault(name, UsageAmount.NONE)))
                .map(name -> name + ": " + counted.get(name) + " of " + truth.get(name))
                .toList();
    }

    /** Of what was deleted, what came before and is delivered after it may be counted anew. */
    private boolean isRight(String name, UsageAmount consumed, UsageAmount counted) {
        return deleted.stream().anyMatch(entity -> name.startsWith(entity + " ")) || consumed.equals(counted);
    }

    private static Map<String, UsageAmount> counted(LimitRepository repository, String... resources) {
        Map<String, UsageAmount> counted = new TreeMap<>();
        for (String resource : resources) {
            for (UsageWindow window : UsageWindow.values()) {
                String after = null;
                do {
                    UsagePage page = repository
                            .usage()
                            .read(UsageQuery.ofResource(resource).window(window), 7, after);
                    for (UsageRecord each : page.records()) {
                        each.limits()
                                .forEach((limit, usage) -> counted.put(
                                        each.entity() + " " + each.resource() + " " + limit + " " + window + " "
                                                + each.start(),
                                        usage.consumed()));
                    }
                    after = page.next().orElse(null);
                } while (after != null);
            }
        }
        return counted;
    }
}
