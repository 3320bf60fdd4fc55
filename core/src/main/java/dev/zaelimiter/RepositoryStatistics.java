package dev.zaelimiter;

import dev.zaelimiter.LimiterListener.BucketWrite;
import java.util.Arrays;

/**
 * Counters of one repository since it was opened. Immutable; each counter is exact, but they are read one after the
 * other.
 */
public final class RepositoryStatistics {

    private final long granted;
    private final long refused;
    private final long degraded;
    private final long writes;
    private final long reads;
    private final long lostAdjustments;
    private final long skippedLimits;
    private final long faults;
    private final long cutGiveBacks;
    private final Cache configCache;
    private final ClockStatus clock;
    private final long buckets;
    private final long hotBuckets;
    private final long[] answered;

    private RepositoryStatistics(Builder builder) {
        this.granted = builder.granted;
        this.refused = builder.refused;
        this.degraded = builder.degraded;
        this.writes = builder.writes;
        this.reads = builder.reads;
        this.lostAdjustments = builder.lostAdjustments;
        this.skippedLimits = builder.skippedLimits;
        this.faults = builder.faults;
        this.cutGiveBacks = builder.cutGiveBacks;
        this.configCache = builder.configCache;
        this.clock = builder.clock;
        this.buckets = builder.buckets;
        this.hotBuckets = builder.hotBuckets;
        this.answered = builder.answered;
    }

    /**
     * Starts a snapshot; for the engine and tests.
     *
     * @return a builder with every counter at 0
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Requests granted by the store.
     *
     * @return a count
     */
    public long granted() {
        return granted;
    }

    /**
     * Requests refused.
     *
     * @return a count
     */
    public long refused() {
        return refused;
    }

    /**
     * Requests that the store gave no answer to in time, admitted or not.
     *
     * @return a count
     */
    public long degraded() {
        return degraded;
    }

    /**
     * Writes sent to the store for buckets, retries included.
     *
     * @return a count
     */
    public long writes() {
        return writes;
    }

    /**
     * Writes for single buckets that were answered, by what they did and how they ended.
     *
     * @param kind what they did
     * @param outcome how they ended
     * @return a count
     */
    public long writes(BucketWrite.Kind kind, BucketWrite.Outcome outcome) {
        return answered[BucketWrite.place(kind, outcome)];
    }

    /**
     * Calls that read buckets and configuration from the store, those in the background included.
     *
     * @return a count
     */
    public long reads() {
        return reads;
    }

    /**
     * Corrections and give-backs that could not be written, or not be known to be written.
     *
     * @return a count
     */
    public long lostAdjustments() {
        return lostAdjustments;
    }

    /**
     * Takes that were skipped since their limit had been removed.
     *
     * @return a count
     */
    public long skippedLimits() {
        return skippedLimits;
    }

    /**
     * Faults in the limiter itself, each of which was logged; see {@link LimiterFaultException}. Please report them.
     *
     * @return a count, 0 unless something is wrong
     */
    public long faults() {
        return faults;
    }

    /**
     * How often not all of what went back to a limit fitted, since it was full. As a rule it had refilled meanwhile.
     *
     * @return a count
     */
    public long cutGiveBacks() {
        return cutGiveBacks;
    }

    /**
     * The configuration cache.
     *
     * @return its counters
     */
    public Cache configCache() {
        return configCache;
    }

    /**
     * The clock that stamps refills.
     *
     * @return which one, and how well it is known
     */
    public ClockStatus clock() {
        return clock;
    }

    /**
     * Buckets, and shards of buckets, that this process remembers.
     *
     * @return about how many, up to {@code maxBuckets}
     */
    public long buckets() {
        return buckets;
    }

    /**
     * Those of them that are ready to be used; of the others nothing is kept but their numbers.
     *
     * @return about how many, up to {@code hotBuckets}
     */
    public long hotBuckets() {
        return hotBuckets;
    }

    @Override
    public String toString() {
        return "granted " + granted + ", refused " + refused + ", degraded " + degraded + ", writes " + writes
                + ", reads "
                + reads + ", lost adjustments " + lostAdjustments + ", skipped limits " + skippedLimits
                + ", cut give-backs " + cutGiveBacks + ", "
                + configCache
                + ", " + clock;
    }

