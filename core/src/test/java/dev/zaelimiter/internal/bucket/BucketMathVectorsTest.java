package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.zaelimiter.Vectors;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The arithmetic of the original, case by case. Its refill keeps what it can't credit by letting the stamp lag; ours
 * keeps it in a remainder and moves the stamp to now. So balances agree to the millitoken, and the lag follows from the
 * remainder.
 *
 * <p>Left to other tests: {@code get_window_key} (usage, not built yet), {@code exception_retry_fields} (of the
 * refusal, not of the bucket), and what is sharded, which is counted here so that it is not forgotten.
 */
class BucketMathVectorsTest {

    private static final PlanContext ALONE = new PlanContext(false, 0, 0, 1, 0, false, 0);

    @Test
    void refillBucket_everyCase_sameBalanceAndTheStampLagsByTheRemainder() {
        List<JsonNode> cases = Vectors.math("refill_bucket");
        assertThat(cases).hasSize(187);
        for (JsonNode each : cases) {
            ModelBucket bucket = bucket(each.get("inputs"));
            long now = number(each, "inputs", "now_ms");
            BucketImage image = bucket.image();

            assertThat(image.balance(0, image.rates(), now))
                    .as(id(each))
                    .isEqualTo(number(each, "expected", "new_tokens_milli"));

            long elapsed = image.elapsed(now);
            long left = BucketMath.remainder(elapsed, bucket.ra[0], bucket.rp[0], 0);
            long peerStamp = number(each, "expected", "new_last_refill_ms");
            assertThat(Math.max(now, bucket.rf) - peerStamp)
                    .as(id(each) + " lag")
                    .isEqualTo(ceilDiv(BigInteger.valueOf(left), bucket.ra[0]));
        }
    }

    /**
     * Rounding the lag up to a whole millisecond credits up to one millisecond of refill twice, at each step. Ours is
     * exact, so theirs may run ahead by that much, and never falls behind.
     */
    @Test
    void refillSequence_everyStep_oursIsExactAndTheirsAheadByTheRoundedLagAtMost() {
        List<JsonNode> cases = Vectors.math("refill_sequence");
        assertThat(cases).hasSize(4);
        for (JsonNode each : cases) {
            ModelBucket ours = bucket(each.get("inputs"));
            long ra = ours.ra[0];
            long rp = ours.rp[0];
            BigInteger aheadOfExact = BigInteger.ZERO;
            int step = 0;
            for (JsonNode time : each.get("inputs").get("now_ms_list")) {
                long now = time.asLong();
                BucketImage image = ours.image();
                long elapsed = image.elapsed(now);
                ours.tk[0] = image.balance(0, image.rates(), now);
                ours.rm[0] = ours.tk[0] == ours.cap[0]
                        ? 0
                        : BucketMath.remainder(elapsed, ra, rp, BucketMath.validRemainder(image.rm()[0], rp));
                ours.rf = Math.max(ours.rf, now);

                JsonNode theirs = each.get("expected").get("steps").get(step++);
                aheadOfExact = aheadOfExact.add(BigInteger.valueOf(ra - 1));
                long mostAhead = ceilDiv(aheadOfExact, rp);
                assertThat(theirs.get("new_tokens_milli").asLong() - ours.tk[0])
                        .as(id(each) + " step " + step)
                        .isBetween(0L, mostAhead);
                if (rp % ra == 0) {
                    // The lag is a whole number of milliseconds then.
                    assertThat(ours.tk[0])
                            .isEqualTo(theirs.get("new_tokens_milli").asLong());
                }
            }
        }
    }

