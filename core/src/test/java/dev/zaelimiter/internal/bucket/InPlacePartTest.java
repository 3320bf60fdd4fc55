package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * What is changed in one part of a divided bucket, without a look at the others, is what the planner would have written
 * of them all.
 */
class InPlacePartTest {

    private static final int SEEDS = 20_000;
    private static final int CHANGES = 24;
    private static final int LASTS_MILLIS = 10;

    private int divided;
    private int taken;
    private int debited;
    private int credited;
    private int left;

    @Test
    void change_inAnyPart_isWhatThePlannerWouldHaveWrittenOfAllParts() {
        Seeds.each(SEEDS, this::divide);

        assertThat(divided).as("buckets that were divided").isGreaterThan(5_000);
        assertThat(taken).as("takes").isGreaterThan(5_000);
        assertThat(debited).as("debits").isGreaterThan(5_000);
        assertThat(credited).as("credits").isGreaterThan(500);
        assertThat(left).as("changes that are left to the planner").isGreaterThan(5_000);
    }

    private void divide(SplittableRandom random) {
        PlannerWorld world = new PlannerWorld(random);
        ModelBucket bucket = world.bucket;
        long now = random.nextInt(3) > 0 ? PlannerWorld.START : PlannerWorld.START + random.nextLong(2000);
        PlanContext context = new PlanContext(random.nextBoolean(), 0, 0, world.roundTrip, 0, false, world.multiplier);
        BucketImage base = bucket.image();
        InPlace far = InPlace.of(base, Gains.of(base, base.rates(), now + LASTS_MILLIS, null), context);
        if (far == null) {
            return;
        }
        int parts = 2 << random.nextInt(4);
        InPlace bounds = InPlace.ofPart(far, parts);
        long[] each = bounds.share(bucket.tk, far, parts, bucket.tk, bucket.tk);
        assertThat(each).as("nothing is asked, so nothing is short").isNotNull();
        divided++;
        long[][] held = new long[parts][];
        for (int part = 0; part < parts; part++) {
            held[part] = each.clone();
        }
        for (int i = 0; i < CHANGES; i++) {
            change(random, bounds, bucket, held, now, context);
        }
    }

    private void change(
            SplittableRandom random, InPlace bounds, ModelBucket bucket, long[][] held, long now, PlanContext context) {
        int limit = random.nextInt(bucket.tk.length);
        if (limit == bucket.layout.wcu()) {
            return;
        }
        int part = random.nextInt(held.length);
        int kind = random.nextInt(3);
        long most = 2 + 2 * Math.max(bucket.cap[limit] / held.length, held[part][limit]);
        long milli = 1 + random.nextLong(random.nextBoolean() ? most : 2000);
        long[] next = held[part].clone();
        BatchTotals totals = new BatchTotals(next.length);
        boolean inPlace;
        if (kind == 0) {
            totals.take(limit, milli, 0);
            inPlace = bounds.take(next, limit, milli);
        } else if (kind == 1) {
            totals.debit(limit, milli);
            inPlace = bounds.debit(next, limit, milli);
        } else {
            totals.credit(limit, milli);
            inPlace = bounds.credit(next, limit, milli);
        }
        if (!inPlace) {
            left++;
            return;
        }
        taken += kind == 0 ? 1 : 0;
        debited += kind == 1 ? 1 : 0;
        credited += kind == 2 ? 1 : 0;
        bounds.charge(next);
        long at = now + random.nextLong(LASTS_MILLIS + 1);
        BucketImage image = bucket.image();
        Plan plan = kind == 2
                ? Planner.credit(image, totals, at, context)
                : Planner.plan(image, Gains.of(image, image.rates(), at, null), totals, context);
        ModelBucket planned = bucket.copy();
        assertThat(planned.apply(image, plan))
                .as("the plan holds for its own image")
                .isTrue();
        for (int i = 0; i < next.length; i++) {
            assertThat(planned.tk[i] - bucket.tk[i]).as("limit " + i).isEqualTo(next[i] - held[part][i]);
            assertThat(planned.tc[i] - bucket.tc[i]).isEqualTo(held[part][i] - next[i]);
        }
        assertThat(planned.rf).as("the stamp").isEqualTo(bucket.rf);
        System.arraycopy(planned.tk, 0, bucket.tk, 0, next.length);
        System.arraycopy(planned.tc, 0, bucket.tc, 0, next.length);
        held[part] = next;
    }

    @Test
    void share_ofABucketThatHoldsLittle_isNone() {
        ModelBucket bucket = ModelBucket.of(100_000, 1_000_000, 1_000, 1_000, PlannerWorld.START);
        BucketImage image = bucket.image();
        PlanContext context = new PlanContext(false, 0, 0, 1, 0, false, 0);
        InPlace far = bounds(image, LASTS_MILLIS, context);
        InPlace part = InPlace.ofPart(far, 8);
        long[] balances = bucket.tk;

        assertThat(part.share(balances, far, 8, balances, less(balances, 390)))
                .as("32 takes for each part")
                .containsExactly(12_500);
        assertThat(part.share(balances, far, 8, balances, less(balances, 391)))
                .as("fewer")
                .isNull();
    }

    private static InPlace bounds(BucketImage image, int later, PlanContext context) {
        InPlace bounds = InPlace.of(image, Gains.of(image, image.rates(), PlannerWorld.START + later, null), context);
        if (bounds == null) {
            throw new AssertionError("no bounds");
        }
        return bounds;
    }

    private static long[] less(long[] balances, long milli) {
        long[] less = balances.clone();
        less[0] -= milli;
        return less;
    }

    @Test
    void share_ofALimitThatIsFull_letsNothingIn() {
        ModelBucket bucket = ModelBucket.of(1_000_000, 1_000_000, 1_000, 1_000, PlannerWorld.START);
        BucketImage image = bucket.image();
        PlanContext context = new PlanContext(false, 0, 0, 1, 0, false, 0);
        InPlace far = bounds(image, LASTS_MILLIS, context);
        InPlace part = InPlace.ofPart(far, 4);

        long[] each = part.share(bucket.tk, far, 4, bucket.tk, bucket.tk);

        assertThat(each).isNotNull();
        assertThat(part.take(each.clone(), 0, 1)).isFalse();
        assertThat(part.debit(each.clone(), 0, 1)).isFalse();
        assertThat(part.credit(each.clone(), 0, 1)).isFalse();
    }
}
