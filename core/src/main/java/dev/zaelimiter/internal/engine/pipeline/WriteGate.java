package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimiterFaultException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.RefusedWrite;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The one way by which writes of a bucket leave: batches, corrections, creations, rewrites, divisions, and takes from
 * several shards. It counts those in a row that came to nothing, and says how long to rest before the next, so that
 * there is no loop of plan and refusal without an end, whatever planner, store or stored limits say. Belongs to the one
 * who works the pipeline.
 *
 * <p>How many writes that makes at most is derived in the contributor's page on bounded writes. A rewrite that brings
 * the bucket in line with the stored limits has a count of its own: nobody waits for it, and while it rests the
 * bucket's own limits hold.
 *
 * <p>A plan holds for the image that it was made from. A write that is refused by that very image is a fault of ours:
 * it is counted, logged and told, and not made again.
 */
final class WriteGate {

    private static final long LONGEST_REST_NANOS = 200_000_000;
    private static final long LONGEST_REST_OF_REWRITES_NANOS = 10_000_000_000L;

    private final Engine engine;
    private final TurnClock clock;
    private final Backoff batches = new Backoff(LONGEST_REST_NANOS);
    private final Backoff rewrites = new Backoff(LONGEST_REST_OF_REWRITES_NANOS);
    private @Nullable RuntimeException rewritesFailWith;

    WriteGate(Engine engine, TurnClock clock) {
        this.engine = engine;
        this.clock = clock;
    }

    /** Sends a write; counted by the caller, who may have one counter for a write and its grant. */
    CompletableFuture<WriteResult> write(Write write) {
        return engine.store().write(write);
    }

    /** Sends writes that go together or not at all. */
    CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        engine.telemetry().countWrite();
        return engine.store().transact(writes, token);
    }

    /** A write has landed. Whether a rewrite came to something shows only in how the bucket is found then. */
    void landed(boolean rewrite) {
        if (rewrite) {
            rewritesFailWith = null;
            rewrites.inVain(clock.nowNanos(), engine.environment().random());
        } else {
            batches.succeeded();
        }
    }

    /** The bucket was found to hold what is stored: no rewrite is missing. */
    void foundInLine() {
        rewrites.succeeded();
    }

    /**
     * A write was refused. How often that happened says no more of its callers than how often one of them was tried:
     * what was tried before, for others, says nothing. Where many processes want what refills, each loses most writes,
     * and would else be among those who rest longest whenever a caller comes.
     *
     * @param rewrite whether it brings the bucket in line
     * @param triesOfCallers how often the caller who was tried most often was, with this write; 0 if it has no callers
     * @return how long to rest before the next, in nanoseconds; 0 for not at all
     */
    long refused(boolean rewrite, int triesOfCallers) {
        if (triesOfCallers > 0) {
            batches.triedAtMost(triesOfCallers - 1);
        }
        long rest = (rewrite ? rewrites : batches)
                .inVain(clock.nowNanos(), engine.environment().random());
        return rewrite ? 0 : rest;
    }

    /** A rewrite failed. One that is denied, or at fault, is not made again soon. */
    void rewriteFailed(RuntimeException failure) {
        if (failure instanceof StoreException store && store.retryable()) {
            rewrites.inVain(clock.nowNanos(), engine.environment().random());
        } else {
            rewritesFailWith = failure;
            rewrites.hopeless(clock.nowNanos(), engine.environment().random());
        }
    }

    /** Whether the bucket may be rewritten now. Nothing is rewritten for a repository that closes. */
    boolean mayRewrite() {
        return !engine.closed() && restOfRewrites() <= 0;
    }

    /** How long until the bucket may be rewritten, in nanoseconds. */
    long restOfRewrites() {
        return rewrites.leftNanos(clock.nowNanos());
    }

    /** Why the bucket can't be rewritten for the time being; null if that may come to something. */
    @Nullable
    RuntimeException rewritesFailWith() {
        return rewritesFailWith;
    }

    /**
     * What to tell if a write was refused by the very image that it was planned from; null if not.
     *
     * @param what kind of write it was
     * @param write which
     * @param from the item that it was planned from, or null if nothing can be told from that
     * @param current the item that refused it
     */
    @Nullable
    LimiterFaultException faultOf(String what, Write write, @Nullable Item from, @Nullable Item current) {
        if (from == null || !from.equals(current)) {
            return null;
        }
        LimiterFaultException fault = LimiterFaultException.of(
                what + " was refused by the very bucket that it was planned from: "
                        + RefusedWrite.describe(
                                write, from, engine.environment().wallMillis()),
                null);
        engine.telemetry().fault(fault);
        return fault;
    }

    /**
     * What to tell if all writes of a transaction that were refused met the very items that they were planned from;
     * null if not.
     *
     * @param what kind of transaction it was
     * @param writes which
     * @param from the items that they were planned from
     * @param refused the answer
     */
    @Nullable
    LimiterFaultException faultOf(
            String what, List<Write> writes, Map<Key, Item> from, TransactionResult.Refused refused) {
        for (Map.Entry<Integer, @Nullable Item> failure : refused.failures().entrySet()) {
            Item planned = from.get(writes.get(failure.getKey()).key());
            if (planned == null || !planned.equals(failure.getValue())) {
                return null;
            }
        }
        for (Map.Entry<Integer, @Nullable Item> failure : refused.failures().entrySet()) {
            Write write = writes.get(failure.getKey());
            return faultOf(what, write, from.get(write.key()), failure.getValue());
        }
        return null;
    }

    void keep(ColdBucket cold) {
        if (batches.isInVain() || rewrites.isInVain() || rewritesFailWith != null) {
            cold.rare().batches = batches;
            cold.rare().rewrites = rewrites;
            cold.rare().rewritesFailWith = rewritesFailWith;
        }
    }

    void goOn(ColdBucket cold) {
        ColdBucket.Rare rare = cold.anyRare();
        if (rare != null && rare.batches != null && rare.rewrites != null) {
            batches.goOn(rare.batches);
            rewrites.goOn(rare.rewrites);
            rewritesFailWith = rare.rewritesFailWith;
        }
    }
}
