package dev.zaelimiter.admin.migration;

import java.util.Optional;

/**
 * What a migration would do. Immutable.
 *
 * @param id its name
 * @param what it does, in a sentence
 * @param state whether there is something to do
 * @param items how many items were looked at
 * @param writes how many would be written
 * @param left how many should be changed, and may not yet
 * @param why the reason why it can't be run, or why some are left
 */
public record MigrationPlan(
        String id, String what, State state, long items, long writes, long left, Optional<String> why) {

    /** Whether there is something to do. */
    public enum State {
        /** Nothing. */
        DONE,
        /** It can be run. */
        READY,
        /** A run of it was broken off, or is at work; another goes on where that one is. */
        BEGUN,
        /** It can't be run on this store as it is. */
        BLOCKED
    }

    /**
     * Whether a run would change something.
     *
     * @return whether it would
     */
    public boolean toBeRun() {
        return state == State.READY || state == State.BEGUN;
    }
}
