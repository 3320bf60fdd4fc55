package dev.zaelimiter;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What can be seen from outside: the one seam for metrics, traces and dashboards. Every method does nothing by default.
 *
 * <p>Called by the engine's threads, by several at the same time, in the middle of its work: an implementation must be
 * quick and must not block. What it throws is logged once and ignored.
 */
public interface LimiterListener {

    /** Hears nothing. */
    LimiterListener NONE = new LimiterListener() {};

    /**
     * Several as one. Each hears all that happens; one that throws does not keep the others from hearing it, and what
     * the first one throws is thrown on.
     *
     * @param listeners in the order in which they are told
     * @return one listener; {@link #NONE} for none, and a single one as it is
     */
    static LimiterListener all(Collection<? extends LimiterListener> listeners) {
        return ListenerGroup.of(listeners);
    }

    /**
     * Whether grants that a store in memory gives within the call, and their writes, are told: {@link #granted} and
     * {@link #wrote} for nearly all that such a store does. Telling costs a few nanoseconds where a bucket is asked for
     * often, else as much as the acquire does, and {@link RepositoryStatistics} counts them all without. Asked once,
     * when a repository is opened.
     *
     * @return by default true; whoever wants no more than numbers says false
     */
    default boolean hearsImmediateGrants() {
        return true;
    }

    /**
     * A request waits: for the store, for those before it, or for tokens. Called on the caller's own thread, at most
     * once for a request, before that thread goes on or waits. What is decided within the call is not told.
     *
     * @param request that waits
     * @return hears how the waiting ends; null for nobody
     */
    default @Nullable PendingRequest pending(AcquireRequest request) {
        return null;
    }

    /**
     * A request was granted.
     *
     * @param request whose, on what, and how many tokens of each limit; for {@link Lease#take} what it took on top
     * @param waitNanos how long its tokens are to be waited for; 0 if they were there
     */
    default void granted(AcquireRequest request, long waitNanos) {}

    /**
     * A request was refused.
     *
     * @param refusal why
     * @param local whether it was refused from the last image seen, without a call
     */
    default void refused(Refusal refusal, boolean local) {}

    /**
     * The store gave no answer in time.
     *
     * @param entity whose request
     * @param resource on what
     * @param admitted whether the policy admitted it
     * @param cause the store's last error, if it gave one
     */
    default void degraded(String entity, String resource, boolean admitted, @Nullable Throwable cause) {}

    /**
     * A write for a bucket was answered.
     *
     * @param write what it was
     */
    default void wrote(BucketWrite write) {}

    /**
     * A correction or give-back was lost: it could not be written, or nobody can know whether it was. So was what may
     * have been taken from several shards for a caller who gave up, if nobody can know whether it was.
     *
     * @param entity whose bucket
     * @param resource on what
     * @param limit of which limit
     * @param delta whole tokens that should have been taken (positive) or given back (negative), away from 0 where a
     *     part of one lay in a shard
     * @param cause the store's last error, if there was one
     */
    default void lostAdjustment(String entity, String resource, String limit, long delta, @Nullable Throwable cause) {}

    /**
     * Not all of what was given back, or settled to less, fitted: the limit was full, or is gone. As a rule it had
     * refilled meanwhile, and nobody lost anything.
     *
     * @param entity whose bucket
     * @param resource on what
     * @param limit of which limit
     * @param tokens what did not fit, 1 or more, a part of a token counted as one
     */
    default void cutGiveBack(String entity, String resource, String limit, long tokens) {}

    /**
     * A take of a limit that had been removed was skipped.
     *
     * @param entity whose request
     * @param resource on what
     * @param limit the removed one
     */
    default void skippedLimit(String entity, String resource, String limit) {}

    /**
     * A stored configuration was read.
     *
     * @param key its level and names
     * @param found whether the level holds anything
     */
    default void configLoaded(String key, boolean found) {}

    /** Hears how the waiting of a request ends. */
    @FunctionalInterface
    interface PendingRequest {

        /**
         * It has ended; called once, on any thread.
         *
         * @param end how
         * @param failure what its caller gets instead of a decision, or null
         */
        void ended(End end, @Nullable Throwable failure);

        /** How the waiting ended. */
        enum End {
            /** The tokens are there. */
            GRANTED,
            /** Refused. */
            REFUSED,
            /** Admitted, although the store gave no answer. */
            DEGRADED,
            /** With an exception: the store gave no answer, or the request can't be served. */
            FAILED,
            /** Its caller has given up. */
            WITHDRAWN
        }
    }

    /**
     * One answered write.
     *
     * @param entity whose bucket
     * @param resource on what
     * @param kind what kind of write
     * @param outcome how it ended
     * @param batch how many callers' demands it held
     * @param roundTripNanos from sending to the answer
     * @param attempt 1 for the first try of these demands
     * @param writeUnits capacity units as the store reported them, or a negative number if it did not
     */
    record BucketWrite(
            String entity,
            String resource,
            Kind kind,
            Outcome outcome,
            int batch,
            long roundTripNanos,
            int attempt,
            double writeUnits) {

        /** How many pairs of a kind and an outcome there are. */
        static final int PLACES = Kind.values().length * Outcome.values().length;

        /** Where a table of all pairs holds one: in memory only, so the order of the constants may change. */
        @SuppressWarnings("EnumOrdinal")
        static int place(Kind kind, Outcome outcome) {
            return kind.ordinal() * Outcome.values().length + outcome.ordinal();
        }

        /** What a write does. */
        public enum Kind {
            /** Takes stored tokens and leaves the refill stamp. */
            CONSUME,
            /** Refills and takes, pinned on what was seen. */
            REFILL_AND_CONSUME,
            /** Refills and takes below a soft ceiling, pinned on what was seen. */
            SOFT_REFILL_AND_CONSUME,
            /** Takes below a soft ceiling. */
            SOFT_CONSUME,
            /** Creates the bucket. */
            CREATE,
            /** Gives tokens back, pinned on what was seen. */
            CREDIT,
            /** Gives tokens back, at most once. */
            UNPINNED_CREDIT,
            /** Brings the bucket's limits in line with the stored ones. */
            RECONCILE
        }

        /** How a write ended. */
        public enum Outcome {
            /** Applied. */
            WRITTEN,
            /** Its condition did not hold. */
            REFUSED,
            /** It had been applied already: an earlier answer was lost. */
            ALREADY_WRITTEN,
            /** Failed, surely not applied. */
            FAILED,
            /** Failed, perhaps applied. */
            UNCERTAIN
        }
    }
}
