package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Plans over the whole documented ranges, their ends most of all: amounts to 10^15 tokens, periods to 10^9 s, any debt.
 */
class PlannerRangesTest {

    private static final long NOW = 1_800_000_000_000L;
    private static final long MOST_MILLI = 1_000_000_000_000_000_000L;
    private static final long LONGEST_MILLIS = 1_000_000_000_000L;
    private static final int CASES = 100_000;

    /** A number between two, on a scale where each order of magnitude counts alike, the ends most of all. */
    private static long between(SplittableRandom random, long least, long most) {
        return switch (random.nextInt(6)) {
            case 0 -> least;
            case 1 -> most;
            default ->
                Math.max(least, Math.min(most, (long)
                        Math.exp(random.nextDouble(Math.log(least + 1.0), Math.log((double) most)))));
        };
    }

    private static ModelBucket bucket(SplittableRandom random, int multiplier) {
        int size = random.nextInt(1, 4);
        String[] names = {"a", "b", "wcu"};
        String[] chosen = Arrays.copyOf(names, size);
        BucketLayout layout = new BucketLayout(chosen);
        long[] tk = new long[size];
        long[] cap = new long[size];
        long[] ra = new long[size];
        long[] rp = new long[size];
        for (int i = 0; i < size; i++) {
            boolean wcu = i == layout.wcu();
            cap[i] = wcu ? 1_000_000 : random.nextInt(10) == 0 ? 0 : between(random, 1000, MOST_MILLI);
            ra[i] = wcu ? 1_000_000 : between(random, 1000, MOST_MILLI);
            rp[i] = wcu ? 1000 : between(random, 1000, LONGEST_MILLIS);
            tk[i] = switch (random.nextInt(wcu ? 2 : 5)) {
                case 0 -> wcu ? random.nextLong(2000) : cap[i];
                case 1 -> random.nextLong(cap[i] + 1);
                case 2 -> -between(random, 1, MOST_MILLI);
                case 3 -> BucketMath.DEEPEST + between(random, 1, MOST_MILLI);
                default -> BucketMath.DEEPEST;
            };
        }
        long age = random.nextInt(3) == 0 ? 0 : between(random, 1, LONGEST_MILLIS);
        ModelBucket bucket = new ModelBucket(layout, tk, cap, ra, rp, NOW - age);
        for (int i = 0; i < size; i++) {
            bucket.tc[i] = between(random, 1, Counters.TURN - 1);
        }
        if (multiplier > 0) {
            // As it was before the debt that it shows, which another may have made.
            bucket.ttl = Lifetime.ttlSeconds(layout, bucket.image().rates(), cap, NOW - age, multiplier);
        }
        return bucket;
    }

    /** What might be asked of it: a take that fits, to the last millitoken or less, a debit, and a credit. */
    private static BatchTotals ask(SplittableRandom random, BucketImage image, Gains gains) {
        BatchTotals totals = new BatchTotals(image.layout().size());
        for (int i = 0; i < image.layout().size(); i++) {
            if (i == image.layout().wcu()) {
                continue;
            }
            if (random.nextInt(5) == 0) {
                totals.credit(i, between(random, 1, MOST_MILLI));
            }
            if (random.nextInt(3) == 0) {
                long left = BucketMath.plus(image.tk()[i], -totals.taken(i));
                totals.debit(i, BucketMath.bearable(left, between(random, 1, MOST_MILLI)));
            }
            long owe =
                    random.nextInt(3) == 0 ? image.mayOwe(i, gains.by(), between(random, 1, LONGEST_MILLIS), NOW) : 0;
            long balance = Math.min(image.rates().cap(i), BucketMath.plus(gains.balance(image, i), totals.credited(i)));
            long fits = Math.min(
                    BucketMath.plus(BucketMath.plus(balance, owe), -totals.taken(i)),
                    image.rates().cap(i));
            if (fits > 0) {
                totals.take(i, random.nextInt(3) == 0 ? fits : random.nextLong(fits) + 1, owe);
            }
        }
        return totals;
    }

