package dev.zaelimiter.embedded;

import org.jspecify.annotations.Nullable;

/** What was found in a file. Immutable. */
public final class StoreFileReport {

    /** What a file is. */
    public enum State {
        /** All that was acknowledged is there. */
        WHOLE,
        /** Something that was acknowledged is missing, or something is there that no store wrote. */
        DAMAGED,
        /** It is something else. */
        FOREIGN,
        /** It was written by a later version. */
        NEWER
    }

    private final State state;
    private final long length;
    private final long items;
    private final @Nullable String problem;
    private final long unreadable;
    private final long unfinished;

    private StoreFileReport(
            State state, long length, long items, @Nullable String problem, long unreadable, long unfinished) {
        this.state = state;
        this.length = length;
        this.items = items;
        this.problem = problem;
        this.unreadable = unreadable;
        this.unfinished = unfinished;
    }

    static StoreFileReport whole(long length, long items, long unfinished) {
        return new StoreFileReport(State.WHOLE, length, items, null, 0, unfinished);
    }

    static StoreFileReport damaged(long length, long items, String problem, long unreadable) {
        return new StoreFileReport(State.DAMAGED, length, items, problem, unreadable, 0);
    }

    static StoreFileReport unreadable(State state, long length, String problem) {
        return new StoreFileReport(state, length, 0, problem, length, 0);
    }

    /**
     * What the file is.
     *
     * @return the state
     */
    public State state() {
        return state;
    }

    /**
     * How long the file is.
     *
     * @return bytes
     */
    public long length() {
        return length;
    }

    /**
     * How many items are in it.
     *
     * @return all of them, or those that are readable
     */
    public long items() {
        return items;
    }

    /**
     * What is wrong.
     *
     * @return a phrase that follows the name of the file, or null if nothing is
     */
    public @Nullable String problem() {
        return problem;
    }

    /**
     * How much of a damaged file can't be read.
     *
     * @return bytes; 0 if what is wrong is not among the items
     */
    public long unreadable() {
        return unreadable;
    }

    /**
     * The beginning of a write at the end of the file, of which nobody was told: a process was killed there, or is
     * writing it. It is no damage.
     *
     * @return bytes, mostly 0
     */
    public long unfinished() {
        return unfinished;
    }
}
