package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.testkit.internal.simulation.StoredBucket.LimitView;
import java.math.BigInteger;

/**
 * Nothing that goes back is lost without a word: what a write cuts is no more than what came back by itself above the
 * ceiling, or is told.
 *
 * <p>A tenth of the ceiling is left to the soft one.
 */
final class CutCredits {

    private final String name;
    private final Oracle oracle;

    CutCredits(String name, Oracle oracle) {
        this.name = name;
        this.oracle = oracle;
    }

    /** A write is about to turn one image of a shard into another. */
    void landed(Sent sent, StoredBucket before, StoredBucket after) {
        after.limits().forEach((limit, view) -> {
            LimitView old = before.limits().get(limit);
            if (old != null && old.sameRates(view) && !limit.equals(StoredBucket.WCU)) {
                landed(sent, before, after, limit, old, view);
            }
        });
    }

    private void landed(
            Sent sent, StoredBucket before, StoredBucket after, String limit, LimitView old, LimitView view) {
        long elapsed = Math.max(0, after.stamp() - before.stamp());
        long consumed = Written.net(view.tc() - old.tc());
        BigInteger period = BigInteger.valueOf(view.rp());
        BigInteger refilled = old.exactly(elapsed);
        BigInteger missing =
                refilled.subtract(StoredBucket.times(consumed, view.rp())).subtract(view.exactly(0));
        if (missing.compareTo(period) <= 0) {
            return;
        }
        // What came back by itself may be cut, up to a tenth below the ceiling.
        BigInteger byRefill = refilled.subtract(
                        BigInteger.valueOf(view.softest()).multiply(period))
                .max(BigInteger.ZERO);
        if (missing.compareTo(byRefill.add(period)) > 0) {
            oracle.untold()
                    .cut(
                            sent.client(),
                            name,
                            limit,
                            missing.subtract(byRefill).divide(period),
                            name + ": " + missing.divide(period) + " millitokens of " + limit
                                    + " went back and were cut: " + old + " to " + view + "; by " + sent.client()
                                    + " at " + sent.wallMillis() + ": " + Written.describe(sent.write()));
        }
    }
}