    @Test
    @DisplayName("A1: a plan holds for the very image that it was made from, so that no bucket is written for ever")
    void plan_anyLimitAndDebt_landsOnTheImageThatItWasMadeFrom() {
        Seeds.each(CASES, random -> {
            int multiplier = random.nextInt(3) == 0 ? 0 : random.nextInt(1, 1001);
            ModelBucket bucket = bucket(random, multiplier);
            BucketImage image = bucket.image();
            Gains gains = Gains.of(image, image.rates(), NOW, null);
            BatchTotals totals = ask(random, image, gains);
            PlanContext context = new PlanContext(
                    random.nextBoolean(), 0, 0, random.nextInt(50), 1000, random.nextBoolean(), multiplier);
            Plan plan = random.nextInt(4) == 0
                    ? Planner.refill(image, gains, totals, context)
                    : Planner.plan(image, gains, totals, context);
            if (plan instanceof Plan.Pause pause) {
                assertThat(pause.millis()).isBetween(1L, 1000L);
                return;
            }
            assertThat(bucket.copy().apply(image, plan))
                    .as("%s on %s", plan, bucket)
                    .isTrue();
            ModelBucket after = bucket.copy();
            after.apply(image, plan);
            for (int i = 0; i < after.tk.length; i++) {
                assertThat(after.tk[i])
                        .as("%s on %s", plan, bucket)
                        .isBetween(BucketMath.DEEPEST, Math.max(bucket.cap[i], bucket.tk[i]));
            }
            if (bucket.ttl != 0 && after.ttl != 0) {
                assertFullBeforeItVanishes(after, totals);
            }
        });
    }

    private static void assertFullBeforeItVanishes(ModelBucket after, BatchTotals totals) {
        BucketImage left = after.image();
        for (int i = 0; i < after.tk.length; i++) {
            if (totals.taken(i) > 0) {
                assertThat(BucketMath.plus(after.tk[i], left.rates().gainedUntil(i, after.ttl, NOW)))
                        .as("%s", after)
                        .isGreaterThanOrEqualTo(after.cap[i]);
            }
        }
    }

    @Test
    @DisplayName("a credit alone was refused for ever where the write units had come back but were not refilled")
    void credit_anyLimitAndDebt_landsOnTheImageThatItWasMadeFrom() {
        Seeds.each(CASES / 4, random -> {
            ModelBucket bucket = bucket(random, 0);
            BucketImage image = bucket.image();
            BatchTotals totals = new BatchTotals(image.layout().size());
            totals.credit(0, between(random, 1, MOST_MILLI));
            PlanContext context = new PlanContext(true, 0, 0, 5, 1000, random.nextBoolean(), 0);
            Plan plan = Planner.credit(image, totals, NOW, context);
            if (!(plan instanceof Plan.Pause)) {
                assertThat(bucket.apply(image, plan))
                        .as("%s on %s", plan, bucket)
                        .isTrue();
            }
        });
    }

    @Test
    @DisplayName("A31: a counter that came to the end of what a number holds failed every further take")
    void step_anyCounter_staysANumberAndItsDifferencesTold() {
        Seeds.each(CASES / 10, random -> {
            long counter = between(random, 1, Counters.TURN - 1);
            long consumed = between(random, 1, MOST_MILLI);
            long next = Math.addExact(counter, Counters.step(counter, consumed));
            assertThat(next).isLessThan(Counters.TURN);
            assertThat(next - counter).isIn(consumed, consumed - Counters.TURN);
        });
        assertThat(Counters.step(Long.MAX_VALUE - 5, 10)).isEqualTo(10 - Counters.TURN);
        assertThat(Counters.step(Long.MAX_VALUE, 0)).isZero();
        assertThat(Counters.step(10, -1000)).isEqualTo(-1000);
    }
}