    @Test
    void tryConsume_oneShard_sameOutcomeBalanceAndWait() {
        List<JsonNode> cases = oneShard("try_consume", 56, 146);
        for (JsonNode each : cases) {
            ModelBucket bucket = bucket(each.get("inputs"));
            long now = number(each, "inputs", "now_ms");
            long wanted = number(each, "inputs", "requested_tokens") * 1000;
            JsonNode expected = each.get("expected");
            BucketImage image = bucket.image();
            long balance = image.balance(0, image.rates(), now);
            boolean granted = wanted == 0 || (wanted <= bucket.cap[0] && wanted <= balance);

            assertThat(Math.floorDiv(balance, 1000L))
                    .as(id(each))
                    .isEqualTo(expected.get("available_tokens").asLong());
            if (wanted == 0 && balance < 0) {
                // A request for nothing is granted by ours, in debt too.
                assertThat(expected.get("success").asBoolean()).as(id(each)).isFalse();
                continue;
            }
            assertThat(granted).as(id(each)).isEqualTo(expected.get("success").asBoolean());
            if (granted) {
                BatchTotals totals = new BatchTotals(1);
                totals.take(0, wanted, 0);
                assertThat(bucket.apply(image, Planner.plan(image, image.rates(), totals, now, ALONE)))
                        .as(id(each))
                        .isTrue();
            } else if (wanted <= bucket.cap[0]) {
                assertWait(each, image, wanted, now, expected.get("retry_after_ms_exact"));
            }
            BucketImage after = bucket.image();
            assertThat(after.balance(0, after.rates(), now))
                    .as(id(each))
                    .isEqualTo(expected.get("new_tokens_milli").asLong());
        }
    }

    @Test
    void forceConsume_oneShard_sameBalanceAndReturnsAreCutAtTheCeiling() {
        for (JsonNode each : oneShard("force_consume", 20, 49)) {
            ModelBucket bucket = bucket(each.get("inputs"));
            long now = number(each, "inputs", "now_ms");
            long amount = number(each, "inputs", "amount_tokens") * 1000;
            BucketImage image = bucket.image();
            BatchTotals totals = new BatchTotals(1);
            if (amount >= 0) {
                totals.debit(0, amount);
            } else {
                totals.credit(0, -amount);
            }
            assertThat(bucket.apply(image, Planner.plan(image, image.rates(), totals, now, ALONE)))
                    .isTrue();
            BucketImage after = bucket.image();
            assertThat(after.balance(0, after.rates(), now))
                    .as(id(each))
                    .isEqualTo(Math.min(bucket.cap[0], number(each, "expected", "new_tokens_milli")));
        }
    }

    @Test
    void calculateAvailable_oneShard_sameWholeTokens() {
        for (JsonNode each : oneShard("calculate_available", 5, 36)) {
            BucketImage image = bucket(each.get("inputs")).image();
            long balance = image.balance(0, image.rates(), number(each, "inputs", "now_ms"));
            assertThat(Math.floorDiv(balance, 1000L))
                    .as(id(each))
                    .isEqualTo(number(each, "expected", "available_tokens"));
        }
    }

    @Test
    void calculateTimeUntilAvailable_oneShard_theFirstMillisecondThatFits() {
        int never = 0;
        for (JsonNode each : oneShard("calculate_time_until_available", 24, 57)) {
            BucketImage image = bucket(each.get("inputs")).image();
            long now = number(each, "inputs", "now_ms");
            long wanted = number(each, "inputs", "needed_tokens") * 1000;
            if (wanted > image.rates().cap(0)) {
                // Theirs quotes a finite wait; ours says never, before it comes to this arithmetic.
                never++;
            } else if (wanted > image.balance(0, image.rates(), now)) {
                assertWait(each, image, wanted, now, each.get("expected").get("ms_exact"));
            } else {
                assertThat(image.millisUntil(0, image.rates(), wanted, now)).isZero();
                assertThat(number(each, "expected", "ms_exact")).isZero();
            }
        }
        assertThat(never).isEqualTo(5);
    }

    @Test
    void calculateRetryAfter_everyCase_oneLessWhereTheDivisionIsExact() {
        List<JsonNode> cases = Vectors.math("calculate_retry_after");
        assertThat(cases).hasSize(21);
        for (JsonNode each : cases) {
            long deficit = number(each, "inputs", "deficit_milli");
            long ra = number(each, "inputs", "refill_amount_milli");
            long rp = number(each, "inputs", "refill_period_ms");
            long theirs = number(each, "expected", "retry_after_ms_exact");
            BigInteger[] division = BigInteger.valueOf(deficit)
                    .multiply(BigInteger.valueOf(rp))
                    .divideAndRemainder(BigInteger.valueOf(ra));
            boolean exact = deficit > 0 && division[1].signum() == 0;
            assertThat(BucketMath.millisUntil(deficit, ra, rp, 0)).as(id(each)).isEqualTo(exact ? theirs - 1 : theirs);
        }
    }

