package dev.zaelimiter.benchmarks.scale;

import java.util.PriorityQueue;

/** Virtual time: what is going to happen, in order. Not thread-safe. */
final class VirtualTime {

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long nowNanos;
    private long sequence;

    /** The present, in nanoseconds since the beginning. */
    long nowNanos() {
        return nowNanos;
    }

    Event after(long delayNanos, Runnable task) {
        Event event = new Event(nowNanos + Math.max(0, delayNanos), sequence++, task);
        events.add(event);
        return event;
    }

    /** Lets everything happen that is due before an instant. */
    void runUntil(long nanos) {
        for (Event next = events.peek(); next != null && next.dueNanos <= nanos; next = events.peek()) {
            events.remove();
            nowNanos = next.dueNanos;
            if (!next.cancelled) {
                next.task.run();
            }
        }
        nowNanos = nanos;
    }

    /** Lets the next thing happen. False if there is nothing. */
    boolean step() {
        Event next = events.peek();
        if (next != null) {
            runUntil(next.dueNanos);
        }
        return next != null;
    }

    /** Something that is going to happen. */
    static final class Event implements Comparable<Event> {
        private final long dueNanos;
        private final long sequence;
        private final Runnable task;
        private boolean cancelled;

        private Event(long dueNanos, long sequence, Runnable task) {
            this.dueNanos = dueNanos;
            this.sequence = sequence;
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
