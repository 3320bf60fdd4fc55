package dev.zaelimiter.internal.engine.shards;

import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.GuardedStore;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.CallSlot;
import dev.zaelimiter.store.StoreException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The calls of {@link MultiShardWorker}: one at a time, with rests after failures. Belongs to the one who works the
 * pipeline of the first shard.
 */
final class MultiShardCallSlot {

    private final Engine engine;
    private final CallSlot slot;
    private int failures;
    private @Nullable Throwable lastFailure;

    MultiShardCallSlot(Engine engine, CallSlot slot, int failures) {
        this.engine = engine;
        this.slot = slot;
        this.failures = failures;
    }

    /** Hears that a call failed. */
    interface Failure {
        void accept(StoreException failure, Outbox out);
    }

    /** Whether a call or a rest is under way. */
    boolean busy() {
        return slot.busy();
    }

    /** The last failure since something succeeded. */
    @Nullable
    Throwable lastFailure() {
        return lastFailure;
    }

    /** How many have failed since one succeeded. */
    int failures() {
        return failures;
    }

    void succeeded() {
        failures = 0;
        lastFailure = null;
    }

    /** Rests before the next call, the longer the more have failed. */
    void failed(StoreException failure) {
        lastFailure = failure;
        engine.telemetry().noteFailure(failure);
        pause(engine.backoffNanos(++failures));
    }

    void pause(long nanos) {
        slot.rest(nanos);
    }

    <T> void await(CompletableFuture<T> future, Outbox out, CallSlot.Answer<? super T> answer, Failure broken) {
        slot.move(future, out, answer, (cause, o) -> broken.accept(GuardedStore.known(cause), o));
    }
}
