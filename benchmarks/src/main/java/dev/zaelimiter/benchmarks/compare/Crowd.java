package dev.zaelimiter.benchmarks.compare;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Callers on threads of their own who ask until they are told that there is nothing left, or for a time. */
final class Crowd {

    /** A caller waits no longer than this, if what it calls keeps its word. */
    static final long DEADLINE_MILLIS = 1000;

    private final LongAdder granted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder late = new LongAdder();
    private final AtomicLong longestNanos = new AtomicLong();
    private final AtomicLong lastGrant = new AtomicLong();
    private long nanos;

    /** What a caller asks. */
    interface Question {
        /**
         * Asks once.
         *
         * @param caller which caller, from 0
         * @return whether it was granted
         * @throws RuntimeException if there was no answer
         */
        boolean ask(int caller);
    }

    /**
     * Lets them ask.
     *
     * @param callers how many
     * @param refusals after how many refusals a caller goes
     * @param millis after which all of them go
     * @param question what they ask
     */
    void ask(int callers, int refusals, long millis, Question question) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(callers);
        long start = System.nanoTime();
        long end = start + TimeUnit.MILLISECONDS.toNanos(millis);
        for (int i = 0; i < callers; i++) {
            int caller = i;
            Thread thread = new Thread(() -> {
                int no = 0;
                while (no < refusals && System.nanoTime() - end < 0) {
                    no += askOnce(caller, question) ? 0 : 1;
                }
                done.countDown();
            });
            thread.setDaemon(true);
            thread.start();
        }
        if (!done.await(millis + 60_000, TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("callers hang");
        }
        nanos = System.nanoTime() - start;
    }

    /** False if it was refused. */
    private boolean askOnce(int caller, Question question) {
        long start = System.nanoTime();
        try {
            if (!question.ask(caller)) {
                refused.increment();
                return false;
            }
            granted.increment();
            lastGrant.accumulateAndGet(System.nanoTime(), Math::max);
        } catch (RuntimeException e) {
            // Each limiter that is compared has errors of its own.
            failed.increment();
        } finally {
            long took = System.nanoTime() - start;
            longestNanos.accumulateAndGet(took, Math::max);
            if (took > TimeUnit.MILLISECONDS.toNanos(DEADLINE_MILLIS)) {
                late.increment();
            }
        }
        return true;
    }

    long granted() {
        return granted.sum();
    }

    double seconds() {
        return nanos / 1e9;
    }

    Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("calls", granted.sum() + refused.sum() + failed.sum());
        figures.put("granted", granted.sum());
        figures.put("failed", failed.sum());
        figures.put("late", late.sum());
        figures.put("longest_ms", longestNanos.get() / 1e6);
        figures.put("seconds", seconds());
        return figures;
    }
}
