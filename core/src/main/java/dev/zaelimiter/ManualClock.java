package dev.zaelimiter;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * An environment whose time stands still until a test moves it.
 *
 * <pre>{@code
 * ManualClock clock = new ManualClock();
 * try (LimitRepository repository = EmbeddedRepository.builder().environment(clock).build()) {
 *     ...
 *     clock.advance(Duration.ofSeconds(30));
 * }
 * }</pre>
 *
 * <p>Timers run on the thread that advances the clock, in order of their due time, each at its own instant. Tasks of
 * {@link #executor()} run on the thread that submits them: immediately, or when the task that submitted them has ended.
 * Randomness is seeded, so a test repeats exactly.
 *
 * <p>A thread that waits for tokens or for a store waits until another moves the clock. Opening, closing and
 * configuring a repository, though, move the clock themselves where they would have to wait.
 *
 * <p>Safe for use by many threads. If two advance at the same time, each timer runs on one of them, perhaps while
 * another timer runs on the other, and the clock ends at the later of the two targets.
 */
public final class ManualClock implements Environment {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Object lock = new Object();
    private final PriorityQueue<Scheduled> timers = new PriorityQueue<>();
    private final RandomGenerator random;
    private final long originMillis;
    private volatile long elapsedNanos;
    private volatile long wallOffsetMillis;
    private final Map<Thread, Deque<Runnable>> running = new ConcurrentHashMap<>();
    private long sequence;

    /** A clock that starts at 2024-01-01T00:00:00Z. */
    public ManualClock() {
        this(Instant.parse("2024-01-01T00:00:00Z"));
    }

    /**
     * A clock that starts at an instant.
     *
     * @param start the first reading of the wall clock; cut to milliseconds
     */
    public ManualClock(Instant start) {
        this(start, 0);
    }

    /**
     * A clock that starts at an instant, with its own seed.
     *
     * @param start the first reading of the wall clock; cut to milliseconds
     * @param seed the seed of {@link #random()}
     */
    public ManualClock(Instant start, long seed) {
        this.originMillis = start.toEpochMilli();
        SplittableRandom source = new SplittableRandom(seed);
        Object guard = new Object();
        this.random = () -> {
            synchronized (guard) {
                return source.nextLong();
            }
        };
    }

    /**
     * Moves time forward and runs each timer that falls due, at its own instant.
     *
     * @param amount how far; zero runs what is due now
     * @throws InvalidInputException if the amount is negative
     */
    public void advance(Duration amount) {
        if (amount.isNegative()) {
            throw new InvalidInputException(
                    "amount", amount, "zero or more: time does not run back here, see shiftWall");
        }
        advanceTo(Math.addExact(elapsedNanos, amount.toNanos()));
    }

    /**
     * Moves time forward to an instant of the wall clock; an instant that has passed is left alone.
     *
     * @param instant where to
     */
    public void advanceTo(Instant instant) {
        long targetNanos =
                Math.multiplyExact(instant.toEpochMilli() - originMillis - wallOffsetMillis, NANOS_PER_MILLI);
        if (targetNanos > elapsedNanos) {
            advanceTo(targetNanos);
        }
    }

    /**
     * Sets the wall clock forward or back without any time passing, as an operator or a bad time server does.
     *
     * @param amount how far; may be negative
     */
    public void shiftWall(Duration amount) {
        synchronized (lock) {
            wallOffsetMillis += amount.toMillis();
        }
    }

    private void advanceTo(long targetNanos) {
        while (true) {
            Scheduled next;
            synchronized (lock) {
                next = timers.peek();
                if (next == null || next.dueNanos > targetNanos) {
                    elapsedNanos = Math.max(elapsedNanos, targetNanos);
                    return;
                }
                timers.remove(next);
                elapsedNanos = Math.max(elapsedNanos, next.dueNanos);
            }
            next.task.run();
        }
    }

    @Override
    public long wallMillis() {
        return originMillis + wallOffsetMillis + elapsedNanos / NANOS_PER_MILLI;
    }

    /**
     * The wall clock as an instant.
     *
     * @return the same reading as {@link #wallMillis()}
     */
    public Instant now() {
        return Instant.ofEpochMilli(wallMillis());
    }

    @Override
    public long monotonicNanos() {
        return elapsedNanos;
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
        synchronized (lock) {
            Scheduled scheduled = new Scheduled(task, elapsedNanos + Math.max(0, delayNanos), sequence++);
            timers.add(scheduled);
            return () -> {
                synchronized (lock) {
                    timers.remove(scheduled);
                }
            };
        }
    }

    @Override
    public Executor executor() {
        return this::runInTurn;
    }

    /** A task submitted by a running task waits for it, so that a chain of tasks does not grow the stack. */
    private void runInTurn(Runnable task) {
        Deque<Runnable> mine = running.get(Thread.currentThread());
        if (mine != null) {
            mine.add(task);
            return;
        }
        Deque<Runnable> queue = new ArrayDeque<>();
        queue.add(task);
        running.put(Thread.currentThread(), queue);
        try {
            runAll(queue);
        } finally {
            running.remove(Thread.currentThread());
        }
    }

    /** A task that throws keeps none of the others from running. */
    private static void runAll(Deque<Runnable> queue) {
        Runnable next = queue.poll();
        if (next != null) {
            try {
                next.run();
                for (next = queue.poll(); next != null; next = queue.poll()) {
                    next.run();
                }
            } finally {
                if (!queue.isEmpty()) {
                    runAll(queue);
                }
            }
        }
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    /** Moves the clock, timer by timer, until the future is done or the time has passed. */
    @Override
    public boolean await(CompletableFuture<?> future, long nanos) {
        long end = elapsedNanos + nanos;
        while (!future.isDone()) {
            long next;
            synchronized (lock) {
                Scheduled first = timers.peek();
                next = first == null ? Long.MAX_VALUE : first.dueNanos;
            }
            if (next > end) {
                advanceTo(end);
                return future.isDone();
            }
            advanceTo(Math.max(next, elapsedNanos));
        }
        return true;
    }

    private record Scheduled(Runnable task, long dueNanos, long sequence) implements Comparable<Scheduled> {
        @Override
        public int compareTo(Scheduled other) {
            int byTime = Long.compare(dueNanos, other.dueNanos);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }
}
