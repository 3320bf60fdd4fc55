package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.testkit.internal.simulation.StoredBucket.LimitView;
import java.math.BigInteger;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Whether a write leads from one image of a bucket, or of one shard, to the next as the arithmetic allows. */
final class ShardSteps {

    /** A stamp that lies more than this ahead of a clock is taken for damage, and set back. */
    static final long DAMAGED_MILLIS = 60_000;

    private final String name;
    private final Oracle oracle;

    ShardSteps(String name, Oracle oracle) {
        this.name = name;
        this.oracle = oracle;
    }

    /** When a write was decided, by the clock that its stamp follows. */
    static long decided(Sent sent, @Nullable StoredBucket before, StoredBucket after) {
        boolean stamped = before == null || Written.sets(sent.write(), "rf");
        return stamped ? after.stamp() : Math.max(sent.wallMillis(), after.stamp());
    }

    /** Of limits that are free nothing is said: they bind nobody. */
    void landed(Sent sent, @Nullable StoredBucket before, StoredBucket after, boolean takenBack, Set<String> free) {
        long stampBefore = before == null ? Long.MIN_VALUE : before.stamp();
        boolean stamped = before == null || Written.sets(sent.write(), "rf");
        if (before != null && after.stamp() < before.stamp() && before.stamp() - sent.wallMillis() <= DAMAGED_MILLIS) {
            fail("stamp", sent, "the stamp ran back from " + before.stamp() + " to " + after.stamp());
        }
        if (stamped && after.stamp() > Math.max(stampBefore, oracle.landings().latestWallMillis(sent))) {
            fail("stamp", sent, "the stamp runs ahead of the clock of who set it: " + after.stamp());
        }
        if (before != null && before.count() != after.count()) {
            fail("count", sent, "divided by a write that moves no tokens");
        }
        long decided = decided(sent, before, after);
        after.limits().forEach((limit, view) -> {
            if (free.contains(limit)) {
                return;
            }
            LimitView old = before == null ? null : before.limits().get(limit);
            if (old != null) {
                check(new Step(sent, limit, old.asBudget(view), view, stampBefore, after.stamp(), decided, takenBack));
            } else if (view.tk() > view.cap()) {
                fail("seed", sent, limit + " begins with more than its ceiling: " + view);
            }
            if (view.tk() > view.cap()) {
                fail("ceiling", sent, limit + " holds more than its ceiling: " + view);
            }
        });
    }

    /**
     * Whether a gift moves nothing but balances, and none of them down or above its ceiling. Tells what it gives, in
     * millitokens; at most, where some time was once taken back, and it is not to be said what has refilled since.
     */
    Map<String, BigInteger> given(Sent sent, StoredBucket before, StoredBucket after, boolean takenBack) {
        if (after.stamp() <= before.stamp() && before.stamp() - sent.wallMillis() <= DAMAGED_MILLIS) {
            fail("stamp", sent, "a gift left the stamp at " + after.stamp());
        }
        if (before.count() != after.count()
                || !before.limits().keySet().equals(after.limits().keySet())) {
            fail("gift", sent, "a gift made " + after + " of " + before);
            return Map.of();
        }
        Map<String, BigInteger> given = new TreeMap<>();
        after.limits().forEach((limit, view) -> {
            LimitView old = before.limits().get(limit);
            if (old == null || limit.equals(StoredBucket.WCU)) {
                return;
            }
            BigInteger period = BigInteger.valueOf(view.rp());
            // A giver whose clock is behind moves the stamp by a millisecond all the same, and refills nothing in it.
            long elapsed = after.stamp() - before.stamp();
            BigInteger held = old.held(takenBack || elapsed <= 1 ? 0 : elapsed);
            // A limit that is filled up keeps no fraction of a millitoken.
            BigInteger milli = view.exactly(0)
                    .subtract(held)
                    .add(period)
                    .subtract(BigInteger.ONE)
                    .divide(period);
            if (milli.signum() < 0 || view.tk() > view.cap() || view.tc() != old.tc() || !view.sameRates(old)) {
                fail("gift", sent, limit + " was given " + milli + ": " + old + " to " + view);
            }
            given.put(limit, milli);
        });
        return given;
    }

