package dev.zaelimiter.internal.engine;

import dev.zaelimiter.AcquireInterruptedException;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Availability;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Explanation;
import dev.zaelimiter.Lease;
import dev.zaelimiter.RateLimiter;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** The blocking face: the calling thread works its own pipeline, or waits for the one who does. */
public final class BlockingLimiter implements RateLimiter {

    private final Engine engine;
    private final Availabilities availabilities;

    /**
     * The blocking face of an engine.
     *
     * @param engine the engine
     */
    public BlockingLimiter(Engine engine) {
        this.engine = engine;
        this.availabilities = new Availabilities(engine);
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> T call(AcquireRequest request, LeasedCall<T, X> function)
            throws X {
        Objects.requireNonNull(function, "function");
        Lease lease = acquire(request);
        boolean returned = false;
        try {
            T result = function.call(lease);
            returned = true;
            return result;
        } finally {
            if (returned) {
                lease.close();
            } else {
                ((LeaseImpl) lease).abandon();
            }
        }
    }

    @Override
    public Decision tryAcquire(AcquireRequest request) {
        Objects.requireNonNull(request, "request");
        engine.requireMayWait("a blocking acquire");
        if (Thread.currentThread().isInterrupted()) {
            throw new AcquireInterruptedException(request.entity(), request.resource());
        }
        return BlockingCompletion.decide(engine, request);
    }

    @Override
    public Availability check(AcquireRequest request) {
        engine.requireMayWait("a blocking check");
        return await(availabilities.check(request, true), request.entity(), request.resource());
    }

    @Override
    public Explanation explain(String entity, String resource) {
        engine.requireMayWait("a blocking explain");
        return await(availabilities.explain(entity, resource, true), entity, resource);
    }

    private static <T> T await(CompletableFuture<T> future, String entity, String resource) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AcquireInterruptedException(entity, resource);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new CompletionException(e.getCause());
        }
    }
}
