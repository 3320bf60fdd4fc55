package dev.zaelimiter.aggregator;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * What became of a batch. Figures count what was done now, not what an earlier delivery of the same changes did.
 *
 * @param records how many changes there were
 * @param counted how many of them were of buckets
 * @param usageWrites how many writes added to usage
 * @param duplicates how many such writes were not needed, since all of their changes had been counted before
 * @param late how many changes were so old that they may have been counted before; they were not counted
 * @param refills how many buckets were refilled
 * @param divisions how many shards of buckets were divided, or made one
 * @param archived how many expired records of changes were archived
 * @param putAside how many expired records could not be archived; they are in the store, until they can
 * @param deadLetters how many changes could not be understood
 * @param lagMillis how old the last change was when it came: milliseconds, 0 or more
 * @param failures what failed, in words; each kind once
 * @param retryFrom the number of the first change that must come again; empty if all is done
 */
public record BatchOutcome(
        int records,
        int counted,
        int usageWrites,
        int duplicates,
        int late,
        int refills,
        int divisions,
        int archived,
        int putAside,
        int deadLetters,
        long lagMillis,
        List<String> failures,
        Optional<BigInteger> retryFrom) {

    /** Copies the list. */
    public BatchOutcome {
        failures = List.copyOf(failures);
    }

    /**
     * Whether the next batch of this shard may come.
     *
     * @return false if {@link #retryFrom} tells a change: that one and those after it must come first
     */
    public boolean complete() {
        return retryFrom.isEmpty();
    }
}
