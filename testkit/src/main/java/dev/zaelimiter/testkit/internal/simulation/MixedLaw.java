package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.testkit.internal.simulation.StoredBucket.LimitView;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The law of one limit of a bucket that the Python system writes, too. That one lets in more than the limit allows, and
 * loses tokens, in ways that are known ({@link Excess}). So two numbers are compared at each write: what all shards
 * together hold by then, and what the {@linkplain WindowLaw window} still allows. What they hold above that is the
 * <em>surplus</em>: it will be let in too many, sooner or later. A write of ours must not add to it. A write of
 * Python's adds to it in one of the known ways, and by no more than these explain, and is measured.
 *
 * <p>Exact, in units of ms x millitokens; each shard may be off by a millitoken, since Python's parts are rounded.
 */
final class MixedLaw {

    /**
     * One shard, by one write: null before it was made, or after it was deleted; and when it vanishes, in seconds, or
     * 0.
     */
    record Change(
            Sent sent,
            @Nullable StoredBucket before,
            @Nullable StoredBucket after,
            long end) {

        int shard() {
            return KeyReader.shard(sent.write().key());
        }
    }

    private final String name;
    private final String limit;
    private final Oracle oracle;
    private final LimitView whole;
    private final WindowLaw law;
    private final Map<Integer, StoredBucket> shards = new TreeMap<>();
    /** When each of them vanishes, in seconds. */
    private final Map<Integer, Long> ends = new TreeMap<>();
    /**
     * Which of them Python has given its end, or written since, and ours have taken nothing of this limit after that:
     * its times to live are rounded down and count no debt, and a fast write leaves them as they are.
     */
    private final Map<Integer, Boolean> ages = new TreeMap<>();

    /** Shards that have vanished, and that nobody has made anew since. */
    private final Set<Integer> absent = new TreeSet<>();

    private BigInteger surplus = BigInteger.ZERO;

    MixedLaw(String name, String limit, LimitView whole, long nowMillis, Oracle oracle) {
        this.name = name;
        this.limit = limit;
        this.whole = whole;
        this.law = new WindowLaw(whole, nowMillis);
        this.oracle = oracle;
    }

    /** One write has landed, or several in one transaction. */
    void landed(boolean ours, List<Change> changes, long decided) {
        long millis = Math.max(Math.max(law.clockMillis(), decided), oracle.trueMillis());
        long consumed = 0;
        boolean made = false;
        Map<Integer, StoredBucket> gone = vanished(changes, millis);
        for (Change change : changes) {
            LimitView after = view(change.after());
            LimitView before = view(change.before());
            made |= after != null && before == null;
            consumed += after == null ? 0 : after.tc() - (before == null ? 0 : before.tc());
        }
        if (consumed > 0 || made) {
            law.decided(decided);
        }
        BigInteger heldBefore = held(millis);
        BigInteger roomBefore = law.at(millis);
        grown(positive(heldBefore.subtract(roomBefore)));
        law.took(consumed);
        gone.keySet().forEach(shards::remove);
        gone.keySet().forEach(ends::remove);
        BigInteger undivided = ours ? undivided(changes, gone) : BigInteger.ZERO;
        absent.addAll(gone.keySet());
        changes.forEach(this::put);
        BigInteger heldAfter = held(millis);
        BigInteger roomAfter = law.at(millis);
        BigInteger after = positive(heldAfter.subtract(roomAfter));
        BigInteger added = after.subtract(positive(heldBefore.subtract(roomBefore)));
        BigInteger lost = missing(heldAfter, roomAfter).subtract(missing(heldBefore, roomBefore));
        surplus = after;
        // Who decided earlier than the last one may take what came back in that time once more.
        BigInteger early = StoredBucket.times(Math.max(0, millis - decided), Math.max(whole.ra(), rate()));
        if (ours) {
            added(changes, added, early.add(undivided), consumed);
            lost(changes, lost.subtract(full(gone)), early, consumed);
        } else {
            measured(changes.get(0), added, lost, early, consumed);
        }
    }

