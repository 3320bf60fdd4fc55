package dev.zaelimiter.internal.bucket;

import static dev.zaelimiter.internal.bucket.PlannerWorld.exact;
import static dev.zaelimiter.internal.bucket.PlannerWorld.units;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Seeds;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/**
 * One writer, whose image is always the latest: whatever kinds of writes the planner chooses, the bucket holds what an
 * ideal one would, which is exact to any fraction. Never less; and never more by a millitoken: a move at the very
 * ceiling keeps the fraction that the ideal bucket spills, once, since the next one at the ceiling spills it.
 */
class PlannerLawsTest {

    private static final int SEEDS = 2_000;
    private static final int STEPS = 25;

    /** An ideal bucket: one exact number per limit, cut at the ceiling whenever somebody looks. */
    private static final class Ideal {
        final ModelBucket numbers;
        final BigInteger[] holds;
        final long[] at;

        Ideal(ModelBucket start) {
            this.numbers = start.copy();
            this.holds = new BigInteger[start.tk.length];
            this.at = new long[start.tk.length];
            for (int i = 0; i < holds.length; i++) {
                holds[i] = exact(start, i, start.rf);
                at[i] = start.rf;
            }
        }

        BigInteger ceiling(int i) {
            return units(numbers.cap[i], numbers.rp[i]);
        }

        /** A clock that runs back takes the time away again, down to the last refill. */
        BigInteger at(int i, long time) {
            return holds[i].add(units(time - at[i], numbers.ra[i])).min(ceiling(i));
        }

        void change(int i, long time, long credited, long taken) {
            BigInteger before = at(i, time).add(units(credited, numbers.rp[i])).min(ceiling(i));
            holds[i] = before.subtract(units(taken, numbers.rp[i]));
            at[i] = time;
        }
    }

    @Test
    void plan_oneWriter_bucketHoldsExactlyWhatAnIdealOneWould() {
        Seeds.each(SEEDS, random -> {
            PlannerWorld world = new PlannerWorld(random);
            ModelBucket bucket = world.bucket;
            Ideal ideal = new Ideal(bucket);
            long now = PlannerWorld.START;
            for (int step = 0; step < STEPS; step++) {
                now += world.pause();
                // A clock that runs back, or a stamp ahead of it: nothing comes back till the stamp is reached.
                long read = random.nextInt(8) == 0 ? Math.max(now - random.nextLong(3000), bucket.rf - 50_000) : now;
                BatchTotals totals = world.ask(bucket.image(), bucket.image().rates(), read, true, true);
                long effective = Math.max(read, bucket.rf);
                Plan plan = planAndApply(world, totals, read, false);
                if (plan instanceof Plan.Pause) {
                    continue;
                }
                for (int i = 0; i < bucket.tk.length; i++) {
                    if (i != bucket.layout.wcu()) {
                        if (plan instanceof Plan.Refill || totals.taken(i) > 0) {
                            ideal.change(i, effective, totals.credited(i), totals.taken(i));
                        }
                        assertThat(exact(bucket, i, effective).min(ideal.ceiling(i)))
                                .as("limit %s of %s after %s", bucket.layout.name(i), bucket, plan)
                                .isBetween(ideal.at(i, effective), almostOneMore(ideal.at(i, effective), bucket.rp[i]));
                    }
                }
            }
        });
    }

    @Test
    void plan_oneWriterOfASharedBucket_holdsBackTheSoftMarginAtMostAndNeverExceeds() {
        Seeds.each(SEEDS, random -> {
            PlannerWorld world = new PlannerWorld(random);
            ModelBucket bucket = world.bucket;
            Ideal ideal = new Ideal(bucket);
            long now = PlannerWorld.START;
            for (int step = 0; step < STEPS; step++) {
                now += world.pause();
                BatchTotals totals = world.ask(bucket.image(), bucket.image().rates(), now, false, false);
                Plan plan = planAndApply(world, totals, now, true);
                if (plan instanceof Plan.Pause) {
                    continue;
                }
                for (int i = 0; i < bucket.tk.length; i++) {
                    if (i != bucket.layout.wcu()) {
                        if (plan instanceof Plan.Refill || totals.taken(i) > 0) {
                            ideal.change(i, now, 0, totals.taken(i));
                        }
                        BigInteger held = exact(bucket, i, now).min(ideal.ceiling(i));
                        BigInteger heldBack = units(world.mostHeldBack(i), bucket.rp[i]);
                        assertThat(held)
                                .as("limit %s after %s", bucket.layout.name(i), plan)
                                .isLessThanOrEqualTo(almostOneMore(ideal.at(i, now), bucket.rp[i]))
                                .isGreaterThanOrEqualTo(ideal.at(i, now).subtract(heldBack));
                    }
                }
            }
        });
    }

    @Test
    void plan_underCallTimeRates_arithmeticIsTheirsAndTheStoredNumbersStay() {
        Seeds.each(SEEDS, random -> {
            PlannerWorld world = new PlannerWorld(random);
            ModelBucket bucket = world.bucket;
            BucketImage seen = bucket.image();
            int changed = random.nextInt(bucket.tk.length);
            if (changed == bucket.layout.wcu()) {
                return;
            }
            long cap = 1000 * random.nextLong(1, 4096);
            long ra = 1000 * random.nextLong(1, 4096);
            long rp = 1000 * random.nextLong(1, 100_000);
            Rates by = seen.rates().with(changed, cap, ra, rp);
            long now = PlannerWorld.START + world.pause();
            BatchTotals totals = world.ask(seen, by, now, false, false);
            Plan plan = Planner.plan(seen, by, totals, now, world.context(false, 0));
            if (plan instanceof Plan.Pause) {
                return;
            }
            long balance = seen.balance(changed, by, now);
            long gross = seen.gained(changed, by, now - PlannerWorld.START);
            assertThat(bucket.apply(seen, plan)).isTrue();
            assertThat(bucket.image().rates().cap(changed))
                    .isEqualTo(seen.rates().cap(changed));
            assertThat(bucket.image().rates().ra(changed))
                    .isEqualTo(seen.rates().ra(changed));
            if (plan instanceof Plan.Refill) {
                assertThat(bucket.tk[changed]).isEqualTo(balance - totals.taken(changed));
                assertThat(bucket.rm[changed]).isLessThan(rp);
            } else if (totals.taken(changed) > 0) {
                assertThat(bucket.tk[changed] + gross + totals.taken(changed)).isLessThanOrEqualTo(cap);
            }
        });
    }

