package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Answers that may be given, since all that they rest on is in the file. A caller that is given its answer goes on in
 * this thread, and mostly writes again. If ten thousand were answered in a row, the first one's next write would reach
 * the file only after the last one had gone on. So there is a commit after each slice of time, and the answers that it
 * allows alternate with those that waited before: no caller is overtaken for ever. Belongs to the task that commits.
 */
final class Due {

    /** More than a commit costs, so that slices cost little. */
    static final long LEAST_SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** A slice lasts as long as so many commits: if a commit waits for the disk, more answers share it. */
    private static final int COMMITS_PER_SLICE = 8;

    private static final int BETWEEN_LOOKS_AT_THE_CLOCK = 16;

    private final Environment environment;
    private Deque<Runnable> older = new ArrayDeque<>();
    private Deque<Runnable> younger = new ArrayDeque<>();
    private boolean turnOfYounger;

    Due(Environment environment) {
        this.environment = environment;
    }

    void add(Collection<? extends Runnable> answers) {
        younger.addAll(answers);
    }

    boolean isEmpty() {
        return older.isEmpty() && younger.isEmpty();
    }

    /** Gives answers for a while, given how long a commit takes. What is given may call this again. */
    void slice(long commitNanos) {
        if (older.isEmpty()) {
            Deque<Runnable> empty = older;
            older = younger;
            younger = empty;
            turnOfYounger = false;
        }
        Deque<Runnable> turn = turnOfYounger && !younger.isEmpty() ? younger : older;
        turnOfYounger = !turnOfYounger;
        long sliceNanos = Math.max(LEAST_SLICE_NANOS, COMMITS_PER_SLICE * commitNanos);
        long begunNanos = environment.monotonicNanos();
        int given = 0;
        for (Runnable next = turn.poll(); next != null; next = turn.poll()) {
            next.run();
            if (++given % BETWEEN_LOOKS_AT_THE_CLOCK == 0 && environment.monotonicNanos() - begunNanos >= sliceNanos) {
                return;
            }
        }
    }

    /** Gives all of them. */
    void all() {
        while (!isEmpty()) {
            slice(Long.MAX_VALUE / COMMITS_PER_SLICE);
        }
    }
}
