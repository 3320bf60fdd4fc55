package dev.zaelimiter.internal.bucket;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Buckets of one limit and {@code wcu} at random, mostly at the ends of their ranges; and updates of them, carried out
 * plainly.
 */
final class SomeBucket {

    static final long STAMP = 1_700_000_000_000L;
    static final BucketLayout LAYOUT = new BucketLayout("rpm", BucketLayout.WCU);
    static final long LARGEST_CAP = 1_000_000_000_000_000_000L;
    static final long LONGEST_PERIOD = 1_000_000_000_000L;
    private static final Rates WCU = new Rates(new long[] {1_000_000}, new long[] {1_000_000}, new long[] {1_000});

    private final SplittableRandom random;

    SomeBucket(long seed) {
        this.random = new SplittableRandom(seed);
    }

    long pick(long... from) {
        return from[random.nextInt(from.length)];
    }

    long upTo(long most) {
        return random.nextLong(most + 1);
    }

    boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    /** A capacity, from one thousandth to the largest. */
    long cap() {
        return pick(1, 1_000, 100_003, LARGEST_CAP, LARGEST_CAP - 1, 1 + upTo(1_000_000));
    }

    LimitNumbers numbers() {
        return oneIn(5)
                ? new LimitNumbers(cap(), 1_000, LONGEST_PERIOD)
                : new LimitNumbers(
                        cap(), pick(1, 1_000, LARGEST_CAP, 1 + upTo(100_000)), pick(1_000, 60_000, LONGEST_PERIOD));
    }

    /** A balance of a limit, from the deepest debt to the ceiling. */
    long balance(long cap) {
        return pick(cap, cap - 1, cap / 2, 0, 1, -1, -2, -1 - upTo(100_000), BucketMath.DEEPEST, Long.MIN_VALUE >> 4);
    }

    /** An instant of a write: at once, soon, or in another age. */
    long now() {
        return STAMP + pick(0, 1, upTo(100_000), -1, -59_999, -90_000, 86_400_000, 1L << 45);
    }

    BucketImage image(LimitNumbers numbers, long count, int shard) {
        Rates stored = rates(numbers);
        Rates governing = Shares.of(LAYOUT, stored, count, shard);
        long remainder = pick(BucketImage.NO_REMAINDER, 0, numbers.rp() - 1, upTo(numbers.rp() - 1));
        return image(
                stored,
                count,
                shard,
                balance(governing.cap(0)),
                remainder,
                pick(0, 7, Counters.TURN - 1, Counters.TURN - 1 - upTo(1_000_000)));
    }

    static BucketImage image(Rates stored, long count, int shard, long tk, long rm, long tc) {
        return new BucketImage(
                LAYOUT,
                new long[] {tk, 500_000},
                Shares.of(LAYOUT, stored, count, shard),
                new long[] {rm, BucketImage.NO_REMAINDER},
                new long[] {tc, 0},
                STAMP,
                count,
                0,
                0,
                false,
                null,
                stored,
                shard,
                null);
    }

    static Rates rates(LimitNumbers numbers) {
        return new Rates(new long[] {numbers.cap(), WCU.cap(0)}, new long[] {numbers.ra(), WCU.ra(0)}, new long[] {
            numbers.rp(), WCU.rp(0)
        });
    }

    static LimitUpdate.Kept kept(BucketUpdate update) {
        return (LimitUpdate.Kept) update.limits().get(0);
    }

    /** What a stored balance becomes, or null if it does not pass. */
    static @Nullable BigInteger applied(LimitUpdate.Kept kept, long stored) {
        for (Bound bound : kept.bounds()) {
            if (!bound.allows(stored)) {
                return null;
            }
        }
        if (kept.lasting() != Plan.NO_FLOOR && stored < kept.lasting()) {
            return null;
        }
        BigInteger amount = BigInteger.valueOf(kept.amount());
        return kept.replaces() ? amount : amount.add(BigInteger.valueOf(stored));
    }

    /** What was seen, what lies on both sides of each bound, and the ends: as if others had written meanwhile. */
    static List<Long> storedMeanwhile(LimitUpdate.Kept kept, long seen, long cap) {
        List<Long> all = new ArrayList<>(List.of(seen, 0L, 1L, -1L, cap, cap / 2, BucketMath.DEEPEST));
        for (Bound bound : kept.bounds()) {
            for (long near = -1; near <= 1; near++) {
                all.add(BucketMath.plus(bound.value(), near));
            }
        }
        if (kept.lasting() != Plan.NO_FLOOR) {
            all.add(kept.lasting());
            all.add(BucketMath.plus(kept.lasting(), -1));
        }
        // No balance is stored above its ceiling, or below the deepest debt.
        return all.stream()
                .filter(stored -> stored <= cap && stored >= BucketMath.DEEPEST)
                .distinct()
                .toList();
    }

    /**
     * In units of ms x millitokens: what a limit holds at an instant, by plain arithmetic, at most its ceiling. No more
     * is gained than can be counted.
     */
    static BigInteger exact(BucketImage image, long stored, long now) {
        Rates by = image.rates();
        BigInteger period = BigInteger.valueOf(by.rp(0));
        BigInteger[] gross = BigInteger.valueOf(image.elapsed(now))
                .multiply(BigInteger.valueOf(by.ra(0)))
                .add(BigInteger.valueOf(
                        image.damagedStamp(now) ? 0 : BucketMath.validRemainder(image.rm()[0], by.rp(0))))
                .divideAndRemainder(period);
        BigInteger gained = gross[0].min(BigInteger.valueOf(BucketMath.SATURATED));
        return BigInteger.valueOf(stored)
                .add(gained)
                .multiply(period)
                .add(gross[1])
                .min(BigInteger.valueOf(by.cap(0)).multiply(period));
    }
}
