package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.testkit.internal.simulation.BucketView.LimitView;
import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one bucket has been through. Each write that lands is checked as a step from one image to the next, by slow and
 * exact arithmetic, and by the law of each limit, which knows nothing of the images.
 */
final class BucketBook {

    private final String name;
    private final Oracle oracle;
    private final Map<String, WindowLaw> laws = new TreeMap<>();
    private final Map<String, Integer> seededIn = new TreeMap<>();
    private final Map<String, Long> presenceChangedNanos = new TreeMap<>();
    private @Nullable BucketView now;

    BucketBook(String name, Oracle oracle) {
        this.name = name;
        this.oracle = oracle;
    }

    /** What a client may leave below zero of a limit by a write. */
    interface Allowance {
        /** By those who wait for their tokens, in millitokens. */
        long owe(String limit, LimitView view);

        /** By corrections, which are never refused, in millitokens. */
        long debits(String limit);
    }

    /** Whether the bucket has had a limit, or has lacked it, ever since an instant. */
    boolean unchangedSince(String limit, long nanos) {
        return presenceChangedNanos.getOrDefault(limit, -1L) < nanos;
    }

    boolean has(String limit) {
        return now != null && now.limits().containsKey(limit);
    }

    @Nullable
    WindowLaw law(String limit) {
        return laws.get(limit);
    }

    @Nullable
    BucketView view() {
        return now;
    }

    void landed(Sent sent, @Nullable BucketView before, BucketView after, Allowance allowance) {
        long stampBefore = before == null ? Long.MIN_VALUE : before.stamp();
        boolean stamped = before == null || Written.sets(sent.write(), "rf");
        if (before != null && after.stamp() < before.stamp() && before.stamp() - sent.wallMillis() <= 60_000) {
            fail("stamp", sent, "the stamp ran back from " + before.stamp() + " to " + after.stamp());
        }
        if (stamped && after.stamp() > Math.max(stampBefore, sent.wallMillis())) {
            fail("stamp", sent, "the stamp runs ahead of the clock of who set it: " + after.stamp());
        }
        long decided = stamped ? after.stamp() : Math.max(sent.wallMillis(), after.stamp());
        Map<String, Long> asked = Written.consumption(sent.write());
        after.limits().forEach((limit, view) -> {
            LimitView old = before == null ? null : before.limits().get(limit);
            if (old == null) {
                seeded(sent, limit, view, decided, before == null);
            } else {
                step(sent, limit, old, view, stampBefore, after.stamp(), decided);
            }
            if (view.tk() > view.cap()) {
                fail("ceiling", sent, limit + " holds more than its ceiling: " + view);
            }
            if (!limit.equals(BucketView.WCU)) {
                admitted(sent, limit, old, view, decided, asked.getOrDefault(limit, 0L), allowance);
            }
        });
        if (now != null) {
            now.limits().keySet().stream()
                    .filter(limit -> !after.limits().containsKey(limit))
                    .forEach(limit -> presenceChangedNanos.put(limit, oracle.nowNanos()));
        }
        now = after;
    }

    private void seeded(Sent sent, String limit, LimitView view, long decided, boolean bucketIsNew) {
        if (view.tk() > view.cap()) {
            fail("seed", sent, limit + " begins with more than its ceiling: " + view);
        }
        if (now != null && !has(limit)) {
            presenceChangedNanos.put(limit, oracle.nowNanos());
        }
        if (limit.equals(BucketView.WCU)) {
            return;
        }
        WindowLaw known = laws.get(limit);
        int epoch = oracle.epoch(limit);
        // Its time to live was set by one clock, and ended by another.
        boolean vanishedFull = bucketIsNew && known != null && known.full(decided + oracle.clocksApartMillis());
        if (known == null || vanishedFull || seededIn.getOrDefault(limit, 0) < epoch) {
            laws.put(limit, new WindowLaw(view, decided));
            seededIn.put(limit, epoch);
        } else {
            known.changed(view, decided);
        }
    }

