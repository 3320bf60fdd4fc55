package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimiterFaultException;
import dev.zaelimiter.internal.engine.planning.Tokens;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What the pipeline of a first shard lends to takes from several shards: its clock, its way out for writes, and a place
 * for calls of their own. Belongs to the one who works the pipeline.
 */
public final class MultiShardHost {

    private final Work work;
    private final BucketWorker worker;

    MultiShardHost(Work work, BucketWorker worker) {
        this.work = work;
        this.worker = worker;
    }

    /** A place for calls that are under way at the same time as those of the first shard. */
    public CallSlot newSlot() {
        return work.anotherSlot();
    }

    /** How many such calls failed before this pipeline went on from what was left of another. */
    public int failedBefore() {
        return work.severalFailed;
    }

    /** Reads the clocks, for all that is decided until the next reading. */
    public void touch() {
        work.touch();
    }

    /** The monotonic clock as it was last read. */
    public long nowNanos() {
        return work.nowNanos();
    }

    /** The first shard was read, in a read that began at a moment of the monotonic clock. */
    public void saw(Item item, long beganNanos) {
        worker.saw(item, beganNanos);
    }

    /** See {@link WriteReporter#lostTake}. */
    public void lost(Tokens taken, @Nullable Throwable cause) {
        work.reporter.lostTake(taken, cause);
    }

    /** See {@link WriteGate#transact}. */
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        return work.gate.transact(writes, token);
    }

    /** See {@link WriteGate#faultOf(String, List, Map, TransactionResult.Refused)}. */
    public @Nullable LimiterFaultException faultOf(
            String what, List<Write> writes, Map<Key, Item> from, TransactionResult.Refused refused) {
        return work.gate.faultOf(what, writes, from, refused);
    }
}
