package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Limit;
import org.jspecify.annotations.Nullable;

/** What is counted of one limit during a replay. Not thread-safe. */
final class LimitFigures {

    private final Limit limit;
    private final Policy.Target level;
    private long refused;
    private long neverFits;
    private double debtMillis;
    private double peakUse;
    private long peakMillis;
    private @Nullable EntityResource peakBucket;

    LimitFigures(Limit limit, Policy.Target level) {
        this.limit = limit;
        this.level = level;
    }

    /** A row was refused by this limit, perhaps with others. */
    void refused(boolean everFits) {
        refused++;
        neverFits += everFits ? 0 : 1;
    }

    /** So much was in use of a bucket just now; of buckets with as much, the first one counts. */
    void used(double tokens, Gauges.Bucket bucket) {
        if (tokens > peakUse || (tokens == peakUse && peakBucket != null && bucket.stampMillis() < peakMillis)) {
            peakUse = tokens;
            peakBucket = bucket.id();
            peakMillis = bucket.stampMillis();
        }
    }

    void inDebt(double millis) {
        debtMillis += millis;
    }

    Report.OfLimit report() {
        return new Report.OfLimit(
                limit, level, refused, neverFits, Math.round(peakUse), peakBucket, Math.round(debtMillis));
    }
}
