package dev.zaelimiter.internal.bucket;

import java.math.BigInteger;
import java.util.SplittableRandom;

/** Random buckets, asks and surroundings for the planner, and the exact arithmetic to judge it by. */
final class PlannerWorld {

    static final long START = 1_700_000_000_000L;

    private static final String[] NAMES = {"a", "b", "day", "rpm", "tpm", "wcu", "x"};

    final SplittableRandom random;
    final ModelBucket bucket;
    final long roundTrip;
    final boolean gate;
    final int multiplier;

    PlannerWorld(SplittableRandom random) {
        this.random = random;
        this.roundTrip = random.nextLong(1, 20);
        this.gate = random.nextBoolean();
        this.multiplier = random.nextInt(4) == 0 ? 0 : random.nextInt(1, 8);
        this.bucket = bucket();
    }

    private ModelBucket bucket() {
        int from = random.nextInt(NAMES.length - 1);
        int size = random.nextInt(1, Math.min(4, NAMES.length - from) + 1);
        String[] names = new String[size];
        System.arraycopy(NAMES, from, names, 0, size);
        BucketLayout layout = new BucketLayout(names);
        long[] tk = new long[size];
        long[] cap = new long[size];
        long[] ra = new long[size];
        long[] rp = new long[size];
        for (int i = 0; i < size; i++) {
            if (i == layout.wcu()) {
                cap[i] = 1_000_000;
                ra[i] = 1_000_000;
                rp[i] = 1000;
                tk[i] = random.nextInt(4) == 0 ? random.nextLong(5000) : random.nextLong(cap[i] + 1);
            } else {
                cap[i] = 1000 * random.nextLong(1, 1L << random.nextInt(1, 12));
                ra[i] = 1000 * random.nextLong(1, 1L << random.nextInt(1, 12));
                rp[i] = 1000 * random.nextLong(1, 1L << random.nextInt(1, 18));
                tk[i] = cap[i] - random.nextLong(2 * cap[i]) * random.nextInt(2);
            }
        }
        ModelBucket made = new ModelBucket(layout, tk, cap, ra, rp, START);
        for (int i = 0; i < size; i++) {
            made.rm[i] = random.nextInt(3) == 0 ? BucketImage.NO_REMAINDER : random.nextLong(rp[i] + 5);
        }
        if (multiplier > 0) {
            made.ttl = Lifetime.ttlSeconds(layout, made.image().rates(), tk, START, multiplier);
        }
        return made;
    }

    /** Time that passes between two steps: often little, sometimes enough to fill everything. */
    long pause() {
        return switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1 -> random.nextLong(5);
            case 2 -> random.nextLong(60_000);
            case 3 -> random.nextLong(1, 1L << random.nextInt(1, 40));
            default -> random.nextLong(1000);
        };
    }

    PlanContext context(boolean shared, long age) {
        return new PlanContext(shared, random.nextInt(10) / 100.0, age, roundTrip, 1000, gate, multiplier);
    }

    /**
     * What a batch might ask of a bucket: takes that fit as the caller sees it, and perhaps corrections.
     *
     * @param debits whether takes may come that are never refused, or may owe
     * @param credits whether something may go back
     */
    BatchTotals ask(BucketImage seen, Rates by, long now, boolean debits, boolean credits) {
        int size = seen.layout().size();
        BatchTotals totals = new BatchTotals(size);
        for (int i = 0; i < size; i++) {
            if (i != seen.layout().wcu()) {
                if (credits && random.nextInt(4) == 0) {
                    totals.credit(i, random.nextLong(2 * by.cap(i)) + 1);
                }
                if (debits && random.nextInt(4) == 0) {
                    totals.debit(i, random.nextLong(by.cap(i) * (random.nextInt(3) == 0 ? 20 : 1)) + 1);
                }
            }
        }
        for (int demand = random.nextInt(4); demand > 0; demand--) {
            for (int i = 0; i < size; i++) {
                if (i != seen.layout().wcu() && random.nextInt(3) != 0) {
                    long balance = Math.min(by.cap(i), seen.balance(i, by, now) + totals.credited(i));
                    long mayOwe = debits && random.nextInt(5) == 0 ? random.nextLong(by.cap(i)) : 0;
                    long amount = random.nextInt(3) == 0
                            ? Math.max(0, balance - totals.taken(i))
                            : 1 + random.nextLong(1 + by.cap(i) / 4);
                    if (amount <= by.cap(i) && totals.fits(i, amount, mayOwe, balance)) {
                        totals.take(i, amount, mayOwe);
                    }
                }
            }
        }
        return totals;
    }

    /** What a limit holds, in ms x millitokens, at a time that is not before the stamp; not yet cut at the ceiling. */
    static BigInteger exact(ModelBucket bucket, int i, long at) {
        long rm = bucket.rm[i] < 0 || bucket.rm[i] >= bucket.rp[i] ? 0 : bucket.rm[i];
        return units(bucket.tk[i], bucket.rp[i]).add(BigInteger.valueOf(rm)).add(units(at - bucket.rf, bucket.ra[i]));
    }

    static BigInteger units(long a, long b) {
        return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    }

    /** The most that a soft ceiling may hold back of a limit, by its own time to fill. */
    long mostHeldBack(int i) {
        long fill = bucket.image().rates().millisToFull(i, 0);
        long slack = Math.max(Math.max(fill / 100, Math.min(50, fill / 20)), Math.min(4 * roundTrip, fill / 10));
        return units(slack, bucket.ra[i])
                .add(BigInteger.valueOf(bucket.rp[i] - 1))
                .divide(BigInteger.valueOf(bucket.rp[i]))
                .longValueExact();
    }
}
