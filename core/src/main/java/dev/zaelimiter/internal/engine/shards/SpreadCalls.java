package dev.zaelimiter.internal.engine.shards;

import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.kernel.SteadyStore;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.Work;
import dev.zaelimiter.internal.futures.Callbacks;
import dev.zaelimiter.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The calls of {@link SpreadTakes}: one at a time, with rests after failures. Belongs to the one who works the pipeline of the
 * first shard.
 */
final class SpreadCalls {

    private final Engine engine;
    private final BucketPipeline home;
    private final Work work;
    private boolean busy;
    private int failures;
    private @Nullable Throwable lastFailure;

    SpreadCalls(Engine engine, BucketPipeline home, Work work) {
        this.engine = engine;
        this.home = home;
        this.work = work;
    }

    /** Takes an answer. */
    interface Arrival<T> {
        void accept(T value, Outbox out);
    }

    /** Hears that a call failed. */
    interface Failure {
        void accept(StoreException failure, Outbox out);
    }

    /** Whether a call or a rest is under way. */
    boolean busy() {
        return busy;
    }

    /** The last failure since something succeeded. */
    @Nullable
    Throwable lastFailure() {
        return lastFailure;
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
        busy = true;
        home.wake(nanos, out -> busy = false);
    }

    <T> void await(CompletableFuture<T> future, Outbox out, Arrival<? super T> arrival, Failure broken) {
        busy = true;
        if (future.isDone()) {
            arrive(future, arrival, broken, out);
        } else {
            Callbacks.whenDone(future, (value, failure) -> home.answered(o -> arrive(future, arrival, broken, o)));
        }
    }

    private <T> void arrive(CompletableFuture<T> future, Arrival<? super T> arrival, Failure broken, Outbox out) {
        busy = false;
        work.touch();
        T value;
        try {
            value = future.join();
        } catch (CompletionException e) {
            broken.accept(SteadyStore.known(Callbacks.cause(e)), out);
            return;
        }
        arrival.accept(value, out);
    }
}