    @Test
    void plan_stampFarAheadOfTheClock_countsRefillFromNow() {
        Seeds.each(SEEDS, random -> {
            PlannerWorld world = new PlannerWorld(random);
            ModelBucket bucket = world.bucket;
            long now = bucket.rf - BucketImage.MAX_AHEAD_MILLIS - 1 - random.nextLong(1L << random.nextInt(1, 40));
            BucketImage seen = bucket.image();
            BatchTotals totals = world.ask(seen, seen.rates(), now, false, true);
            Plan plan = planAndApply(world, totals, now, random.nextBoolean());
            if (plan instanceof Plan.Pause) {
                return;
            }
            assertThat(plan).isInstanceOf(Plan.Refill.class);
            assertThat(bucket.rf).isEqualTo(now);
            for (int i = 0; i < bucket.tk.length; i++) {
                if (i != bucket.layout.wcu()) {
                    long before = Math.min(seen.rates().cap(i), seen.tk()[i] + totals.credited(i));
                    assertThat(bucket.tk[i]).isLessThanOrEqualTo(before - totals.taken(i));
                    assertThat(bucket.rm[i]).isLessThanOrEqualTo(0);
                }
            }
        });
    }

    @Test
    void plan_creditRepeatedIdentically_neverLandsTwiceNorLiftsAboveTheCeiling() {
        Seeds.each(SEEDS, random -> {
            PlannerWorld world = new PlannerWorld(random);
            ModelBucket bucket = world.bucket;
            long now = PlannerWorld.START + world.pause();
            BucketImage seen = bucket.image();
            BatchTotals totals = world.ask(seen, seen.rates(), now, true, true);
            Plan plan = Planner.plan(seen, seen.rates(), totals, now, world.context(false, 0));
            if (!totals.hasCredit() || plan instanceof Plan.Pause) {
                return;
            }
            assertThat(plan).isInstanceOf(Plan.Refill.class);
            assertThat(bucket.applyOnce(seen, plan, 77)).isTrue();
            for (int i = 0; i < bucket.tk.length; i++) {
                assertThat(bucket.tk[i]).isLessThanOrEqualTo(bucket.cap[i]);
            }
            ModelBucket landed = bucket.copy();
            assertThat(bucket.applyOnce(seen, plan, 77)).isFalse();
            assertThat(bucket.sameAs(landed)).isTrue();
        });
    }

    @Test
    void credit_unpinned_staysBelowTheCeilingWhateverCameBetween() {
        Seeds.each(SEEDS, random -> {
            PlannerWorld world = new PlannerWorld(random);
            ModelBucket bucket = world.bucket;
            BucketImage seen = bucket.image();
            long now = PlannerWorld.START + world.pause();
            BatchTotals totals = new BatchTotals(bucket.tk.length);
            int i = random.nextInt(bucket.tk.length);
            if (i == bucket.layout.wcu()) {
                return;
            }
            totals.credit(i, 1 + random.nextLong(2 * bucket.cap[i]));
            Plan plan = Planner.credit(seen, totals, now, world.context(true, 0));
            if (plan instanceof Plan.Pause) {
                return;
            }
            for (int others = random.nextInt(3); others > 0; others--) {
                BatchTotals between = world.ask(bucket.image(), bucket.image().rates(), now, true, true);
                planAndApply(world, between, now, false);
            }
            ModelBucket before = bucket.copy();
            if (bucket.apply(seen, plan)) {
                long lifted = bucket.tk[i] - before.tk[i];
                assertThat(lifted).isBetween(0L, totals.credited(i));
                if (lifted > 0) {
                    // No write may leave the stamp behind at the ceiling: what is credited later would be too much.
                    BucketImage after = bucket.image();
                    assertThat(after.tk()[i] + after.gained(i, after.rates(), after.elapsed(now)))
                            .isLessThanOrEqualTo(bucket.cap[i]);
                }
                assertThat(bucket.rf).isEqualTo(before.rf);
            } else {
                assertThat(bucket.sameAs(before)).isTrue();
            }
        });
    }

    private static BigInteger almostOneMore(BigInteger units, long rp) {
        return units.add(BigInteger.valueOf(rp - 1));
    }

    /** A plan on the latest image is always carried out; one made on an old belief perhaps at the second try. */
    private static Plan planAndApply(PlannerWorld world, BatchTotals totals, long now, boolean shared) {
        BucketImage seen = world.bucket.image();
        long age = shared ? world.random.nextLong(200) : 0;
        Plan plan = Planner.plan(seen, seen.rates(), totals, now, world.context(shared, age));
        if (!(plan instanceof Plan.Pause) && !world.bucket.apply(seen, plan)) {
            assertThat(age).as("refused on the latest image: %s", plan).isPositive();
            plan = Planner.plan(seen, seen.rates(), totals, now, world.context(shared, 0));
            assertThat(world.bucket.apply(seen, plan)).as("%s", plan).isTrue();
        }
        return plan;
    }
}
