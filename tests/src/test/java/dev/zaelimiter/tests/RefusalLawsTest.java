package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.store.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every refusal names a limit that is exceeded, or says that it is contended, and tells a time above 0; and whoever
 * sleeps that long in a quiet world gets in.
 */
@Tag("same-on-every-jdk")
class RefusalLawsTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    /** A refusal names a limit or says contended, and tells a time above 0. */
    static void holds(Refusal refusal) {
        assertThat(refusal.contended() || !refusal.violations().isEmpty())
                .as("%s", refusal)
                .isTrue();
        refusal.retryAfter()
                .ifPresent(retry -> assertThat(retry).as("%s", refusal).isPositive());
        assertThat(refusal.primary().isPresent() || refusal.contended())
                .as("%s", refusal)
                .isTrue();
    }

    @Test
    @DisplayName("A19: while a bucket is merged back, the shards that the first one does not count any more serve too")
    void mergedBack_aShardThatHoldsEnough_serves() {
        for (int i = 0; i < 20; i++) {
            String entity = "hot" + i;
            Divided.ofHundred(fleet, one, entity, 2, 100);
            Divided.half(fleet, entity, 2, 1);
            Divided.hold(fleet, entity, 3, "rpm", 20_000);
            LimitRepository process = fleet.process();
            // All of it was seen lately, so that nothing is read again.
            assertThat(process.rateLimiter().check(take(entity, "rpm", 8)).fits())
                    .isTrue();
            Decision decision = process.rateLimiter().tryAcquire(take(entity, "rpm", 8));
            assertThat(decision.granted()).as("%s: %s", entity, decision).isTrue();
            decision.lease().keep();
        }
    }

    @Test
    @DisplayName(
            "A21: two limits over two shards, of which neither has both: the time of the shard that has both first")
    void twoLimits_overTwoShards_tellTheTimeOfOneShard() {
        one.limits()
                .setResourceDefaults(
                        RESOURCE,
                        Limit.custom("x", 20, 2, Duration.ofSeconds(1)),
                        Limit.custom("y", 20, 2, Duration.ofSeconds(1)));
        assertThat(took(one, take("hot", "x", 1, "y", 1))).isTrue();
        Divided.evenly(fleet, "hot", RESOURCE, 2);
        hold(0, 10_000, 0);
        hold(1, 0, 1_000);
        AcquireRequest both = take("hot", "x", 5, "y", 5);
        Refusal refusal = fleet.process().rateLimiter().tryAcquire(both).refusal();
        assertThat(refusal.retryAfter()).contains(Duration.ofSeconds(5));
        fleet.millis(4_999);
        assertThat(took(one, both)).isFalse();
        fleet.millis(1);
        assertThat(took(one, both)).isTrue();
    }

    private void hold(int shard, long x, long y) {
        Divided.put(
                fleet,
                Divided.shard(fleet, "hot", RESOURCE, shard).toBuilder()
                        .put("b_x_tk", x)
                        .put("b_y_tk", y)
                        .build());
    }

    /** Two limits, by their shares in one shard: the slow and plain reference for the time told. */
    private record Share(long[] tk, long[] cap, long[] ra) {

        /** The first millisecond at which the shard holds all of it; negative if never. */
        long until(long[] amounts) {
            long until = 0;
            for (int k = 0; k < amounts.length; k++) {
                if (amounts[k] > cap[k]) {
                    return -1;
                }
                long millis = 0;
                while (tk[k] + millis * ra[k] / 60_000 < amounts[k]) {
                    millis++;
                }
                until = Math.max(until, millis);
            }
            return until;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    @DisplayName(
            "A19, A21: constructed states of divided buckets: the time told is that of the reference, to the millisecond")
    void constructedStates_tellTheFirstMillisecond(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        one.limits().setResourceDefaults(RESOURCE, Limit.perMinute("x", 100), Limit.perMinute("y", 60));
        for (int state = 0; state < 60; state++) {
            String entity = "e" + state;
            int count = 2 << random.nextInt(3);
            assertThat(took(one, take(entity, "x", 1, "y", 1))).isTrue();
            Divided.evenly(fleet, entity, RESOURCE, count);
            List<Integer> shards = new ArrayList<>();
            for (int shard = 0; shard < count; shard++) {
                shards.add(shard);
            }
            if (random.nextBoolean()) {
                int finer = random.nextInt(count);
                Divided.half(fleet, entity, count, finer);
                shards.add(finer + count);
            }
            AcquireRequest request = drawn(random, entity);
            long[] amounts = {1000 * request.amount(0), 1000 * request.amount(1)};
            List<Share> reference = new ArrayList<>();
            for (int shard : shards) {
                reference.add(stored(random, entity, shard, shard));
            }
            long expected = reference.stream()
                    .mapToLong(share -> share.until(amounts))
                    .filter(millis -> millis >= 0)
                    .min()
                    .orElse(-1);
            LimitRepository process = random.nextBoolean() ? one : fleet.process();
            Decision decision = process.rateLimiter().tryAcquire(request);
            String what = "seed " + seed + ", state " + state + ": " + request + " of " + shards + " " + decision;
            if (expected == 0) {
                assertThat(decision.granted()).as(what).isTrue();
                continue;
            }
            if (decision.granted()) {
                // From several shards: none could hold it alone. Or two were merged on the way, and hold it together.
                assertThat(expected < 0 || shards.size() > count).as(what).isTrue();
                continue;
            }
            holds(decision.refusal());
            Duration told = decision.refusal().retryAfter().orElseThrow();
            // After half a minute without much to do shards are merged, and those that are divided finer, at once.
            boolean still = shards.size() == count && told.toSeconds() < 29;
            if (expected > 0 && still) {
                assertThat(told).as(what).isEqualTo(Duration.ofMillis(expected));
            }
            if (still) {
                fleet.clock.advance(told.minusMillis(1));
                assertThat(took(process, request)).as(what).isFalse();
                fleet.millis(1);
            } else {
                fleet.clock.advance(told);
            }
            Decision then = process.rateLimiter().tryAcquire(request);
            assertThat(then.granted()).as("%s, then %s", what, then).isTrue();
        }
    }

    private AcquireRequest drawn(SplittableRandom random, String entity) {
        boolean large = random.nextInt(5) == 0;
        return take(entity, "x", 1 + random.nextInt(large ? 60 : 8), "y", 1 + random.nextInt(large ? 40 : 5));
    }

    private Share stored(SplittableRandom random, String entity, int shard, int id) {
        Item item = Divided.shard(fleet, entity, RESOURCE, shard);
        long count = item.whole("shard_count", 1);
        long[] cap = {(100_000 + count - 1 - id) / count, (60_000 + count - 1 - id) / count};
        long[] tk = {drawnBalance(random, cap[0]), drawnBalance(random, cap[1])};
        Divided.put(
                fleet,
                item.toBuilder()
                        .put("b_x_tk", tk[0])
                        .put("b_y_tk", tk[1])
                        .put("b_x_rm", 0)
                        .put("b_y_rm", 0)
                        .put("rf", fleet.clock.wallMillis())
                        .build());
        return new Share(tk, cap, cap);
    }

    private static long drawnBalance(SplittableRandom random, long cap) {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> -random.nextLong(cap);
            default -> random.nextLong(cap + 1);
        };
    }

    @Test
    @DisplayName("a request behind one that takes the last of a bucket that was full: the time is not 0")
    void behindOneThatTakesAllOfAFullBucket_isToldATime() {
        one.limits().setResourceDefaults(RESOURCE, Limit.perSecond("rps", 10));
        LimitRepository far = fleet.process();
        assertThat(took(far, "a", "rps", 5)).isTrue();
        fleet.millis(900);
        fleet.store.failNextWrites(dev.zaelimiter.testkit.Fault.HANG, 1);
        CompletableFuture<Decision> slow = far.asyncRateLimiter().tryAcquire(take("a", "rps", 1));
        CompletableFuture<Decision> first = far.asyncRateLimiter().tryAcquire(take("a", "rps", 8));
        CompletableFuture<Decision> second = far.asyncRateLimiter().tryAcquire(take("a", "rps", 5));
        fleet.store.release();
        assertThat(slow.join().granted()).isTrue();
        assertThat(first.join().granted()).isTrue();
        Refusal refusal = second.join().refusal();
        holds(refusal);
        fleet.clock.advance(refusal.retryAfter().orElseThrow());
        assertThat(took(far, "a", "rps", 5)).isTrue();
    }

    @Test
    @DisplayName("A20: the parent that a refusal shows was seen lately, and the time told counts it")
    void refusedByTheChild_theParentIsLookedAt() {
        Requests.family(one, "org", "key", "sibling");
        one.limits().setEntityDefaults("key", Limit.custom("rpm", 10, 10, Duration.ofSeconds(10)));
        one.limits().setEntityDefaults("sibling", Limit.perMinute("rpm", 1000));
        one.limits().setEntityDefaults("org", Limit.custom("rpm", 100, 1, Duration.ofSeconds(10)));
        LimitRepository other = fleet.process();
        assertThat(took(one, "key", "rpm", 10)).isTrue();
        assertThat(took(other, "sibling", "rpm", 90)).isTrue();
        fleet.seconds(2);
        Refusal refusal = one.rateLimiter().tryAcquire(take("key", "rpm", 5)).refusal();
        assertThat(refusal.retryAfter()).contains(Duration.ofSeconds(48));
        assertThat(refusal.primary().orElseThrow().entity()).isEqualTo("org");
        fleet.store.resetCounts();
        one.rateLimiter().tryAcquire(take("key", "rpm", 5)).refusal();
        assertThat(fleet.store.count()).isZero();
        fleet.seconds(48);
        assertThat(took(one, "key", "rpm", 5)).isTrue();
    }

    @Test
    @DisplayName("A20: a parent that can't be seen in time is left out, and the refusal stands")
    void refusedByTheChild_theParentCantBeSeen_isLeftOut() {
        Requests.family(one, "org", "key");
        one.limits().setEntityDefaults("key", Limit.custom("rpm", 10, 10, Duration.ofSeconds(10)));
        one.limits().setEntityDefaults("org", Limit.perMinute("rpm", 100));
        assertThat(took(one, "key", "rpm", 10)).isTrue();
        fleet.millis(600);
        assertThat(one.rateLimiter().tryAcquire(take("key", "rpm", 9)).granted())
                .isFalse();
        fleet.millis(600);
        assertThat(one.rateLimiter().check(take("key", "rpm", 1)).fits()).isTrue();
        fleet.millis(700);
        fleet.store.failNext(dev.zaelimiter.testkit.Fault.HANG, 1);
        CompletableFuture<Decision> first = one.asyncRateLimiter().tryAcquire(take("key", "rpm", 9));
        fleet.store.release();
        assertThat(first.join().granted()).isFalse();
        fleet.store.down();
        fleet.millis(999);
        CompletableFuture<Decision> refused = one.asyncRateLimiter().tryAcquire(take("key", "rpm", 9));
        fleet.seconds(2);
        if (refused.isDone() && !refused.isCompletedExceptionally()) {
            holds(refused.join().refusal());
        }
    }
}
