package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is changed in place is what the planner would have written, change by change. */
class InPlaceTest {

    private static final int SEEDS = 20_000;
    private static final int CHANGES = 6;

    private int taken;
    private int debited;
    private int credited;
    private int left;

    @Test
    void change_anyBucket_isWhatThePlannerWouldHaveWritten() {
        Seeds.each(SEEDS, random -> {
            PlannerWorld world = new PlannerWorld(random);
            ModelBucket bucket = world.bucket;
            long now = random.nextInt(3) == 0 ? PlannerWorld.START : PlannerWorld.START + random.nextLong(2000);
            PlanContext context =
                    new PlanContext(random.nextBoolean(), 0, 0, world.roundTrip, 1000, false, world.multiplier);
            BucketImage base = bucket.image();
            InPlace bounds = InPlace.of(base, Gains.of(base, base.rates(), now, null), context);
            assertThat(bounds).isNotNull();
            for (int i = 0; i < CHANGES; i++) {
                change(random, bounds, bucket, now, context);
            }
        });
        assertCounted();
    }

    @Test
    void change_atAnyInstantBeforeThatOfTheBounds_isWhatThePlannerWouldHaveWritten() {
        Seeds.each(SEEDS, random -> {
            PlannerWorld world = new PlannerWorld(random);
            ModelBucket bucket = world.bucket;
            long now = PlannerWorld.START + random.nextLong(2000);
            PlanContext context =
                    new PlanContext(random.nextBoolean(), 0, 0, world.roundTrip, 0, false, world.multiplier);
            BucketImage base = bucket.image();
            InPlace bounds = InPlace.of(base, Gains.of(base, base.rates(), now + 10, null), context);
            assertThat(bounds).isNotNull();
            for (int i = 0; i < CHANGES; i++) {
                change(random, bounds, bucket, now + random.nextLong(11), context);
            }
        });
        assertThat(taken).as("takes in place").isGreaterThan(1_000);
        assertThat(debited).as("debits in place").isGreaterThan(1_000);
        assertThat(credited).as("credits in place").isGreaterThan(1_000);
    }

    private void assertCounted() {
        assertThat(taken).as("takes in place").isGreaterThan(5_000);
        assertThat(debited).as("debits in place").isGreaterThan(5_000);
        assertThat(credited).as("credits in place").isGreaterThan(2_000);
        assertThat(left).as("changes that are left to the planner").isGreaterThan(5_000);
    }

    /** One change in place, and the same by the planner's word. The counter is the model's own. */
    private void change(SplittableRandom random, InPlace bounds, ModelBucket bucket, long now, PlanContext context) {
        int limit = random.nextInt(bucket.tk.length);
        if (limit == bucket.layout.wcu()) {
            return;
        }
        int kind = random.nextInt(3);
        long milli = 1 + random.nextLong(random.nextInt(3) == 0 ? 2 * bucket.cap[limit] : 2000);
        long[] balances = bucket.tk.clone();
        BatchTotals totals = new BatchTotals(balances.length);
        boolean inPlace;
        if (kind == 0) {
            totals.take(limit, milli, 0);
            inPlace = bounds.take(balances, limit, milli);
        } else if (kind == 1) {
            totals.debit(limit, milli);
            inPlace = bounds.debit(balances, limit, milli);
        } else {
            totals.credit(limit, milli);
            inPlace = bounds.credit(balances, limit, milli);
        }
        if (!inPlace) {
            left++;
            return;
        }
        bounds.charge(balances);
        taken += kind == 0 ? 1 : 0;
        debited += kind == 1 ? 1 : 0;
        credited += kind == 2 ? 1 : 0;
        BucketImage image = bucket.image();
        Gains gains = Gains.of(image, image.rates(), now, null);
        Plan plan =
                kind == 2 ? Planner.credit(image, totals, now, context) : Planner.plan(image, gains, totals, context);
        assertThat(plan).isInstanceOfSatisfying(Plan.Move.class, move -> {
            assertThat(move.stampFloor()).isEqualTo(Plan.NO_FLOOR);
            assertThat(move.ttl()).isEqualTo(Plan.KEEP);
        });
        if (kind == 2) {
            ModelBucket refilled = bucket.copy();
            assertThat(refilled.apply(image, Planner.refill(image, gains, totals, context)))
                    .isTrue();
            assertThat(refilled.tk[limit])
                    .as("the same after a refill, which nothing is lost by")
                    .isEqualTo(bucket.tk[limit] + gains.gained(limit) + milli);
        }
        long[] counted = bucket.tc.clone();
        long[] before = bucket.tk.clone();
        ModelBucket planned = bucket.copy();
        assertThat(planned.apply(image, plan))
                .as("the plan holds for its own image")
                .isTrue();
        assertThat(balances).isEqualTo(planned.tk);
        assertThat(planned.rf).as("the stamp").isEqualTo(bucket.rf);
        for (int i = 0; i < balances.length; i++) {
            assertThat(planned.tc[i]).isEqualTo(counted[i] + before[i] - balances[i]);
        }
        System.arraycopy(planned.tk, 0, bucket.tk, 0, balances.length);
        System.arraycopy(planned.tc, 0, bucket.tc, 0, balances.length);
    }

    @Test
    void bounds_ofABucketThatNeedsAPlanForEachChange_areNone() {
        ModelBucket ahead = ModelBucket.of(5_000, 10_000, 1_000, 1_000, PlannerWorld.START + 10);
        assertThat(bounds(ahead.image(), false)).as("a stamp that lies ahead").isNull();

        ModelBucket gated = ModelBucket.of(5_000, 10_000, 1_000, 1_000, PlannerWorld.START);
        assertThat(bounds(gated.image(), true))
                .as("writes that must find their cost")
                .isNull();
        assertThat(bounds(gated.image(), false)).isNotNull();

        gated.tc[0] = Counters.TURN - 1;
        assertThat(bounds(gated.image(), false)).as("a counter near its end").isNull();
    }

    private static InPlace bounds(BucketImage image, boolean gate) {
        PlanContext context = new PlanContext(false, 0, 0, 1, 1000, gate, 0);
        return InPlace.of(image, Gains.of(image, image.rates(), PlannerWorld.START, null), context);
    }
}