    /**
     * Items that are not there any more, though nobody deleted them, must have been full, and count as full until
     * somebody makes the bucket anew. Tells which.
     */
    private Map<Integer, StoredBucket> vanished(List<Change> changes, long millis) {
        Map<Integer, StoredBucket> gone = new TreeMap<>();
        shards.forEach((shard, old) -> {
            boolean made = changes.stream().anyMatch(change -> change.shard() == shard && change.before() == null);
            boolean there = changes.stream().anyMatch(change -> change.shard() == shard && change.before() != null);
            Long end = ends.get(shard);
            if (made || (!there && end != null && end < oracle.trueMillis() / 1000)) {
                gone.put(shard, old);
            }
        });
        gone.forEach((shard, old) -> {
            LimitView view = view(old);
            if (view == null) {
                return;
            }
            BigInteger missing = ceiling(view).subtract(held(old, millis));
            if (missing.compareTo(slack()) > 0 && ages.getOrDefault(shard, false)) {
                tally(Excess.VANISHED, missing);
                surplus = surplus.add(missing);
            } else if (missing.compareTo(slack()) > 0) {
                fail("mixed-forgotten", changes.get(0), "shard " + shard + " vanished that held " + view);
            }
            LimitView full = new LimitView(view.cap(), view.cap(), view.ra(), view.rp(), 0, view.tc());
            shards.put(shard, new StoredBucket(millis, shard, old.count(), Map.of(limit, full)));
        });
        return gone;
    }

    private BigInteger full(Map<Integer, StoredBucket> gone) {
        BigInteger sum = BigInteger.ZERO;
        for (StoredBucket shard : gone.values()) {
            LimitView view = view(shard);
            sum = view == null ? sum : sum.add(ceiling(view));
        }
        return sum;
    }

    /**
     * What the first shard holds more since it was made anew for the whole bucket, after it had vanished: Python gives
     * each shard an end of its own, and one that owes an end that is too early. That is right where no other one is
     * left. Where there is one, ours may not have known of it: Python has made it since they looked, or it is none of
     * those that are looked for. One that had vanished before this write counted as empty until now.
     */
    private BigInteger undivided(List<Change> changes, Map<Integer, StoredBucket> gone) {
        BigInteger more = BigInteger.ZERO;
        for (Change change : changes) {
            LimitView is = view(change.after());
            boolean vanished = gone.containsKey(0) || absent.contains(0);
            if (change.shard() == 0
                    && is != null
                    && vanished
                    && !oracle.mixed().shown().hadToKnow(change.sent(), shards.keySet())) {
                LimitView was = view(gone.get(0));
                BigInteger had = was == null ? BigInteger.ZERO : ceiling(was);
                more = more.add(positive(ceiling(is).subtract(had)));
            }
        }
        if (more.signum() > 0) {
            tally(Excess.VANISHED, more);
        }
        return more;
    }

    private void put(Change change) {
        Long ended = ends.remove(change.shard());
        boolean sameEnd = ended != null && ended == change.end();
        LimitView was = view(change.before());
        LimitView is = view(change.after());
        boolean took = was == null || is == null || is.tc() > was.tc();
        boolean aged = ages.getOrDefault(change.shard(), false) && sameEnd && !took;
        if (change.after() == null) {
            shards.remove(change.shard());
            return;
        }
        absent.remove(change.shard());
        if (change.end() > 0) {
            ends.put(change.shard(), change.end());
        }
        shards.put(change.shard(), change.after());
        ages.put(change.shard(), PythonClient.is(change.sent().client()) || aged);
    }

    /** What all shards refill together, each by its own count. */
    private long rate() {
        long rate = 0;
        for (StoredBucket shard : shards.values()) {
            LimitView view = view(shard);
            rate += view == null ? 0 : view.ra();
        }
        return rate;
    }

    /** Time alone makes no surplus, unless shards refill by different counts. */
    private void grown(BigInteger now) {
        BigInteger more = now.subtract(surplus);
        if (more.compareTo(slack()) <= 0) {
            return;
        }
        long cap = 0;
        for (StoredBucket shard : shards.values()) {
            LimitView view = view(shard);
            cap += view == null ? 0 : view.cap();
        }
        if (rate() > whole.ra() || cap > whole.cap()) {
            tally(Excess.UNEVEN, more);
        } else {
            oracle.violated("mixed-grew", this + " holds " + milli(more) + " millitokens more, and nobody wrote");
        }
    }

    private void added(List<Change> changes, BigInteger added, BigInteger early, long consumed) {
        if (added.compareTo(early.add(slack())) > 0) {
            fail(
                    "mixed-added",
                    changes.get(0),
                    "ours let in " + milli(added) + " millitokens more than was there, taking " + consumed);
        }
    }

