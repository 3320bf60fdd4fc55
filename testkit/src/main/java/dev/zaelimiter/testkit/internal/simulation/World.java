package dev.zaelimiter.testkit.internal.simulation;

import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time, and all that is going to happen in it. One thread; events of one instant run in the order in which they
 * were put in. An event belongs to a host, and does not happen if that has crashed, or to the world.
 */
final class World {

    /** Far more than ever happens at one instant, unless somebody tries again and again without a pause. */
    private static final int MOST_AT_AN_INSTANT = 200_000;

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    /** Due not at an instant, but at a step. */
    private final PriorityQueue<Event> byStep = new PriorityQueue<>();

    private final Oracle oracle;
    private final Trace trace;
    private long nowNanos;
    private long sequence;
    private long steps;
    private int atThisInstant;

    World(Oracle oracle, Trace trace) {
        this.oracle = oracle;
        this.trace = trace;
    }

    /** How many events there were. */
    long steps() {
        return steps;
    }

    long nowNanos() {
        return nowNanos;
    }

    /** Notes what happens, for the trace and for its hash. */
    void trace(int essence, Supplier<String> line) {
        trace.add(nowNanos, essence, line);
    }

    /** Notes something that follows from what happens, and is no event of its own. */
    void note(Supplier<String> line) {
        trace.note(nowNanos, line);
    }

    void trace(String line) {
        // Where in the source something was thrown is no part of what happened.
        String essence = line.contains("\n\tat ") ? line.replaceAll("\n\tat [^\n]*", "") : line;
        trace.add(nowNanos, essence.hashCode(), () -> line);
    }

    /** Puts in an event. */
    Event after(long delayNanos, @Nullable Host host, Runnable task) {
        Event event = new Event(nowNanos + Math.max(0, delayNanos), sequence++, host, task);
        events.add(event);
        return event;
    }

    /** Puts in what happens when so many further events have happened, whenever that is. */
    void afterSteps(int count, Host host, Runnable task) {
        byStep.add(new Event(steps + count, sequence++, host, task));
    }

    /** Moves on until nothing is left before an instant, or the oracle has seen enough. */
    void runUntil(long nanos) {
        boolean more = true;
        while (more && oracle.content()) {
            more = step(nanos);
        }
        nowNanos = Math.max(nowNanos, nanos);
    }

    /** Moves on until a future is done. */
    boolean await(CompletableFuture<?> future, long nanos) {
        long end = nowNanos + nanos;
        boolean more = true;
        while (more && !future.isDone()) {
            more = step(end);
        }
        if (!future.isDone()) {
            nowNanos = Math.max(nowNanos, end);
        }
        return future.isDone();
    }

    private boolean step(long endNanos) {
        Event next = events.peek();
        if (next == null || next.dueNanos > endNanos) {
            return false;
        }
        events.remove();
        steps++;
        if (standsStill(next)) {
            return false;
        }
        nowNanos = Math.max(nowNanos, next.dueNanos);
        run(next);
        while (!byStep.isEmpty() && byStep.element().dueNanos <= steps) {
            run(byStep.remove());
        }
        return true;
    }

    /** Whether so much happens at one instant that no time will ever pass again. Then nothing more happens. */
    private boolean standsStill(Event next) {
        atThisInstant = next.dueNanos > nowNanos ? 0 : atThisInstant + 1;
        if (atThisInstant <= MOST_AT_AN_INSTANT) {
            return false;
        }
        oracle.violated("standstill", MOST_AT_AN_INSTANT + " steps without a pause, the last of " + next.host);
        events.clear();
        return true;
    }

    private void run(Event next) {
        if (!next.cancelled && (next.host == null || !next.host.crashed())) {
            try {
                next.task.run();
            } catch (RuntimeException | Error fault) {
                oracle.violated("fault", "a task of " + next.host + " threw " + Faults.describe(fault));
            }
        }
    }

    /** Something that is going to happen. */
    static final class Event implements Comparable<Event> {
        private final long dueNanos;
        private final long sequence;
        private final @Nullable Host host;
        private final Runnable task;
        private boolean cancelled;

        private Event(long dueNanos, long sequence, @Nullable Host host, Runnable task) {
            this.dueNanos = dueNanos;
            this.sequence = sequence;
            this.host = host;
            this.task = task;
        }

        void cancel() {
            cancelled = true;
        }

        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(dueNanos, other.dueNanos);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }
}
