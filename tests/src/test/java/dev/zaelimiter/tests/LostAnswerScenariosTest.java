package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.testkit.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Field case 16 and its kind: answers that are lost, of writes that were applied, were not, or land late. */
class LostAnswerScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process(b -> b.deadline(Duration.ofMillis(500)));
    private final LimitRepository two = fleet.process();

    @BeforeEach
    void limits() {
        Requests.family(one, "org", "key");
        one.limits().setSystemDefaults(Limit.custom("rpd", 10_000, 1, Duration.ofDays(1)));
        assertThat(took(one, "key", "rpd", 5000)).isTrue();
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    @Test
    @DisplayName("case 16: the answer is lost after the store applied it: charged once")
    void take_answerLostAfterApplied_chargedOnce() {
        for (int i = 1; i <= 5; i++) {
            fleet.store.failNextWrites(Fault.LOST_APPLIED, i % 3 + 1);
            CompletableFuture<Lease> future = one.asyncRateLimiter().acquire(take("key", "rpd", 10));
            fleet.millis(500);
            assertThat(future).isCompleted();
            assertThat(balance(two, "key", "rpd")).isEqualTo(5000 - 10L * i);
            assertThat(balance(two, "org", "rpd")).isEqualTo(5000 - 10L * i);
        }
    }

    @Test
    @DisplayName("an answer lost before others wrote may be charged twice, but is granted once")
    void take_answerLostAndOthersWrote_neverGrantedWithoutAWrite() {
        fleet.store.failNextWrites(Fault.LOST_APPLIED, 1);
        CompletableFuture<Lease> future = one.asyncRateLimiter().acquire(take("key", "rpd", 10));
        assertThat(took(two, "key", "rpd", 1)).isTrue();
        fleet.millis(500);
        assertThat(future).isCompleted();
        assertThat(balance(two, "key", "rpd")).isBetween(5000L - 1 - 20, 5000L - 1 - 10);
    }

    @Test
    @DisplayName("a refund whose answer is lost is written at most once, by a lone process exactly once")
    void refund_answerLost_atMostOnce() {
        for (Fault fault : List.of(Fault.LOST_APPLIED, Fault.LOST_NOT_APPLIED)) {
            for (int times = 1; times <= 3; times++) {
                Lease lease = one.rateLimiter().acquire(take("key", "rpd", 100));
                fleet.store.failNextWrites(fault, times);
                lease.giveBack();
                fleet.seconds(3);
                assertThat(fleet.store.scripted()).isZero();
                assertThat(balance(two, "key", "rpd"))
                        .as("%s x%d", fault, times)
                        .isEqualTo(5000);
                assertThat(balance(two, "org", "rpd"))
                        .as("%s x%d", fault, times)
                        .isEqualTo(5000);
            }
        }
    }

    @Test
    @DisplayName("a refund that lands late, after it was sent again, lands once")
    void refund_landsLate_onceAtMost() {
        Lease lease = one.rateLimiter().acquire(take("key", "rpd", 100));
        fleet.store.failNextWrites(Fault.LOST_LATE, 2);
        lease.giveBack();
        fleet.seconds(3);
        fleet.store.release();
        fleet.seconds(1);
        assertThat(balance(two, "key", "rpd")).isEqualTo(5000);
        assertThat(balance(two, "org", "rpd")).isEqualTo(5000);
    }

    @Test
    @DisplayName("a take whose answer is lost is not sent again by the share of a bucket that was made whole meanwhile")
    void take_answerLostAndBucketMadeWhole_isPlannedByWhatItIsNow() {
        one.entities().create(Entity.builder("hot").build());
        Divided.ofHundred(fleet, one, "hot", 2, 0);
        Item empty = Divided.shard(fleet, "hot", Requests.RESOURCE, 1);
        Divided.put(fleet, empty.toBuilder().put("b_rpm_tk", 0).build());
        assertThat(took(one, "hot", "rpm", 1)).isTrue();
        assertThat(took(one, "hot", "rpm", 1)).isTrue();
        fleet.store.failNextWrites(Fault.LOST_NOT_APPLIED, 1);
        CompletableFuture<Decision> answer = one.asyncRateLimiter().tryAcquire(take("hot", "rpm", 5));
        Item half = fleet.bucket("hot", Requests.RESOURCE);
        Divided.put(
                fleet,
                half.toBuilder().put("shard_count", 1).put("b_rpm_tk", 90_000).build());
        one.entities().setParent("hot", null); // Forgets all images of it.
        fleet.millis(500);
        assertThat(answer).isCompleted();
        assertThat(answer.join().granted()).isTrue();
        assertThat(fleet.bucket("hot", Requests.RESOURCE).whole("b_rpm_tk", 0)).isBetween(85_000L, 86_000L);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    @DisplayName("seeded trouble of all kinds: never more granted than was written, never more given back than taken")
    void seededTrouble_conservesOnTheSafeSide(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<CompletableFuture<Decision>> decisions = new ArrayList<>();
        fleet.store.failAtRandom(
                seed,
                0.3,
                Fault.THROTTLED,
                Fault.UNREACHABLE,
                Fault.LOST_APPLIED,
                Fault.LOST_NOT_APPLIED,
                Fault.LOST_LATE,
                Fault.HANG);
        long used = 0;
        List<Lease> open = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            LimitRepository process = seed % 2 == 0 || random.nextInt(3) > 0 ? one : two;
            decisions.add(process.asyncRateLimiter().tryAcquire(take("key", "rpd", 1 + random.nextInt(20))));
            fleet.millis(random.nextInt(60));
            if (random.nextInt(4) == 0) {
                fleet.store.release();
            }
            decisions.removeIf(each -> {
                if (each.isDone()
                        && !each.isCompletedExceptionally()
                        && each.join().granted()) {
                    open.add(each.join().lease());
                }
                return each.isDone();
            });
            if (!open.isEmpty() && random.nextBoolean()) {
                Lease lease = open.remove(random.nextInt(open.size()));
                if (random.nextBoolean()) {
                    lease.giveBack();
                } else {
                    long total = random.nextInt(30);
                    lease.settle("rpd", total);
                    lease.keep();
                    used += total;
                }
            }
        }
        fleet.store.failAtRandom(seed, 0);
        fleet.store.release();
        fleet.seconds(20);
        for (CompletableFuture<Decision> each : decisions) {
            assertThat(each).isDone();
            if (!each.isCompletedExceptionally() && each.join().granted()) {
                open.add(each.join().lease());
            }
        }
        for (Lease lease : open) {
            used += lease.held("rpd");
            lease.close();
        }
        fleet.seconds(20);
        long lost = one.statistics().lostAdjustments() + two.statistics().lostAdjustments();
        for (String entity : new String[] {"key", "org"}) {
            long charged = 5000 - balance(two, entity, "rpd");
            // Nothing is charged less than was used, but for debits that are reported as lost.
            assertThat(charged + lost * 30).isGreaterThanOrEqualTo(used);
        }
    }

    @Test
    @DisplayName("allowed without an answer: what lands late is kept, since the work is done")
    void allowed_writeLandsLate_isKept() {
        fleet.store.failNextWrites(Fault.HANG, 1);
        CompletableFuture<Lease> future = one.asyncRateLimiter()
                .acquire(Requests.builder("key")
                        .take("rpd", 10)
                        .onUnavailable(OnUnavailable.ALLOW)
                        .build());
        fleet.millis(500);
        assertThat(future.join().degraded()).isTrue();
        fleet.store.release();
        fleet.seconds(2);
        assertThat(balance(two, "key", "rpd")).isIn(4990L, 5000L);
    }
}
