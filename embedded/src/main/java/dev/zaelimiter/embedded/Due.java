package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Answers that may be given, since all that they rest on is in the file. Whoever is given one goes on right here, and mostly
 * writes: ten thousand in a row would keep the first one's write from the file until the last one has gone on. So a commit
 * comes after each slice of time, and those who came with it take turns with those who waited before: everybody gets ahead,
 * and nobody is overtaken for ever. Belongs to the task that commits.
 */
final class Due {

    /** More than a commit costs, so that slices cost little. */
    static final long LEAST_SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** A slice lasts for so many commits: where one waits for the disk, many share it. */
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
