package dev.zaelimiter;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * The environment of this JVM: the only class that may read its clocks, start its threads or draw from its randomness.
 */
final class SystemEnvironment implements Environment {

    static final SystemEnvironment INSTANCE = new SystemEnvironment();

    /**
     * A thread that nobody needs ends soon: as long as it lives, an application that was stopped can not be unloaded.
     */
    private static final long IDLE_SECONDS = 1;

    private final ScheduledThreadPoolExecutor timers;
    private final Tasks executor;
    private final RandomGenerator random = new SharedRandom();

    private SystemEnvironment() {
        timers = new ScheduledThreadPoolExecutor(1, daemons("zae-limiter-timer"));
        timers.setRemoveOnCancelPolicy(true);
        timers.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timers.allowCoreThreadTimeOut(true);
        executor = new Tasks(perTaskExecutor());
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public long monotonicNanos() {
        return System.nanoTime();
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
        return new Pending(timers.schedule(task, Math.max(0, delayNanos), TimeUnit.NANOSECONDS));
    }

    @Override
    public Executor executor() {
        return executor;
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public boolean await(CompletableFuture<?> future, long nanos) {
        try {
            future.handle((value, failure) -> Boolean.TRUE).get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a handled future does not fail", e);
        }
    }

    /** Virtual threads are reached by reflection, since the baseline is 17. */
    private static ExecutorService perTaskExecutor() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException absentBefore21) {
            return new ThreadPoolExecutor(
                    0,
                    Integer.MAX_VALUE,
                    IDLE_SECONDS,
                    TimeUnit.SECONDS,
                    new SynchronousQueue<>(),
                    daemons("zae-limiter"));
        }
    }

    private static ThreadFactory daemons(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            // Neither the thread-locals nor the class loader of whoever happens to be the first to need it.
            Thread thread = new Thread(null, task, prefix + "-" + count.incrementAndGet(), 0, false);
            thread.setContextClassLoader(SystemEnvironment.class.getClassLoader());
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * Whoever hands over, and whoever cancels, takes a lock of the JDK's pools, which is held for a few instructions.
     * These two are no lambdas, and {@link #schedule} is where it is, so that a tool that looks for blocked threads can
     * be told of them by name.
     */
    private record Tasks(Executor threads) implements Executor {
        @Override
        public void execute(Runnable task) {
            threads.execute(task);
        }
    }

    private record Pending(Future<?> future) implements Timer {
        @Override
        public void cancel() {
            future.cancel(false);
        }
    }

    /** {@code ThreadLocalRandom.current()} may not be kept, so each draw asks for it. */
    private static final class SharedRandom implements RandomGenerator {
        @Override
        public long nextLong() {
            return ThreadLocalRandom.current().nextLong();
        }
    }
}
