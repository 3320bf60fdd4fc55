package dev.zaelimiter.spring.reactive;

import dev.zaelimiter.Environment;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Threads of Reactor meet the locks of the JDK's pools while they are held, which happened by chance: once in some
 * 50,000 calls, and then the probe failed.
 */
final class HeldLocks {

    private static final long LONG_NANOS = Duration.ofHours(1).toNanos();
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private HeldLocks() {}

    static void meet() throws Exception {
        Environment system = Environment.system();
        ThreadPoolExecutor timers = (ThreadPoolExecutor) field(system, "timers");
        Environment.Timer timer = system.schedule(() -> {}, LONG_NANOS);
        meet((ReentrantLock) field(timers.getQueue(), "lock"), timer::cancel);
        // On a newer JDK each task has a virtual thread, and there is no such lock.
        if (field(system.executor(), "threads") instanceof ThreadPoolExecutor pool) {
            CountDownLatch over = new CountDownLatch(1);
            try {
                // One more than there are threads, so that at least one must be added.
                int tasks = pool.getPoolSize() + 1;
                meet((ReentrantLock) field(pool, "mainLock"), () -> occupy(system.executor(), tasks, over));
            } finally {
                over.countDown();
            }
        }
    }

    private static void occupy(Executor executor, int tasks, CountDownLatch over) {
        for (int i = 0; i < tasks; i++) {
            executor.execute(() -> {
                try {
                    over.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    /** Holds the lock until a thread of Reactor waits for it. */
    private static void meet(ReentrantLock lock, Runnable action) {
        AtomicReference<Thread> comes = new AtomicReference<>();
        Mono<Object> met = Mono.fromRunnable(() -> {
                    comes.set(Thread.currentThread());
                    action.run();
                })
                .subscribeOn(Schedulers.parallel())
                .cache();
        lock.lock();
        try {
            Disposable begun = met.subscribe(done -> {}, failed -> {});
            long start = System.nanoTime();
            while (!begun.isDisposed() && !waits(comes.get())) {
                if (System.nanoTime() - start > LONGEST.toNanos()) {
                    throw new IllegalStateException("nobody needs the lock");
                }
                Thread.onSpinWait();
            }
        } finally {
            lock.unlock();
        }
        met.block(LONGEST);
    }

    private static boolean waits(@Nullable Thread thread) {
        return thread != null && thread.getState() == Thread.State.WAITING;
    }

    private static Object field(Object of, String name) throws ReflectiveOperationException {
        Class<?> type = of.getClass();
        while (true) {
            try {
                Field field = type.getDeclaredField(name);
                field.setAccessible(true);
                return field.get(of);
            } catch (NoSuchFieldException e) {
                type = type.getSuperclass();
                if (type == null) {
                    throw e;
                }
            }
        }
    }
}