    /**
     * Counters of the configuration cache. A look-up resolves the four levels of an entity and resource. Each bucket
     * keeps what it has resolved until that is out of date, so there are far fewer look-ups than requests.
     *
     * @param hits look-ups that fresh entries answered
     * @param staleHits look-ups with an entry past its time: it was served, and read again in the background
     * @param misses look-ups that the cache could not answer
     * @param loads levels read from the store, several of them with one call
     * @param size entries now
     */
    public record Cache(long hits, long staleHits, long misses, long loads, long size) {}

    /** Collects a snapshot. */
    public static final class Builder {

        private long granted;
        private long refused;
        private long degraded;
        private long writes;
        private long reads;
        private long lostAdjustments;
        private long skippedLimits;
        private long faults;
        private long cutGiveBacks;
        private Cache configCache = new Cache(0, 0, 0, 0, 0);
        private ClockStatus clock = ClockStatus.LOCAL;
        private long buckets;
        private long hotBuckets;
        private long[] answered = new long[BucketWrite.PLACES];

        private Builder() {}

        /**
         * Sets the counters of requests.
         *
         * @param granted see {@link RepositoryStatistics#granted()}
         * @param refused see {@link RepositoryStatistics#refused()}
         * @param degraded see {@link RepositoryStatistics#degraded()}
         * @return this builder
         */
        public Builder requests(long granted, long refused, long degraded) {
            this.granted = granted;
            this.refused = refused;
            this.degraded = degraded;
            return this;
        }

        /**
         * Sets the counters of store calls.
         *
         * @param writes see {@link RepositoryStatistics#writes()}
         * @param reads see {@link RepositoryStatistics#reads()}
         * @return this builder
         */
        public Builder calls(long writes, long reads) {
            this.writes = writes;
            this.reads = reads;
            return this;
        }

        /**
         * Sets the counters of what went missing.
         *
         * @param lostAdjustments see {@link RepositoryStatistics#lostAdjustments()}
         * @param skippedLimits see {@link RepositoryStatistics#skippedLimits()}
         * @return this builder
         */
        public Builder losses(long lostAdjustments, long skippedLimits) {
            this.lostAdjustments = lostAdjustments;
            this.skippedLimits = skippedLimits;
            return this;
        }

        /**
         * Sets the counter of faults in the limiter itself.
         *
         * @param faults see {@link RepositoryStatistics#faults()}
         * @return this builder
         */
        public Builder faults(long faults) {
            this.faults = faults;
            return this;
        }

        /**
         * Sets the counter of what did not fit.
         *
         * @param cutGiveBacks see {@link RepositoryStatistics#cutGiveBacks()}
         * @return this builder
         */
        public Builder cutGiveBacks(long cutGiveBacks) {
            this.cutGiveBacks = cutGiveBacks;
            return this;
        }

        /**
         * Sets the counters of the configuration cache.
         *
         * @param cache its counters
         * @return this builder
         */
        public Builder configCache(Cache cache) {
            this.configCache = cache;
            return this;
        }

        /**
         * Sets the clock.
         *
         * @param status which one stamps refills
         * @return this builder
         */
        public Builder clock(ClockStatus status) {
            this.clock = status;
            return this;
        }

        /**
         * Sets the number of buckets that are ready to be used.
         *
         * @param buckets see {@link RepositoryStatistics#hotBuckets()}
         * @return this builder
         */
        public Builder hotBuckets(long buckets) {
            this.hotBuckets = buckets;
            return this;
        }

        /**
         * Sets the number of buckets remembered.
         *
         * @param buckets see {@link RepositoryStatistics#buckets()}
         * @return this builder
         */
        public Builder buckets(long buckets) {
            this.buckets = buckets;
            return this;
        }

        /**
         * Adds answered writes.
         *
         * @param kind what they did
         * @param outcome how they ended
         * @param count how many
         * @return this builder
         */
        public Builder answered(BucketWrite.Kind kind, BucketWrite.Outcome outcome, long count) {
            answered = Arrays.copyOf(answered, answered.length);
            answered[BucketWrite.place(kind, outcome)] += count;
            return this;
        }

        /**
         * Builds the snapshot.
         *
         * @return an immutable snapshot
         */
        public RepositoryStatistics build() {
            return new RepositoryStatistics(this);
        }
    }
}
