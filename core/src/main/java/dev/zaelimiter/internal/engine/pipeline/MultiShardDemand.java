package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import java.util.List;

/**
 * A demand that may be taken from several shards in one transaction. Belongs to the one who works the pipeline of the
 * first shard.
 */
public abstract class MultiShardDemand extends Demand {

    public MultiShardDemand(TakeRequest take, long configMark, boolean tolerant) {
        super(take, configMark, tolerant);
    }

    /** What is to be taken: nothing of a limit that the bucket is not asked for. */
    public abstract TakeRequest wanted();

    /** One shard was found that may hold all of it: its number. */
    public abstract void goTo(int alone, Outbox out);

    /**
     * A shard lacks one of the limits: it is given it there, where not all will fit, and then all shards are asked
     * again.
     */
    public abstract void learnAt(int lacking, Outbox out);

    /** Ends it, with a time to come back if others were faster, otherwise a negative one. Local if it made no call. */
    public abstract void refuse(long contendedRetryMillis, boolean local, Outbox out);

    /** It was taken from several shards, which left the limits so. Before it ends. */
    public abstract void takenFrom(CorrectionTarget several, List<LimitStatus> statuses);

    /** Gives back all that the bucket was asked for. */
    public abstract void giveBack(Outbox out);
}
