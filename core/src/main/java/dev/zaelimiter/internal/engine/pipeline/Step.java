package dev.zaelimiter.internal.engine.pipeline;

/** What a pipeline does next, as {@link NextStep} chooses it and {@link BucketWorker} carries it out. */
enum Step {

    /** Tells all who wait that the way to the store is shut. */
    END(true, false),

    /** Waits for the call that is under way, or until the pause is over. */
    WAIT(true, false),

    /** Holds the next batch back for a moment. */
    SLEEP(true, true),

    /** Nothing is to be done until somebody comes, or what waits for company has waited long enough. */
    REST(true, false),

    /** Answers demands where an operator has switched the limits off. */
    ANSWER_SWITCHED(false, true),

    /** Tells those who want tokens that only others can follow the limits that are in force. */
    TELL_UNFOLLOWED(false, true),

    /** Serves what waits here for several shards. */
    SERVE_SEVERAL(false, false),

    /** Finds out what became of a write whose answer was lost. */
    SETTLE(false, false),

    /** Reads what is not known yet of bucket, entity and limits. */
    LOAD(false, false),

    /** Forgets what is known and reads all anew: the bucket is not there, and is made of what is known. */
    LOAD_ANEW(false, false),

    /** Tells those who wanted the bucket to be known. */
    TELL_LOADED(false, false),

    /** Reads the limits while everybody waits. */
    LOAD_LIMITS(false, false),

    /** Reads the limits again beside the work, since the bucket holds others. */
    CONFIRM_LIMITS(false, true),

    /** Brings the bucket in line with what is stored. */
    REWRITE(false, true),

    /** Makes the shard, which the Python system has counted and not made. */
    MAKE(false, false),

    /** Looks at the bucket, for those who want to see it. */
    LOOK(false, true),

    /** Takes back a stamp that lies too far ahead. */
    REPAIR_STAMP(false, true),

    /** Divides the shard. */
    SPLIT(false, true),

    /** Makes the shard one with another. */
    MERGE(false, true),

    /** Tells the first shard that there are to be more. */
    ASK_FIRST(false, true),

    /** Sends the next batch, or clears its way. */
    SEND(false, true);

    private final boolean last;
    private final boolean goesByLimits;

    Step(boolean last, boolean goesByLimits) {
        this.last = last;
        this.goesByLimits = goesByLimits;
    }

    /** Whether nothing more can be done for now. */
    boolean isLast() {
        return last;
    }

    /**
     * Whether it goes by what is stored: if that was read longer ago than it holds, it is read again beside the step.
     */
    boolean goesByLimits() {
        return goesByLimits;
    }
}
