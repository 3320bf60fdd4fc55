package dev.zaelimiter.internal.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The origin of a grant that was taken from several shards. Each gets back at most what it gave, so that nothing is cut at
 * the ceiling of one that lies with another. Immutable.
 */
final class SeveralShards implements Origin {

    private final List<Given> given;

    /** Takes one or more. What no shard gave goes to the first. */
    SeveralShards(List<Given> given) {
        this.given = List.copyOf(given);
    }

    /**
     * What one shard gave.
     *
     * @param shard which
     * @param milli millitokens by limit
     */
    record Given(Origin shard, Map<String, Long> milli) {}

    @Override
    public void adjust(List<String> names, List<Long> milli, long place, Outbox out) {
        Map<String, Long> left = new HashMap<>();
        for (int k = 0; k < names.size(); k++) {
            left.merge(names.get(k), milli.get(k), Long::sum);
        }
        // The last one gave the least, mostly: a correction of some tokens makes one write.
        for (int s = given.size() - 1; s > 0; s--) {
            correct(given.get(s).shard, backTo(given.get(s), left), place, out);
        }
        correct(given.get(0).shard, left, place, out);
    }

    /** What goes back to one shard, which is taken out of what is left to be corrected. */
    private static Map<String, Long> backTo(Given part, Map<String, Long> left) {
        Map<String, Long> back = new HashMap<>();
        part.milli.forEach((name, gave) -> {
            long owed = left.getOrDefault(name, 0L);
            if (owed < 0) {
                long amount = Math.max(owed, -gave);
                back.put(name, amount);
                left.put(name, owed - amount);
            }
        });
        return back;
    }

    private static void correct(Origin shard, Map<String, Long> changes, long place, Outbox out) {
        List<String> names = new ArrayList<>();
        List<Long> milli = new ArrayList<>();
        changes.forEach((name, amount) -> {
            if (amount != 0) {
                names.add(name);
                milli.add(amount);
            }
        });
        if (!names.isEmpty()) {
            shard.adjust(names, milli, place, out);
        }
    }
}
