package dev.zaelimiter.internal.engine.shards;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.Correction;
import dev.zaelimiter.internal.engine.pipeline.CorrectionTarget;
import dev.zaelimiter.internal.engine.planning.Tokens;
import dev.zaelimiter.internal.guard.OneByOne;
import java.util.List;

/**
 * The origin of a grant that was taken from several shards. Each gets back at most what it gave, so that nothing is cut
 * at the ceiling of one that lies with another. Immutable.
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
        Tokens left = correction.amounts();
        OneByOne turns = new OneByOne();
        // The last one gave the least, mostly: a correction of some tokens makes one write.
        for (int s = given.size() - 1; s > 0; s--) {
            BucketPipeline shard = given.get(s).shard;
            Tokens back = backTo(given.get(s), left);
            turns.run(() -> correct(shard, back, correction.place(), out));
            left = left.minus(back);
        }
        Tokens rest = left.nonZero();
        turns.run(() -> correct(given.get(0).shard, rest, correction.place(), out));
        turns.end();
    }

    /** Whichever shard: only their sum is looked at. */
    @Override
    public void count(Correction correction, Outbox out) {
        given.get(0).shard.count(correction, out);
    }

    /** What goes back to one shard: of each limit no more than it gave. */
    private static Tokens backTo(Given part, Tokens left) {
        Tokens.Builder back = new Tokens.Builder(part.tokens.size());
        part.tokens.forEach((limit, gave) -> back.add(limit, Math.max(Math.min(0, left.milli(limit)), -gave)));
        return back.build();
    }

    private static void correct(CorrectionTarget shard, Tokens amounts, long place, Outbox out) {
        if (!amounts.isEmpty()) {
            shard.adjust(new Correction(amounts, place, null), out);
        }
    }
}
