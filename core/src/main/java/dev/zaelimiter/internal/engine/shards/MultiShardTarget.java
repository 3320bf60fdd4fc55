package dev.zaelimiter.internal.engine.shards;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.Correction;
import dev.zaelimiter.internal.engine.pipeline.CorrectionTarget;
import dev.zaelimiter.internal.engine.planning.Tokens;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The origin of a grant that was taken from several shards. Each gets back at most what it gave, so that nothing is cut at
 * the ceiling of one that lies with another. Immutable.
 */
final class MultiShardTarget implements CorrectionTarget {

    private final List<Given> given;

    /** Takes one or more. What no shard gave goes to the first. */
    MultiShardTarget(List<Given> given) {
        this.given = List.copyOf(given);
    }

    /**
     * What one shard gave.
     *
     * @param shard which
     * @param tokens of which limits how much
     */
    record Given(BucketPipeline shard, Tokens tokens) {}

    @Override
    public void adjust(Correction correction, Outbox out) {
        // Not as Tokens: what is lost is told in this order, which the pinned runs of the simulation show.
        Map<String, Long> left = new HashMap<>();
        correction.amounts().forEach((limit, milli) -> left.merge(limit, milli, Long::sum));
        // The last one gave the least, mostly: a correction of some tokens makes one write.
        for (int s = given.size() - 1; s > 0; s--) {
            correct(given.get(s).shard, backTo(given.get(s), left), correction.place(), out);
        }
        correct(given.get(0).shard, left, correction.place(), out);
    }

    /** Whichever shard: only their sum is looked at. */
    @Override
    public void count(Correction correction, Outbox out) {
        given.get(0).shard.count(correction, out);
    }

    /** What goes back to one shard, which is taken out of what is left to be corrected. */
    private static Map<String, Long> backTo(Given part, Map<String, Long> left) {
        Map<String, Long> back = new HashMap<>();
        part.tokens.forEach((limit, gave) -> {
            long owed = left.getOrDefault(limit, 0L);
            if (owed < 0) {
                long amount = Math.max(owed, -gave);
                back.put(limit, amount);
                left.put(limit, owed - amount);
            }
        });
        return back;
    }

    private static void correct(CorrectionTarget shard, Map<String, Long> changes, long place, Outbox out) {
        Tokens.Builder amounts = new Tokens.Builder(changes.size());
        changes.forEach(amounts::add);
        Correction correction = new Correction(amounts.build(), place);
        if (correction.size() > 0) {
            shard.adjust(correction, out);
        }
    }
}
