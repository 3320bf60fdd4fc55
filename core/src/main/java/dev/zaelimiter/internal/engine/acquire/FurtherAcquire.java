package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** A lease takes more by an acquire like its first. Safe for use by many threads. */
public final class FurtherAcquire implements Limiters.FurtherTake {

    @Override
    public Decision decide(Limiters limiters, AcquireRequest request) {
        return BlockingCompletion.decide(limiters, request);
    }

    @Override
    public CompletableFuture<Decision> decideLater(
            Limiters limiters,
            AcquireRequest request,
            Function<Decision, Decision> map,
            Consumer<? super Lease> onUnheard) {
        AcquireFuture<Decision> future = new AcquireFuture<>(limiters, map, onUnheard::accept);
        future.start(request);
        return future;
    }
}