    private void step(
            Sent sent, String limit, LimitView old, LimitView view, long stampBefore, long stamp, long decided) {
        long elapsed = Math.max(0, stamp - stampBefore);
        long consumed = view.tc() - old.tc();
        BigInteger oldPeriod = BigInteger.valueOf(old.rp());
        BigInteger newPeriod = BigInteger.valueOf(view.rp());
        // Both sides in units of 1 / (old period x new period) millitokens.
        BigInteger there = old.exactly(elapsed)
                .subtract(BucketView.times(consumed, old.rp()))
                .multiply(newPeriod);
        BigInteger left = view.exactly(0).multiply(oldPeriod);
        boolean wcu = limit.equals(BucketView.WCU);
        if (left.compareTo(there) > 0 && !wcu) {
            fail(
                    "made",
                    sent,
                    limit + " gained more than came back: " + old + " to " + view + " in " + elapsed + " ms");
        }
        if (view.rm() < 0 || view.rm() >= view.rp()) {
            fail("remainder", sent, limit + " has a remainder out of range: " + view);
        }
        BigInteger missing = there.subtract(left).divide(oldPeriod.multiply(newPeriod));
        boolean creditAlone = consumed <= 0 && !Written.sets(sent.write(), "rf");
        if (missing.signum() > 0 && !wcu && !creditAlone) {
            // What is cut is cut at the ceiling, or at most a tenth below it for a bucket that is shared.
            long ceiling = Math.min(old.cap(), view.cap());
            long given = oracle.mayComeBack(sent.client(), name, limit);
            BigInteger top =
                    view.after(Math.max(0, decided - stamp)).add(BigInteger.valueOf(Math.max(0, consumed) + given));
            if (top.compareTo(BigInteger.valueOf(ceiling - ceiling / 10 - 1)) < 0) {
                fail(
                        "lost",
                        sent,
                        limit + " lost " + missing + " millitokens below its ceiling: " + old + " to " + view);
            }
        }
        if (elapsed == 0 && old.sameRates(view) && view.tk() != old.tk() && !wcu) {
            BigInteger full = (consumed > 0 ? old : view).after(Math.max(0, decided - stampBefore));
            if (full.compareTo(BigInteger.valueOf(view.cap())) > 0) {
                fail(
                        "stamp-left-behind",
                        sent,
                        limit + " was full when " + consumed + " were taken and the stamp stayed: " + old + ", "
                                + (decided - stampBefore) + " ms after the stamp");
            }
        }
    }

    private void admitted(
            Sent sent,
            String limit,
            @Nullable LimitView old,
            LimitView view,
            long decided,
            long consumed,
            Allowance allowance) {
        WindowLaw law = laws.get(limit);
        if (law == null) {
            throw new IllegalStateException("no law for " + limit);
        }
        if (old != null && !old.sameRates(view)) {
            law.changed(view, decided);
        } else if (consumed > 0 || old == null) {
            // A window that begins with a write which takes nothing is no stricter than the one that begins after it.
            law.decided(decided);
        }
        law.took(consumed);
        long debits = allowance.debits(limit);
        if (consumed > debits) {
            long owe = allowance.owe(limit, view);
            if (view.tk() < -owe) {
                fail("overdrawn", sent, limit + " was taken below zero (" + owe + " may be owed): " + view);
            }
            if (law.overdrawn(owe)) {
                fail("law", sent, limit + " was over-admitted: " + law + " (" + owe + " may be owed)");
            }
        }
    }

    @Override
    public String toString() {
        return name + " " + now + " " + laws;
    }

    private void fail(String rule, Sent sent, String what) {
        oracle.violated(
                rule,
                name + ": " + what + "; by " + sent.client() + " at " + sent.wallMillis() + ": "
                        + Written.describe(sent.write()));
    }
}
