package dev.zaelimiter.benchmarks;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.RateLimiter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;

/** Callers that each do one thing again and again; tells how often a second they got it done, after some warming up. */
public final class Callers {

    private final LongAdder done = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicBoolean stop = new AtomicBoolean();
    private final CountDownLatch ended;

    private Callers(int count) {
        this.ended = new CountDownLatch(count);
    }

    /**
     * Threads that block; each caller has one.
     *
     * @param count how many
     * @param seconds for how long they are counted
     * @param limiter what they ask
     * @param request for what
     * @return calls a second
     */
    public static double threads(int count, double seconds, RateLimiter limiter, AcquireRequest request)
            throws InterruptedException {
        return threads(count, seconds, () -> limiter.acquire(request).keep());
    }

    /**
     * Threads that do one thing; each caller has one.
     *
     * @param count how many
     * @param seconds for how long they are counted
     * @param call what they do
     * @return calls a second
     */
    public static double threads(int count, double seconds, Runnable call) throws InterruptedException {
        Callers callers = new Callers(count);
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> {
                while (!callers.stop.get()) {
                    try {
                        call.run();
                        callers.done.increment();
                    } catch (RuntimeException e) {
                        // Counted, so that a run with failures is not taken for a fast one.
                        callers.failed.increment();
                    }
                }
                callers.ended.countDown();
            });
            thread.setDaemon(true);
            thread.start();
        }
        return callers.perSecond(seconds);
    }

    /**
     * Callers of the asynchronous face, the n-th with the n-th request, from the beginning again when there are no
     * more.
     *
     * @param count how many
     * @param seconds for how long they are counted
     * @param limiter what they ask
     * @param requests for what
     * @return calls a second
     */
    public static double futures(int count, double seconds, AsyncRateLimiter limiter, List<AcquireRequest> requests)
            throws InterruptedException {
        return calls(
                count,
                seconds,
                caller ->
                        limiter.acquire(requests.get(caller % requests.size())).thenAccept(lease -> lease.keep()));
    }

    /**
     * Callers of anything that answers with a future.
     *
     * @param count how many
     * @param seconds for how long they are counted
     * @param call what the caller of a number does
     * @return calls a second
     */
    public static double calls(int count, double seconds, IntFunction<CompletableFuture<?>> call)
            throws InterruptedException {
        Callers callers = new Callers(count);
        for (int i = 0; i < count; i++) {
            callers.again(i, call);
        }
        return callers.perSecond(seconds);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the latch tells when all have ended
    private void again(int caller, IntFunction<CompletableFuture<?>> call) {
        call.apply(caller).whenComplete((value, failure) -> {
            (failure == null ? done : failed).increment();
            if (stop.get()) {
                ended.countDown();
            } else {
                again(caller, call);
            }
        });
    }

    private double perSecond(double seconds) throws InterruptedException {
        // Warm first, then measured; what is measured are the other threads.
        TimeUnit.MILLISECONDS.sleep((long) (seconds * 500));
        long before = done.sum();
        long start = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep((long) (seconds * 1000));
        double rate = (done.sum() - before) * 1e9 / (System.nanoTime() - start);
        stop.set(true);
        if (!ended.await(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("callers hang");
        }
        if (failed.sum() > 0) {
            System.out.println("  (" + failed.sum() + " calls failed)");
        }
        return rate;
    }
}
