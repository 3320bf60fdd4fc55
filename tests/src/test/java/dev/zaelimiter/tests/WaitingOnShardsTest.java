package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.patient;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A22, A26, A27: who waits, and who is told what, where a bucket lies in several shards or a request asks of several
 * limits.
 */
class WaitingOnShardsTest {

    private static final Duration LONG = Duration.ofMinutes(10);

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    private LimitRepository far() {
        return far(Duration.ofMillis(10));
    }

    private LimitRepository far(Duration read) {
        return RepositoryBuilder.on(new LateStore(fleet.store, fleet.clock, Duration.ofMillis(10), read))
                .environment(fleet.clock)
                .namespace("scenarios")
                .inlineCallbacks()
                .build();
    }

    @ParameterizedTest
    @CsvSource({"4, 14, true", "4, 14, false", "2, 30, false", "32, 64, false", "8, 40, true"})
    @DisplayName(
            "A26: requests of one size of one process are served in the order of their coming, on divided buckets too")
    void waiters_ofOneProcess_areServedInOrder(int shards, int waiters, boolean atOnce) {
        Divided.ofHundred(fleet, one, "hot", shards, 100);
        SplittableRandom random = new SplittableRandom(shards + waiters);
        for (int shard = 0; shard < shards; shard++) {
            Divided.hold(fleet, "hot", shard, "rpm", -random.nextLong(2_000));
        }
        LimitRepository process = far();
        List<Integer> served = new ArrayList<>();
        for (int i = 0; i < waiters; i++) {
            int number = i;
            process.asyncRateLimiter().acquire(patient("hot", "rpm", 1, LONG)).thenAccept(lease -> served.add(number));
            if (!atOnce) {
                fleet.millis(random.nextInt(60));
            }
        }
        for (int i = 0; i < 9_000 && served.size() < waiters; i++) {
            fleet.millis(50);
        }
        assertThat(served).hasSize(waiters).isSorted();
        process.close();
    }

    @Test
    @DisplayName("A26: who came while the bucket was taken for whole is reckoned with by those who choose a shard")
    void waiters_whoCameToAWholeBucket_areServedInOrder() {
        assertInOrder(2, 2, 10, 10);
        assertInOrder(2, 6, 13, 27);
        assertInOrder(4, 9, 12, 6);
        assertInOrder(8, 7, 15, 1);
    }

    /** So many first, and the others after a pause, in a bucket that their process saw in one piece. */
    private void assertInOrder(int shards, int first, int waiters, int pauseMillis) {
        String entity = "of" + shards + "after" + first;
        Divided.ofHundred(fleet, one, entity, 1, 100);
        // Looks are answered sooner than writes: those behind choose while the write of the first is under way.
        LimitRepository process = far(Duration.ofMillis(4));
        CompletableFuture<Decision> seen = process.asyncRateLimiter().tryAcquire(take(entity, "rpm", 1));
        fleet.millis(100);
        assertThat(seen.join().granted()).isFalse();
        Divided.evenly(fleet, entity, RESOURCE, shards);
        for (int shard = 0; shard < shards; shard++) {
            Divided.hold(fleet, entity, shard, "rpm", 1_400 - shard * 300L / shards);
        }
        List<Integer> served = new ArrayList<>();
        for (int i = 0; i < waiters; i++) {
            int number = i;
            process.asyncRateLimiter().acquire(patient(entity, "rpm", 1, LONG)).thenAccept(lease -> served.add(number));
            if (i == first - 1) {
                fleet.millis(pauseMillis);
            }
        }
        for (int i = 0; i < 9_000 && served.size() < waiters; i++) {
            fleet.millis(50);
        }
        assertThat(served).hasSize(waiters).isSorted();
        process.close();
    }