    /** Ours cut what is above a soft ceiling, and what goes back and does not fit. */
    private void lost(List<Change> changes, BigInteger lost, BigInteger early, long consumed) {
        BigInteger back =
                oracle.mayComeBack(changes.get(0).sent().client(), name, limit).max(BigInteger.valueOf(-consumed));
        BigInteger soft =
                BigInteger.valueOf(whole.cap() - whole.softest()).add(back).multiply(BigInteger.valueOf(whole.rp()));
        if (lost.compareTo(soft.add(early).add(slack())) > 0) {
            fail("mixed-lost", changes.get(0), "ours lost " + milli(lost) + " millitokens, taking " + consumed);
        }
    }

    private void measured(Change change, BigInteger added, BigInteger lost, BigInteger early, long consumed) {
        StoredBucket before = change.before();
        StoredBucket after = change.after();
        LimitView view = view(after);
        if (after == null || view == null) {
            fail("mixed-model", change, "the model of Python deleted a shard");
            return;
        }
        LimitView was = view(before);
        boolean slow = Written.sets(change.sent().write(), "rf");
        boolean counts = before != null && before.count() != after.count();
        BigInteger most = slack();
        Excess kind = Excess.REST;
        if (before == null) {
            kind = Excess.MADE;
            most = most.add(ceiling(view));
        } else if (was != null && was.tk() > was.cap() && !counts) {
            // A slow write cuts it by what it read, so what was given back meanwhile stays.
            kind = Excess.ABOVE;
            most = most.add(StoredBucket.times(Math.max(0, consumed), whole.rp()));
        } else if (slow) {
            // It does not pin the count, so it may have computed what came back by the one before.
            kind = view.ra() < whole.ra() ? Excess.UNEVEN : Excess.REST;
            most = most.add(StoredBucket.times(Math.max(0, after.stamp() - before.stamp()), whole.ra() - view.ra()));
        } else if (!counts) {
            most = most.add(StoredBucket.times(Math.max(0, consumed), whole.rp()));
        }
        if (added.compareTo(most.add(early)) > 0) {
            fail("mixed-unexplained", change, "the model of Python let in " + milli(added) + " millitokens more");
        }
        if (added.compareTo(slack()) > 0) {
            tally(kind, added);
        }
        if (lost.signum() > 0) {
            tally(slow ? Excess.ROUNDED : counts ? Excess.DIVIDED : consumed < 0 ? Excess.CUT : Excess.LOST, lost);
        }
    }

    private void tally(Excess kind, BigInteger amount) {
        oracle.mixed().tally(kind, milli(amount));
    }

    private @Nullable LimitView view(@Nullable StoredBucket shard) {
        return shard == null ? null : shard.limits().get(limit);
    }

    private static BigInteger ceiling(LimitView view) {
        return StoredBucket.times(view.cap(), view.rp());
    }

    private BigInteger held(StoredBucket shard, long millis) {
        LimitView view = view(shard);
        return view == null ? BigInteger.ZERO : view.held(Math.max(0, millis - shard.stamp()));
    }

    private BigInteger held(long millis) {
        BigInteger sum = BigInteger.ZERO;
        for (StoredBucket shard : new ArrayList<>(shards.values())) {
            sum = sum.add(held(shard, millis));
        }
        return sum;
    }

    private BigInteger missing(BigInteger held, BigInteger room) {
        return positive(room.min(ceiling(whole)).subtract(held));
    }

    private static BigInteger positive(BigInteger amount) {
        return amount.max(BigInteger.ZERO);
    }

    /** A millitoken for each shard, and one. */
    private BigInteger slack() {
        return StoredBucket.times(shards.size() + 2L, whole.rp());
    }

    private long milli(BigInteger amount) {
        return amount.divide(BigInteger.valueOf(whole.rp())).longValue();
    }

    private void fail(String rule, Change change, String what) {
        oracle.violated(
                rule,
                this + ": " + what + "; by " + change.sent().client() + " at "
                        + change.sent().wallMillis() + ": "
                        + Written.describe(change.sent().write()));
    }

    @Override
    public String toString() {
        return name + " " + limit + ", " + law + ", " + shards.values();
    }
}
