package dev.zaelimiter.internal.engine.shards;

/** What takes from several shards do next, as {@link MultiShardWorker} carries it out. */
enum MultiShardStep {

    /** Nothing: a call or a rest is under way, or nobody waits. */
    WAIT,

    /** Finds out what became of a transaction whose answer was lost. */
    SETTLE,

    /** Tells all who wait that the repository is closed. */
    CLOSE,

    /** Refuses from what is known, or reads all shards and plans. */
    SERVE;

    /**
     * Chooses it. A pure function.
     *
     * @param busy whether a call, or the rest before the next, is under way
     * @param unsettled whether it is not known of a transaction whether it was applied: what it took may not be planned
     *     anew
     * @param waited whether anybody waits
     * @param closed whether the repository admits nobody any more
     */
    static MultiShardStep of(boolean busy, boolean unsettled, boolean waited, boolean closed) {
        if (busy) {
            return WAIT;
        }
        if (unsettled) {
            return SETTLE;
        }
        if (!waited) {
            return WAIT;
        }
        return closed ? CLOSE : SERVE;
    }
}