    @Test
    @DisplayName(
            "A26: who was granted, gave up or was not answered while the bucket was whole is reckoned with no more")
    void waiters_whoHaveEndedInAWholeBucket_countNoMore() {
        Divided.ofHundred(fleet, one, "hot", 1, 90);
        LimitRepository process = far();
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            all.add(process.asyncRateLimiter().acquire(patient("hot", "rpm", 1, LONG)));
        }
        all.get(3).cancel(false);
        fleet.millis(7);
        all.get(4).cancel(false);
        fleet.millis(7);
        all.get(29).cancel(false);
        fleet.seconds(60);
        fleet.store.down();
        all.add(process.asyncRateLimiter().acquire(patient("hot", "rpm", 1, LONG)));
        fleet.seconds(5);
        fleet.store.up();
        assertThat(all).allMatch(CompletableFuture::isDone);
        Divided.evenly(fleet, "hot", RESOURCE, 2);
        hold(0, 3_000);
        hold(1, -10_000);
        CompletableFuture<?> sees = process.asyncRateLimiter().acquire(take("hot", "rpm", 1));
        fleet.millis(100);
        CompletableFuture<?> knows = process.asyncRateLimiter().acquire(patient("hot", "rpm", 1, LONG));
        fleet.millis(100);
        assertThat(List.of(sees, knows)).allMatch(CompletableFuture::isDone);
        process.close();
    }

    /** A shard that was refilled just now. */
    private void hold(int shard, long milli) {
        Divided.put(
                fleet,
                Divided.shard(fleet, "hot", RESOURCE, shard).toBuilder()
                        .put("b_rpm_tk", milli)
                        .put("rf", fleet.clock.wallMillis())
                        .build());
    }

    @Test
    @DisplayName(
            "A26: by how much a smaller request may come before a larger one that came earlier: its own shard's debt")
    void waiters_ofSeveralSizes_overtakeWithinAShardsDebt() {
        Divided.ofHundred(fleet, one, "hot", 4, 100);
        LimitRepository process = far();
        CompletableFuture<?> large = process.asyncRateLimiter().acquire(patient("hot", "rpm", 20, LONG));
        fleet.millis(100);
        CompletableFuture<?> small = process.asyncRateLimiter().acquire(patient("hot", "rpm", 1, LONG));
        fleet.millis(100);
        for (int i = 0; i < 600 && !small.isDone(); i++) {
            fleet.millis(50);
        }
        assertThat(small).isDone();
        assertThat(large).isNotDone();
        // 20 at a quarter of 100 a minute.
        fleet.seconds(48);
        assertThat(large).isDone();
        process.close();
    }

    /** A process that knows of the division, so that what follows is a transaction. */
    private LimitRepository warm() {
        Divided.ofHundred(fleet, one, "hot", 4, 0);
        LimitRepository process = fleet.process();
        process.rateLimiter().acquire(take("hot", "rpm", 80)).giveBack();
        return process;
    }

    @Test
    @DisplayName(
            "A22: a store's conflict is never a refusal: the take over several shards is tried again until it is done")
    void conflicts_onATakeOverSeveralShards_areTriedAgain() {
        LimitRepository process = warm();
        fleet.store.failNextWrites(Fault.CONFLICT, 6);
        CompletableFuture<Decision> answer = process.asyncRateLimiter().tryAcquire(take("hot", "rpm", 80));
        fleet.millis(950);
        assertThat(answer).isDone();
        assertThat(answer.join().granted()).isTrue();
    }

    @Test
    @DisplayName("A22: conflicts until the deadline end as unavailable, and take nothing")
    void conflicts_untilTheDeadline_areUnavailable() {
        LimitRepository process = warm();
        fleet.store.failNextWrites(Fault.CONFLICT, 10_000);
        CompletableFuture<Decision> answer = process.asyncRateLimiter().tryAcquire(take("hot", "rpm", 80));
        fleet.millis(1_001);
        assertThat(answer).isCompletedExceptionally();
        assertThatThrownBy(answer::join).hasCauseInstanceOf(RateLimiterUnavailableException.class);
        fleet.store.clearScript();
        fleet.seconds(1);
        assertThat(Divided.stored(fleet, "hot", 4)).isEqualTo(100_000);
    }

    @Test
    @DisplayName("large requests of one instant: who comes too late is told what those before it have left")
    void largeRequests_ofOneInstant_areToldWhatIsLeft() {
        Divided.ofHundred(fleet, one, "hot", 4, 0);
        LimitRepository process = far();
        List<CompletableFuture<Decision>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(process.asyncRateLimiter().tryAcquire(take("hot", "rpm", 60)));
        }
        fleet.millis(900);
        assertThat(all.get(0).join().granted()).isTrue();
        for (CompletableFuture<Decision> late : all.subList(1, 3)) {
            assertThat(late.join().refusal().violations()).hasSize(1);
            assertThat(late.join().refusal().retryAfter().orElseThrow())
                    .as("20 are missing, and one shard of four is full")
                    .isBetween(Duration.ofMillis(15_900), Duration.ofMillis(16_000));
        }
        process.close();
    }

    @Test
    @DisplayName(
            "A27: a waiter for two limits takes both at once: of the faster one it passes together with a newcomer")
    void waiterForTwoLimits_passesTogetherWithANewcomer() {
        one.limits()
                .setResourceDefaults(
                        RESOURCE,
                        Limit.custom("a", 10, 10, Duration.ofSeconds(10)),
                        Limit.custom("b", 1, 1, Duration.ofSeconds(10)));
        assertThat(took(one, take("e", "b", 1))).isTrue();
        CompletableFuture<Decision> waiter = one.asyncRateLimiter()
                .tryAcquire(Requests.builder("e")
                        .take("a", 10)
                        .take("b", 1)
                        .waitAtMost(Duration.ofSeconds(10))
                        .build());
        assertThat(took(one, "e", "a", 1)).isFalse();
        fleet.seconds(10);
        assertThat(waiter.join().granted()).isTrue();
        assertThat(took(one, "e", "a", 10)).isTrue();
        assertThat(took(one, "e", "a", 1)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    @DisplayName(
            "A27: what passes in any window is at most the capacity and the refill of the window and the longest wait")
    void waitersForTwoLimits_passWithinTheBound(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long longest = 1_000 + random.nextLong(9_000);
        one.limits()
                .setResourceDefaults(
                        RESOURCE,
                        Limit.custom("a", 10, 10, Duration.ofSeconds(2)),
                        Limit.custom("b", 4, 4, Duration.ofSeconds(1 + random.nextInt(20))));
        List<long[]> passed = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            long amount = 1 + random.nextLong(5);
            one.asyncRateLimiter()
                    .tryAcquire(Requests.builder("e")
                            .take("a", amount)
                            .take("b", random.nextInt(3))
                            .waitAtMost(Duration.ofMillis(random.nextLong(longest)))
                            .build())
                    .thenAccept(decision -> {
                        if (decision.granted()) {
                            passed.add(new long[] {fleet.clock.wallMillis(), amount});
                            decision.lease().keep();
                        }
                    });
            fleet.millis(random.nextInt(400));
        }
        fleet.seconds(60);
        assertThat(passed.size()).isGreaterThan(50);
        for (int from = 0; from < passed.size(); from++) {
            long sum = 0;
            for (int to = from; to < passed.size(); to++) {
                sum += passed.get(to)[1];
                long window = passed.get(to)[0] - passed.get(from)[0];
                assertThat(sum).isLessThanOrEqualTo(10 + 10 * (window + longest) / 2_000 + 1);
            }
        }
    }
}
