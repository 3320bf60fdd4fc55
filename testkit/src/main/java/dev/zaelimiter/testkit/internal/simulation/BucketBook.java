package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.testkit.internal.simulation.StoredBucket.LimitView;
import java.math.BigInteger;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What one bucket has been through, with all its shards. Each write that lands is checked as a step from one image to
 * the next, by slow and exact arithmetic, and by the law of each limit over the whole bucket, which knows nothing of
 * images.
 */
final class BucketBook {

    private final String name;
    private final Oracle oracle;
    private final ShardSteps steps;
    private final TransferLaw transfers;
    private final Reference reference;
    private final Map<Integer, StoredBucket> shards = new TreeMap<>();
    private final Together together = new Together(shards);
    private final CutCredits cuts;
    private final Presence presence;
    private final MovedTokens moved = new MovedTokens();
    private final Map<String, WindowLaw> laws = new TreeMap<>();
    private final Map<String, Integer> seededIn = new TreeMap<>();

    private boolean divided;
    /** Whether a stamp was ever taken back: what was refilled before its time is struck off later. */
    private boolean takenBack;

    private long transferredNanos = -1;
    private long mostShards = 1;
    private long latestNanos = -1;
    private long longestFlightMillis;

    BucketBook(String name, Oracle oracle) {
        this.name = name;
        this.oracle = oracle;
        this.steps = new ShardSteps(name, oracle);
        this.transfers = new TransferLaw(name, oracle);
        this.reference = new Reference(name, oracle);
        this.cuts = new CutCredits(name, oracle);
        this.presence = new Presence(oracle, shards);
    }

    /** What a client may leave below zero of a limit by a write. */
    interface Allowance {
        /** By those who wait for their tokens, in millitokens. */
        BigInteger owe(String limit, LimitView view);

        /** By corrections, which are never refused, in millitokens. */
        long debits(String limit);

        /** When it was first sent: one that is lost on its way is sent again as it was decided then. */
        long firstSentNanos();
    }

    /** Which limits it has. */
    Presence presence() {
        return presence;
    }

    /** Whether tokens have been moved from shard to shard since an instant. */
    boolean transferredSince(long nanos) {
        return transferredNanos >= nanos;
    }

    /** Into how many shards it was ever divided. */
    long mostShards() {
        return mostShards;
    }

    /** When a write last landed on it. */
    long latestNanos() {
        return latestNanos;
    }

    /**
     * Whether a request could have been served at an instant of true time, by every clock, after those in front of it.
     */
    boolean served(Map<String, Long> request, Map<String, Long> withThoseInFront, long millis) {
        return together.serves(request, withThoseInFront, Host.ORIGIN_MILLIS + millis - oracle.clocksApartMillis() - 1);
    }

    @Nullable
    WindowLaw law(String limit) {
        return laws.get(limit);
    }

    /** The first shard. */
    @Nullable
    StoredBucket view() {
        return shards.get(0);
    }

    /** All shards, by their ids. */
    Map<Integer, StoredBucket> shards() {
        return shards;
    }

    void landed(Sent sent, @Nullable StoredBucket before, StoredBucket after, Allowance allowance) {
        if (before == null) {
            checkMade(sent, after);
        }
        latestNanos = oracle.nowNanos();
        presence.found();
        // Calls that brought narrower numbers leave less than stored ones give, as a stamp that was taken back does.
        boolean less = takenBack || oracle.callsNarrow();
        Set<String> free = new TreeSet<>(after.limits().keySet());
        free.removeIf(limit -> !oracle.mayGoByItsCall(sent, name, limit));
        steps.landed(sent, before, after, less, free);
        takenBack |= before != null && after.stamp() < before.stamp();
        less |= takenBack;
        if (before != null && !less && free.isEmpty()) {
            cuts.landed(sent, before, after);
        }
        reference.landed(sent, before == null, after, less, free);
        underWay(allowance.firstSentNanos());
        Map<String, LimitView> totalBefore = together.totals();
        presence.changed(before == null && after.shard() == 0 ? shards.get(0) : before, after);
        shards.put(after.shard(), after);
        if (before == null || Written.sets(sent.write(), "rf")) {
            moved.refilled(sent, after);
        }
        checkLaws(sent, before, after, totalBefore, allowance, free);
        checkSlots();
        checkTotal();
    }

