package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.testkit.internal.simulation.BucketView.LimitView;
import java.math.BigInteger;
import java.util.Map;

/**
 * Nothing that goes back is lost without a word where there is room for it: what a write cuts must be more than the bucket holds,
 * with all its shards, or than what came back by itself; or be told.
 *
 * <p>A tenth of the ceiling is left to the soft one.
 */
final class CutCredits {

    private final String name;
    private final Oracle oracle;
    private final Map<Integer, BucketView> shards;

    CutCredits(String name, Oracle oracle, Map<Integer, BucketView> shards) {
        this.name = name;
        this.oracle = oracle;
        this.shards = shards;
    }

    /** A write is about to turn one image of a shard into another. */
    void landed(Sent sent, BucketView before, BucketView after) {
        after.limits().forEach((limit, view) -> {
            LimitView old = before.limits().get(limit);
            if (old != null && old.sameRates(view) && !limit.equals(BucketView.WCU)) {
                landed(sent, before, after, limit, old, view);
            }
        });
    }

    private void landed(Sent sent, BucketView before, BucketView after, String limit, LimitView old, LimitView view) {
        long elapsed = Math.max(0, after.stamp() - before.stamp());
        long consumed = Written.net(view.tc() - old.tc());
        BigInteger period = BigInteger.valueOf(view.rp());
        BigInteger refilled = old.exactly(elapsed);
        BigInteger missing =
                refilled.subtract(BucketView.times(consumed, view.rp())).subtract(view.exactly(0));
        if (missing.compareTo(period) <= 0) {
            return;
        }
        BigInteger credit = BigInteger.valueOf(Math.max(0, -consumed)).max(hidden(sent, limit, consumed));
        BigInteger byRefill =
                refilled.subtract(BigInteger.valueOf(view.softest()).multiply(period));
        BigInteger whole = held(sent, before.shard(), limit)
                .add(credit.multiply(period))
                .subtract(capacity(limit).multiply(period));
        if (missing.compareTo(byRefill.max(whole).add(period)) > 0) {
            oracle.untold()
                    .cut(
                            sent.client(),
                            name,
                            limit,
                            missing.subtract(byRefill.max(whole).max(BigInteger.ZERO))
                                    .divide(period),
                            name + ": " + missing.divide(period) + " millitokens of " + limit
                                    + " went back and were cut, though "
                                    + "there was room: " + old + " to " + view + ", shards " + shards.values() + "; by "
                                    + sent.client() + " at " + sent.wallMillis() + ": "
                                    + Written.describe(sent.write()));
        }
    }

    /** What a write that takes may give back beside that. */
    private BigInteger hidden(Sent sent, String limit, long consumed) {
        return BigInteger.valueOf(oracle.mayComeBack(sent.client(), name, limit))
                .subtract(BigInteger.valueOf(consumed).max(BigInteger.ZERO).negate())
                .max(BigInteger.ZERO);
    }

    private BigInteger capacity(String limit) {
        BigInteger sum = BigInteger.ZERO;
        for (BucketView shard : shards.values()) {
            LimitView view = shard.limits().get(limit);
            sum = view == null ? sum : sum.add(BigInteger.valueOf(view.softest()));
        }
        return sum;
    }

    /** What is there at most, with what one shard would hold if it had no ceiling. */
    private BigInteger held(Sent sent, int written, String limit) {
        long latest = oracle.trueMillis() + oracle.clocksApartMillis();
        BigInteger sum = BigInteger.ZERO;
        for (BucketView shard : shards.values()) {
            LimitView view = shard.limits().get(limit);
            if (view != null) {
                long elapsed = Math.max(0, Math.max(latest, sent.wallMillis()) - shard.stamp());
                sum = sum.add(shard.shard() == written ? view.exactly(elapsed) : view.held(elapsed));
            }
        }
        return sum;
    }
}
