package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.testkit.internal.simulation.StoredBucket.LimitView;
import java.math.BigInteger;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A bucket with all its shards as it must be: the slow and plain model beside the engine. It keeps numbers of its own,
 * and replays what was done, in the order in which it landed: who took how much, at which instant, from which shard.
 * What a write says of balances it does not look at. What lies in the store must be what this one comes to, to the last
 * ms x millitoken.
 *
 * <p>One thing it has to be told: where a full bucket was cut. A soft ceiling lies up to a tenth below the true one.
 */
final class Reference {

    private final String name;
    private final Oracle oracle;
    private final Map<Integer, Shard> shards = new TreeMap<>();

    Reference(String name, Oracle oracle) {
        this.name = name;
        this.oracle = oracle;
    }

    /** One shard: per limit what it holds at its stamp, in ms x millitokens, and under which numbers. */
    private static final class Shard {
        private long stamp;
        private final Map<String, Held> limits = new TreeMap<>();

        private Shard(long stamp) {
            this.stamp = stamp;
        }
    }

    /** What a shard holds of a limit. */
    private record Held(BigInteger amount, LimitView rates) {

        static Held full(LimitView rates) {
            return new Held(ceiling(rates), rates);
        }

        static BigInteger ceiling(LimitView rates) {
            return StoredBucket.times(rates.cap(), rates.rp());
        }

        Held refilled(long millis) {
            BigInteger more = amount.add(StoredBucket.times(Math.max(0, millis), rates.ra()));
            return new Held(more.min(ceiling(rates)), rates);
        }

        /** Under other numbers: the same share of a token, and no more than fits. */
        Held under(LimitView others) {
            if (rates.isBudget() && others.isBudget()) {
                return new Held(amount.add(StoredBucket.times(others.cap() - rates.cap(), rates.rp())), others);
            }
            BigInteger scaled = amount.multiply(BigInteger.valueOf(others.rp()));
            BigInteger period = BigInteger.valueOf(rates.rp());
            BigInteger[] parts = scaled.divideAndRemainder(period);
            BigInteger down = parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
            return new Held(down.min(ceiling(others)), others);
        }

        Held less(long milli) {
            return new Held(amount.subtract(StoredBucket.times(milli, rates.rp())), rates);
        }

        boolean isFull() {
            return amount.compareTo(ceiling(rates)) >= 0;
        }
    }

    /**
     * A write has landed; {@code alone} says that there was nothing in the store before it, and {@code takenBack} that
     * less may be there, since what was refilled before its time is struck off. Limits that are free bind nobody.
     */
    void landed(Sent sent, boolean alone, StoredBucket after, boolean takenBack, Set<String> free) {
        Shard shard = shards.get(after.shard());
        if (shard != null && alone) {
            vanished(sent, shard, after);
        }
        if (shard == null || alone) {
            shard = new Shard(after.stamp());
            shards.put(after.shard(), shard);
        }
        boolean stamped = alone || Written.sets(sent.write(), "rf");
        long stamp = stamped && !alone ? Written.set(sent.write(), "rf") : shard.stamp;
        if (stamp != after.stamp()) {
            fail("stamp", sent, "the stamp should be " + stamp, after);
        }
        Map<String, Long> net = Written.consumption(sent.write());
        shard.limits.keySet().retainAll(after.limits().keySet());
        for (Map.Entry<String, LimitView> entry : after.limits().entrySet()) {
            String limit = entry.getKey();
            LimitView view = entry.getValue();
            if (!limit.equals(StoredBucket.WCU)) {
                Held known = shard.limits.getOrDefault(limit, Held.full(view));
                Held held = stamped ? known.refilled(stamp - shard.stamp) : known;
                Taking taking = new Taking(
                        sent,
                        limit,
                        held.rates.sameRates(view) ? held : held.under(view),
                        net.getOrDefault(limit, 0L),
                        stamped);
                if (!free.contains(limit)
                        && !right(taking, view)
                        && !(takenBack && view.exactly(0).compareTo(taking.left()) < 0)) {
                    fail("balance", sent, taking + ", not " + view.exactly(0), after);
                }
                shard.limits.put(limit, new Held(view.exactly(0), view));
            }
        }
        shard.stamp = after.stamp();
    }

    /** What a write does to one limit: of what was held until then it takes so much, or gives it back. */
    private record Taking(Sent sent, String limit, Held held, long net, boolean stamped) {

        BigInteger left() {
            BigInteger left = held.less(net).amount;
            return net < 0 ? left.min(Held.ceiling(held.rates)) : left;
        }

        @Override
        public String toString() {
            return limit + " should hold " + left() + " ms x millitokens";
        }
    }

    private boolean right(Taking taking, LimitView view) {
        BigInteger more = view.exactly(0).subtract(taking.left());
        return more.signum() == 0 || (more.signum() > 0 ? isFraction(taking, more, view) : mayBeCut(taking, view));
    }

