package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.testkit.internal.simulation.StoredBucket.LimitView;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * How much more the shards of a bucket may hold than one bucket would. A full limit keeps a fraction of a millitoken
 * that came after its stamp: where it was filled up by what goes back, and where it is taken from while less than a
 * millitoken came. Only a refill that finds it full again cuts that. A shard that is made one with another takes it
 * along.
 */
final class MovedTokens {

    /** Of one limit. */
    private static final class Remainders {
        /** Shards that tokens were moved to, and that were not found full since. */
        private final Set<Integer> movedTo = new TreeSet<>();
        /** How often tokens were moved while there were any such shards. */
        private int times;
    }

    private final Map<String, Remainders> limits = new HashMap<>();

    /** A split or a merge has landed. */
    void moved(TransferLaw.Change... changes) {
        for (TransferLaw.Change change : changes) {
            StoredBucket before = change.before();
            StoredBucket after = change.after();
            if (after != null) {
                for (String limit : after.limits().keySet()) {
                    limits.computeIfAbsent(limit, name -> new Remainders())
                            .movedTo
                            .add(after.shard());
                }
            } else if (before != null) {
                limits.values().forEach(remainders -> remainders.movedTo.remove(before.shard()));
            }
        }
        for (Remainders remainders : limits.values()) {
            remainders.times = remainders.movedTo.isEmpty() ? 0 : remainders.times + 1;
        }
    }

    /** A shard was refilled: of a limit that was found full it holds no more than its ceiling. */
    void refilled(Sent sent, StoredBucket after) {
        Map<String, Long> net = Written.consumption(sent.write());
        limits.forEach((limit, remainders) -> {
            LimitView view = after.limits().get(limit);
            if (view == null || view.tk() + Math.max(0, net.getOrDefault(limit, 0L)) >= view.cap()) {
                remainders.movedTo.remove(after.shard());
                remainders.times = remainders.movedTo.isEmpty() ? 0 : remainders.times;
            }
        });
    }

    /** So many remainders of a millitoken of a limit at most, beside one for each shard. */
    int remainders(String limit) {
        Remainders remainders = limits.get(limit);
        return remainders == null ? 0 : remainders.times;
    }
}
