package dev.zaelimiter.internal.engine.pipeline;

/**
 * All that the next step of a pipeline depends on, at one moment. Nothing is changed by asking; what costs something to
 * find out is found out when it is asked for.
 */
interface StepInput {

    /** Whether the way to the store is shut. */
    boolean ended();

    Phase phase();

    /** Whether somebody waits for tokens. */
    boolean demands();

    /** Whether somebody wants to see the bucket as it is after the corrections so far. */
    boolean looks();

    /** Whether some of those who look ask for tokens, though not of this bucket just now. */
    boolean takersLook();

    /** Whether somebody wants to know it at all. */
    boolean loads();

    /** Whether anything is to be corrected. */
    boolean corrections();

    /** Whether something for several shards waits here, and can be served now. */
    boolean several();

    /** Whether the bucket was looked at, and that look still counts. */
    boolean seen();

    /** Whether there was a bucket. */
    boolean there();

    /** Whether the Python system has counted the shard and not made it, and it may be tried now to make it. */
    boolean missing();

    /** Whether it is known who else is charged. */
    boolean lineageKnown();

    /** Whether it is known what is stored for the bucket. */
    boolean limitsKnown();

    /** Whether they are known, and bind nobody: an operator has switched them. */
    boolean switchedOff();

    /** Whether they are known, and of a kind that only others can follow. */
    boolean unfollowed();

    /** Whether they were read longer ago than they hold. */
    boolean limitsStale();

    /** Whether what is stored is not to be remembered at all: then each batch goes by what was read for it. */
    boolean limitsNeverKept();

    /**
     * Whether a bucket that is made now would name a parent that was read a while ago, and others take its word for it.
     */
    boolean lineageStale();

    /** Whether they were read, with everybody waiting, since the last batch was chosen. */
    boolean limitsAreNew();

    /** Whether they may be read again beside the work. */
    boolean mayRefresh();

    /** Whether each of their last readings said something else, so that they are not to be read again yet. */
    boolean limitsUnsettled();

    /** Whether the bucket may be written to bring it in line. */
    boolean mayRewrite();

    /** Whether it holds what is stored. */
    Agreement agreement();

    /** Whether somebody has taken something, or given it back, since it was last known to be in line. */
    boolean used();

    /** Whether those who look see all that was corrected before they asked. */
    boolean mayLook();

    /** Whether its stamp lies so far ahead that it is damage. */
    boolean stampDamaged();

    /** What is to be done with the shard. */
    Division.Due division();

    /** For how long the next batch is held back from now on; 0 to go. */
    long holdNanos();

    /** Whether a bucket holds what is stored for it. */
    enum Agreement {
        /** It does, or is not there. */
        IN_LINE,

        /** It does not, and what is stored was read after the bucket was seen. */
        OUT_OF_LINE,

        /** It does not, but what is stored may have been changed since it was read. */
        UNCONFIRMED
    }
}