    /**
     * One limit of one shard, from one image to the next.
     *
     * @param old the limit before; of a budget, what has become of it by new numbers
     * @param decided when the writer decided, by its clock
     * @param takenBack whether some time was once taken back, so that less may be there
     */
    private record Step(
            Sent sent,
            String limit,
            LimitView old,
            LimitView view,
            long stampBefore,
            long stamp,
            long decided,
            boolean takenBack) {

        long elapsed() {
            return Math.max(0, stamp - stampBefore);
        }

        long consumed() {
            return Written.net(view.tc() - old.tc());
        }

        boolean ofWriteUnits() {
            return limit.equals(StoredBucket.WCU);
        }
    }

    private void check(Step step) {
        LimitView old = step.old;
        LimitView view = step.view;
        BigInteger oldPeriod = BigInteger.valueOf(old.rp());
        BigInteger newPeriod = BigInteger.valueOf(view.rp());
        // Both sides in units of 1 / (old period x new period) millitokens.
        BigInteger there = old.exactly(step.elapsed())
                .subtract(StoredBucket.times(step.consumed(), old.rp()))
                .multiply(newPeriod);
        BigInteger left = view.exactly(0).multiply(oldPeriod);
        if (left.compareTo(there) > 0 && !step.ofWriteUnits()) {
            String grown = old + " to " + view + " in " + step.elapsed() + " ms";
            fail("made", step.sent, step.limit + " gained more than came back: " + grown);
        }
        if (view.rm() < 0 || view.rm() >= view.rp()) {
            fail("remainder", step.sent, step.limit + " has a remainder out of range: " + view);
        }
        checkLost(step, there.subtract(left).divide(oldPeriod.multiply(newPeriod)));
        checkStamp(step);
    }

    /** What is cut is cut at the ceiling, or at most a tenth below it for a bucket that is shared. */
    private void checkLost(Step step, BigInteger missing) {
        long consumed = step.consumed();
        boolean creditAlone = consumed <= 0 && !Written.sets(step.sent.write(), "rf");
        if (missing.signum() <= 0 || step.ofWriteUnits() || creditAlone || step.takenBack) {
            return;
        }
        long softest = step.old.cap() < step.view.cap() ? step.old.softest() : step.view.softest();
        BigInteger top = step.view
                .after(Math.max(0, step.decided - step.stamp))
                .add(BigInteger.valueOf(Math.max(0, consumed)))
                .add(oracle.mayComeBack(step.sent.client(), name, step.limit));
        if (top.compareTo(BigInteger.valueOf(softest)) < 0) {
            String change = step.old + " to " + step.view;
            fail("lost", step.sent, step.limit + " lost " + missing + " millitokens below its ceiling: " + change);
        }
    }

    /** A write that leaves the stamp must not have found the limit full: what comes back later would count twice. */
    private void checkStamp(Step step) {
        LimitView old = step.old;
        LimitView view = step.view;
        if (step.elapsed() != 0
                || !old.sameRates(view)
                || view.tk() == old.tk()
                || step.ofWriteUnits()
                || step.takenBack) {
            return;
        }
        // Where clocks are hours apart, another one may have set the stamp back since the writer saw the bucket.
        long sinceStamp = step.decided - step.stampBefore;
        long known = sinceStamp - (oracle.takesBackStamps() ? oracle.clocksApartMillis() : 0);
        // What goes back pins no remainder: a division may have left another one since the writer saw the bucket.
        LimitView left = step.consumed() < 0 && oracle.divided() ? view.withoutRemainder() : view;
        BigInteger full = (step.consumed() > 0 ? old : left).after(Math.max(0, known));
        if (full.compareTo(BigInteger.valueOf(view.cap())) > 0) {
            fail(
                    "stamp-left-behind",
                    step.sent,
                    step.limit + " was full when " + step.consumed() + " were taken and the stamp stayed: " + old + ", "
                            + sinceStamp + " ms after the stamp");
        }
    }

    private void fail(String rule, Sent sent, String what) {
        oracle.violated(
                rule,
                name + ": " + what + "; by " + sent.client() + " at " + sent.wallMillis() + ": "
                        + Written.describe(sent.write()));
    }
}
