package dev.zaelimiter.testkit.internal.simulation;

import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Supplier;

/** What happened, line by line: the last lines are kept, or all of them, and a hash of all. */
final class Trace {

    private static final int KEPT = 400;
    private static final long PRIME = 0x100000001b3L;

    private final boolean all;
    private final ArrayDeque<Line> lines = new ArrayDeque<>();
    private long hash = 0xcbf29ce484222325L;

    Trace(boolean all) {
        this.all = all;
    }

    private record Line(long nanos, Supplier<String> text) {
        @Override
        public String toString() {
            return String.format("%11.3f ms  %s", nanos / 1e6, text.get());
        }
    }

    /**
     * Adds a line.
     *
     * @param nanos when
     * @param essence tells this event from others that might have happened instead
     * @param text made only if somebody reads it
     */
    void add(long nanos, int essence, Supplier<String> text) {
        hash = ((hash ^ nanos) * PRIME ^ essence) * PRIME;
        note(nanos, text);
    }

    /** Adds a line for whoever reads it, which is no event of its own. */
    void note(long nanos, Supplier<String> text) {
        lines.add(new Line(nanos, text));
        if (!all && lines.size() > KEPT) {
            lines.remove();
        }
    }

    long hash() {
        return hash;
    }

    /** The lines that were kept. Each is made when it is read, since of a run that broke nothing nobody reads any. */
    List<String> lines() {
        List<Line> kept = List.copyOf(lines);
        return new AbstractList<>() {
            @Override
            public String get(int index) {
                return kept.get(index).toString();
            }

            @Override
            public int size() {
                return kept.size();
            }
        };
    }
}
