package dev.zaelimiter.admin.manifest;

import java.util.List;

/**
 * What applying a plan did.
 *
 * @param done the levels that were changed
 * @param conflicts the levels that somebody else changed after the plan was made: they are as that one left them, so
 *     make a new plan and look at it
 * @param overtaken whether somebody else applied a manifest at the same time; what this one declares stays managed, and
 *     what it deleted is found deleted by the next plan
 */
public record Applied(List<LevelDiff> done, List<LevelDiff> conflicts, boolean overtaken) {

    /** Copies the lists. */
    public Applied {
        done = List.copyOf(done);
        conflicts = List.copyOf(conflicts);
    }

    /**
     * Whether the namespace is now as the manifest says.
     *
     * @return true if nothing was in the way
     */
    public boolean complete() {
        return conflicts.isEmpty() && !overtaken;
    }
}
