package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimiterFaultException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.GuardedStore;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Reads and transactions over several shards, for which one pipeline waits: what each of them leaves known of its
 * bucket, and how many have come to nothing in a row. Belongs to the one who works the pipeline.
 */
final class ShardCalls {

    private final Engine engine;
    private final Work work;
    private final Trouble trouble;
    private int failures;

    ShardCalls(Engine engine, Work work, Trouble trouble) {
        this.engine = engine;
        this.work = work;
        this.trouble = trouble;
    }

    /** Hears what goes wrong. */
    interface Trouble {

        /** A shard can't be read for what it is. */
        void damaged(DamagedBucketException damaged, Outbox out);

        /** There was no answer. */
        void failed(StoreException failure, Outbox out);

        /** Others have changed a shard meanwhile. */
        void forestalled(Outbox out);

        /** A transaction was refused by the very shards that it was planned from. */
        void fault(LimiterFaultException fault, Outbox out);
    }

    /** Goes on after a transaction that was carried out, in the turn that takes in its answer. */
    interface Landed {
        void run(Outbox out);
    }

    /** Waits for an answer. */
    <T> void await(CompletableFuture<T> future, Outbox out, CallSlot.Answer<? super T> answer) {
        work.slot.move(
                future,
                out,
                (value, o) -> {
                    try {
                        answer.accept(value, o);
                    } catch (DamagedBucketException damaged) {
                        trouble.damaged(damaged, o);
                    }
                },
                (cause, o) -> failed(GuardedStore.known(cause), o));
    }

    private void failed(StoreException failure, Outbox out) {
        engine.telemetry().noteFailure(failure);
        if (failure.maybeApplied()) {
            work.state.forgetImage();
        }
        trouble.failed(failure, out);
    }

    /**
     * Sends a transaction. When it was answered, or nobody knows whether it was carried out, the pipeline's own shard
     * is read again before anything is decided about it; one that surely failed has left it as it was.
     *
     * @param what kind of transaction it is
     * @param from the items that it was planned from
     */
    void transact(String what, List<Write> writes, Map<Key, Item> from, Outbox out, Landed then) {
        await(work.gate.transact(writes, Long.toHexString(engine.newWid())), out, (result, o) -> {
            LimiterFaultException fault = result instanceof TransactionResult.Refused refused
                    ? work.gate.faultOf(what, writes, from, refused)
                    : null;
            if (result instanceof TransactionResult.Committed) {
                failures = 0;
                then.run(o);
            } else if (fault != null) {
                trouble.fault(fault, o);
            } else {
                trouble.forestalled(o);
            }
            work.state.forgetImage();
        });
    }

    /** How long to rest after one more that came to nothing. */
    long backoffNanos() {
        return engine.backoffNanos(++failures);
    }

    /** The last one came to something. */
    void succeeded() {
        failures = 0;
    }

    int failures() {
        return failures;
    }

    void goOn(int failuresBefore) {
        failures = failuresBefore;
    }
}