    /** A bucket is made in one shard, and only when there is none. */
    private void checkMade(Sent sent, StoredBucket after) {
        if (after.shard() > 0) {
            fail("shard-made", sent, "a shard was made of nothing: " + after);
        } else if (shards.keySet().stream().anyMatch(shard -> shard > 0)) {
            fail("shard-made", sent, "the first shard was made anew beside others: " + shards.keySet());
        }
    }

    /** What was taken is held against the law of each limit. */
    private void checkLaws(
            Sent sent,
            @Nullable StoredBucket before,
            StoredBucket after,
            Map<String, LimitView> totalBefore,
            Allowance allowance,
            Set<String> free) {
        long decided = oracle.takesBackStamps() ? oracle.trueMillis() : ShardSteps.decided(sent, before, after);
        Map<String, Long> asked = Written.consumption(sent.write());
        after.limits().forEach((limit, view) -> {
            if (!limit.equals(StoredBucket.WCU)) {
                LimitView total = together.total(limit);
                boolean fresh = before == null || !before.limits().containsKey(limit);
                if (total == null) {
                    // Some shards have heard of a change and others have not: which law holds is not to be said.
                    laws.remove(limit);
                } else if (free.contains(limit)) {
                    WindowLaw anew = new WindowLaw(total, decided);
                    BigInteger held = reference.together(limit, decided);
                    anew.holdsEarly(held, held.max(BigInteger.ZERO));
                    laws.put(limit, anew);
                    seededIn.put(limit, oracle.notes().configured(name).epoch(limit));
                } else {
                    govern(limit, fresh, before == null, totalBefore.get(limit), total, decided);
                    admitted(sent, limit, fresh, view, total, decided, asked.getOrDefault(limit, 0L), allowance);
                }
            }
        });
    }

    /** A write has landed on a bucket that is shared with others, who go by other rules. */
    void shared(@Nullable StoredBucket before, StoredBucket after) {
        latestNanos = oracle.nowNanos();
        presence.found();
        presence.changed(before == null && after.shard() == 0 ? shards.get(0) : before, after);
        shards.put(after.shard(), after);
    }

    /** A write has landed that only counts what was used, and takes nothing. */
    void counted(StoredBucket after) {
        latestNanos = oracle.nowNanos();
        shards.put(after.shard(), after);
    }

    /** Whether its stamp was once set back, since a clock had been. */
    boolean wasTakenBack() {
        return takenBack;
    }

    /** Somebody has given a shard tokens from outside. Tells how much of each limit at most, in millitokens. */
    Map<String, BigInteger> given(Sent sent, StoredBucket before, StoredBucket after) {
        latestNanos = oracle.nowNanos();
        takenBack |= after.stamp() < before.stamp();
        Map<String, BigInteger> given = steps.given(sent, before, after, takenBack);
        given.forEach((limit, milli) -> {
            WindowLaw law = laws.get(limit);
            if (law != null) {
                law.decided(Math.max(after.stamp(), law.clockMillis()));
                law.took(milli.negate().longValueExact());
            }
        });
        reference.given(after);
        shards.put(after.shard(), after);
        checkTotal();
        return given;
    }

    /** A split or a merge has landed. */
    void transferred(TransferLaw.Change stays, TransferLaw.Change moves) {
        takenBack |= setsBack(stays) || setsBack(moves);
        transfers.landed(stays, moves, takenBack);
        reference.transferred(stays, moves, takenBack);
        divided = true;
        moved.moved(stays, moves);
        transferredNanos = oracle.nowNanos();
        latestNanos = transferredNanos;
        underWay(stays.sent().nanos());
        for (TransferLaw.Change change : new TransferLaw.Change[] {stays, moves}) {
            if (change.after() != null) {
                shards.put(change.after().shard(), change.after());
                mostShards = Math.max(mostShards, change.after().count());
            } else if (change.before() != null) {
                shards.remove(change.before().shard());
            }
        }
        checkSlots();
        checkTotal();
    }

    /** Whether a transfer was decided by a clock for which the stamp of a shard is so far ahead that it is damaged. */
    private static boolean setsBack(TransferLaw.Change change) {
        return change.before() != null
                && change.before().stamp() - change.sent().wallMillis() > ShardSteps.DAMAGED_MILLIS;
    }

    /** All shards together never hold more than one bucket would that had given the same. */
    private void checkTotal() {
        long latest = reference.latestStamp();
        together.totals().forEach((limit, total) -> {
            WindowLaw law = laws.get(limit);
            long millis = law == null ? latest : Math.max(law.clockMillis(), latest);
            BigInteger held = reference.together(limit, millis);
            if (law != null
                    && !oracle.notes().configured(name).isRemoved(limit)
                    && !law.covers(held, millis, early(total).add(BigInteger.valueOf(remainders(limit))))) {
                oracle.violated(
                        "reference-total",
                        name + ": all shards hold " + held + " ms x millitokens of " + limit + ", under " + law + ": "
                                + shards.values());
            }
        });
    }