    @Test
    void wouldRefillSatisfy_oneShard_sameVerdictPerLimit() {
        List<JsonNode> cases = Vectors.math("would_refill_satisfy");
        assertThat(cases).hasSize(12);
        int sharded = 0;
        for (JsonNode each : cases) {
            JsonNode inputs = each.get("inputs");
            if (inputs.get("buckets").get(0).path("shard_count").asInt(1) != 1) {
                sharded++;
                continue;
            }
            long now = inputs.get("now_ms").asLong();
            for (JsonNode status : each.get("expected").get("statuses")) {
                for (JsonNode limit : inputs.get("buckets")) {
                    if (limit.get("limit_name").equals(status.get("limit_name"))) {
                        ModelBucket bucket =
                                bucket(limit, inputs.get("last_refill_ms").asLong());
                        assertStatus(each, status, bucket.image(), now);
                    }
                }
            }
        }
        assertThat(sharded).isEqualTo(2);
    }

    private static void assertStatus(JsonNode each, JsonNode status, BucketImage image, long now) {
        long wanted = status.get("requested").asLong() * 1000;
        long balance = image.balance(0, image.rates(), now);
        assertThat(Math.floorDiv(balance, 1000L))
                .as(id(each))
                .isEqualTo(status.get("available").asLong());
        boolean exceeded = wanted > 0 && (wanted > image.rates().cap(0) || wanted > balance);
        if (wanted == 0) {
            assertThat(exceeded).isFalse();
        } else {
            assertThat(exceeded).as(id(each)).isEqualTo(status.get("exceeded").asBoolean());
        }
        if (exceeded && wanted <= image.rates().cap(0)) {
            assertWait(each, image, wanted, now, status.get("retry_after_ms_exact"));
        }
    }

    /**
     * Theirs drops what is left of the refill and quotes the millisecond after the division; ours counts the remainder
     * and quotes the first one that fits.
     */
    private static void assertWait(JsonNode each, BucketImage image, long wanted, long now, JsonNode quoted) {
        long ours = image.millisUntil(0, image.rates(), wanted, now);
        long ra = image.rates().ra(0);
        long rp = image.rates().rp(0);
        long deficit = wanted - image.balance(0, image.rates(), now);
        long left = BucketMath.remainder(image.elapsed(now), ra, rp, 0);
        BigInteger missing = BigInteger.valueOf(deficit).multiply(BigInteger.valueOf(rp));
        if (quoted.isIntegralNumber()) {
            assertThat(quoted.asLong())
                    .as(id(each))
                    .isEqualTo(missing.divide(BigInteger.valueOf(ra)).longValueExact() + 1);
        }
        // A stamp ahead of the clock: nothing comes back until the clock has reached it.
        long ahead = Math.max(0, image.rf() - now);
        assertThat(ours).as(id(each)).isEqualTo(ahead + ceilDiv(missing.subtract(BigInteger.valueOf(left)), ra));
        assertThat(image.balance(0, image.rates(), now + ours)).isGreaterThanOrEqualTo(wanted);
        assertThat(image.balance(0, image.rates(), now + ours - 1)).isLessThan(wanted);
    }

    private static List<JsonNode> oneShard(String function, int sharded, int all) {
        List<JsonNode> cases = Vectors.math(function);
        List<JsonNode> kept = cases.stream()
                .filter(each -> number(each, "inputs", "shard_count") == 1)
                .toList();
        assertThat(cases).hasSize(all);
        assertThat(cases.size() - kept.size()).as("left to the work on shards").isEqualTo(sharded);
        return kept;
    }

    private static ModelBucket bucket(JsonNode inputs) {
        return bucket(inputs, inputs.get("last_refill_ms").asLong());
    }

    private static ModelBucket bucket(JsonNode inputs, long stamp) {
        return ModelBucket.of(
                inputs.get("tokens_milli").asLong(),
                inputs.get("capacity_milli").asLong(),
                inputs.get("refill_amount_milli").asLong(),
                inputs.get("refill_period_ms").asLong(),
                stamp);
    }

    private static long ceilDiv(BigInteger dividend, long divisor) {
        BigInteger[] parts = dividend.divideAndRemainder(BigInteger.valueOf(divisor));
        return parts[0].add(BigInteger.valueOf(parts[1].signum() > 0 ? 1 : 0)).longValueExact();
    }

    private static long number(JsonNode each, String part, String name) {
        return each.get(part).get(name).asLong();
    }

    private static String id(JsonNode each) {
        return each.get("id").asText();
    }
}