    /** A limit that is filled up by a credit may keep its remainder, less than a millitoken, until the next refill. */
    private static boolean isFraction(Taking taking, BigInteger more, LimitView view) {
        long top = view.cap() - (taking.stamped ? Math.max(0, taking.net) : 0);
        return view.tk() == top && more.compareTo(BigInteger.valueOf(view.rm())) <= 0;
    }

    /**
     * Whether less may be there, since the shard was full before anything was taken, or since what goes back was cut.
     */
    private boolean mayBeCut(Taking taking, LimitView view) {
        if (!taking.stamped) {
            return taking.net < 0 && view.exactly(0).compareTo(taking.held.amount) >= 0;
        }
        BigInteger cameBack = oracle.mayComeBack(taking.sent.client(), name, taking.limit);
        BigInteger before = new Held(view.exactly(0), view)
                .less(-Math.max(0, taking.net))
                .amount
                .add(cameBack.multiply(BigInteger.valueOf(view.rp())));
        return before.compareTo(StoredBucket.times(view.softest(), view.rp())) >= 0;
    }

    /** An item whose time to live has ended must have been full: what it held is made anew. */
    private void vanished(Sent sent, Shard shard, StoredBucket after) {
        long apart = oracle.clocksApartMillis();
        shard.limits.forEach((limit, held) -> {
            if (!held.refilled(after.stamp() - shard.stamp + apart).isFull()) {
                fail("forgotten", sent, limit + " held " + held.amount + " when it vanished", after);
            }
        });
    }

    /** Somebody has given a shard tokens. */
    void given(StoredBucket after) {
        take(after);
    }

    /**
     * A split or a merge has landed: what two shards held is what they hold, refilled until it was decided; or less of
     * what was refilled, where time is left out since a stamp was taken back.
     */
    void transferred(TransferLaw.Change stays, TransferLaw.Change moves, boolean takenBack) {
        StoredBucket after = stays.after();
        if (after == null) {
            return;
        }
        long wall = stays.sent().wallMillis();
        StoredBucket before = moves.before();
        for (Map.Entry<String, LimitView> entry : after.limits().entrySet()) {
            String limit = entry.getKey();
            if (!limit.equals(StoredBucket.WCU)) {
                BigInteger were = held(after.shard(), limit, wall);
                BigInteger least = least(after.shard(), limit, wall);
                BigInteger are = entry.getValue().exactly(0);
                if (before != null) {
                    were = were.add(held(before.shard(), limit, wall));
                    least = least.add(least(before.shard(), limit, wall));
                } else if (moves.after() != null && moves.after().limits().containsKey(limit)) {
                    are = are.add(moves.after().limits().get(limit).exactly(0));
                }
                if (are.compareTo(were) > 0 || are.compareTo(takenBack ? least : were) < 0) {
                    fail(
                            "transfer",
                            stays.sent(),
                            limit + " should hold " + were + " in both, and holds " + are,
                            after);
                }
            }
        }
        if (before != null) {
            shards.remove(before.shard());
        }
        take(after);
        if (moves.after() != null) {
            take(moves.after());
        }
    }

    private BigInteger held(int shard, String limit, long wall) {
        Shard known = shards.get(shard);
        Held held = known == null ? null : known.limits.get(limit);
        return known == null || held == null ? BigInteger.ZERO : held.refilled(wall - known.stamp).amount;
    }

    /** Without any refill; and in whole millitokens, where the stamp is set back: then the rest is left out, too. */
    private BigInteger least(int shard, String limit, long wall) {
        Shard known = shards.get(shard);
        Held held = known == null ? null : known.limits.get(limit);
        if (known == null || held == null) {
            return BigInteger.ZERO;
        }
        BigInteger amount = held.refilled(0).amount;
        boolean setBack = known.stamp - wall > ShardSteps.DAMAGED_MILLIS;
        return setBack ? amount.subtract(amount.mod(BigInteger.valueOf(held.rates.rp()))) : amount;
    }

    /** How a transfer has dealt its sum out is the engine's affair, and so is how much was missing. */
    private void take(StoredBucket view) {
        Shard shard = new Shard(view.stamp());
        view.limits().forEach((limit, rates) -> {
            if (!limit.equals(StoredBucket.WCU)) {
                shard.limits.put(limit, new Held(rates.exactly(0), rates));
            }
        });
        shards.put(view.shard(), shard);
    }

    /** The latest instant up to which any shard has counted. */
    long latestStamp() {
        return shards.values().stream().mapToLong(shard -> shard.stamp).max().orElse(Long.MIN_VALUE);
    }

    /** What all shards together hold of a limit at an instant, in ms x millitokens; each has it, under one period. */
    BigInteger together(String limit, long millis) {
        BigInteger sum = BigInteger.ZERO;
        for (int shard : shards.keySet()) {
            sum = sum.add(held(shard, limit, millis));
        }
        return sum;
    }

    private void fail(String what, Sent sent, String words, StoredBucket after) {
        oracle.violated(
                "reference-" + what,
                name + ": " + words + ": " + after + "; by " + sent.client() + " at " + sent.wallMillis() + ": "
                        + Written.describe(sent.write()));
    }
}