    /** Finds the law that a limit is under from now on. */
    private void govern(
            String limit,
            boolean fresh,
            boolean bucketIsNew,
            @Nullable LimitView totalBefore,
            LimitView total,
            long decided) {
        WindowLaw known = laws.get(limit);
        int epoch = oracle.notes().configured(name).epoch(limit);
        // Its time to live was set by one clock, and ended by another.
        boolean vanishedFull = bucketIsNew && known != null && known.full(decided + oracle.clocksApartMillis());
        // A limit that was removed binds nobody, and a bucket without it may vanish though it was not full of it: then
        // a
        // process that has not heard of that makes the bucket with it.
        boolean removed = bucketIsNew && oracle.notes().configured(name).isRemoved(limit);
        boolean begins = fresh && (vanishedFull || removed || seededIn.getOrDefault(limit, 0) < epoch);
        if (known == null || begins) {
            laws.put(limit, new WindowLaw(total, decided));
            seededIn.put(limit, epoch);
        } else if (fresh || totalBefore == null || !totalBefore.sameRates(total)) {
            known.changed(total, decided);
            if (totalBefore != null) {
                known.holdsEarly(reference.together(limit, decided), early(totalBefore));
            }
        }
    }

    private void admitted(
            Sent sent,
            String limit,
            boolean fresh,
            LimitView view,
            LimitView total,
            long decided,
            long consumed,
            Allowance allowance) {
        WindowLaw law = laws.get(limit);
        if (law == null) {
            throw new IllegalStateException("no law for " + limit);
        }
        if (consumed > 0 || fresh) {
            // A window that begins with a write which takes nothing is no stricter than the one that begins after it.
            law.decided(decided);
        }
        law.took(consumed);
        long debits = allowance.debits(limit);
        if (consumed > debits && !oracle.soft(limit)) {
            BigInteger owe = allowance.owe(limit, view);
            if (owe.add(BigInteger.valueOf(view.tk())).signum() < 0) {
                fail("overdrawn", sent, limit + " was taken below zero (" + owe + " may be owed): " + view);
            }
            BigInteger oweAll = allowance
                    .owe(limit, total)
                    .add(BigInteger.valueOf(
                            together.debtBeside(KeyReader.shard(sent.write().key()), limit)));
            // What shards may hold they may give: the law itself allows for one remainder.
            if (law.overdrawn(oweAll.add(early(total)).add(BigInteger.valueOf(remainders(limit) - 1)))) {
                fail("law", sent, limit + " was over-admitted: " + law + " (" + oweAll + " may be owed)");
            }
        }
    }

    /** Remainders of a millitoken that all shards may have kept, in whole ones. */
    private int remainders(String limit) {
        return shards.size() + moved.remainders(limit);
    }

    /**
     * What may come a little early of a bucket that was ever divided. Its shards have a stamp each, set by clocks that
     * differ and by writes that overtake each other, so a window has no one beginning: the law's window is longer by
     * the time that a write was under way, and by the distance of any two clocks. Where these are so far apart that
     * stamps are taken back, what a clock is ahead may be refilled a few times.
     */
    private BigInteger early(LimitView total) {
        if (!divided && !oracle.takesBackStamps()) {
            return BigInteger.ZERO;
        }
        BigInteger millis = BigInteger.valueOf(longestFlightMillis + oracle.earlyMillis());
        return millis.multiply(BigInteger.valueOf(total.ra())).divide(BigInteger.valueOf(total.rp()));
    }

    private void underWay(long sinceNanos) {
        longestFlightMillis = Math.max(longestFlightMillis, (oracle.nowNanos() - sinceNanos) / 1_000_000 + 1);
    }

    private void checkSlots() {
        String fault = together.slotFault();
        if (fault != null) {
            oracle.violated("slots", name + ": " + fault);
        }
    }

    @Override
    public String toString() {
        return name + " " + shards.values() + " " + laws;
    }

    private void fail(String rule, Sent sent, String what) {
        oracle.violated(
                rule,
                name + ": " + what + "; by " + sent.client() + " at " + sent.wallMillis() + ": "
                        + Written.describe(sent.write()));
    }
}
