package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.admitted;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Availability;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A bucket that somebody has divided into shards, and an entity that gets its limit, the whole and no more. */
class ShardScenariosTest {

    private static final Duration WEEK = Duration.ofDays(7);

    private final Fleet fleet = new Fleet();
    private final LimitRepository first = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    private void divided(String entity, int count, int taken) {
        Divided.ofHundred(fleet, first, entity, count, taken);
    }

    private Item bucket(String entity, int shard) {
        return Divided.shard(fleet, entity, "gpt-4", shard);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 32})
    @DisplayName("an entity gets all that its shards hold, from a process that has never seen it, and no more")
    void entity_inShards_getsTheWholeAndNoMore(int count) {
        divided("hot", count, 4);
        LimitRepository cold = fleet.process();
        assertThat(admitted(cold, "hot", "rpm", 200)).isBetween(96 - count, 96);
        fleet.seconds(600);
        assertThat(admitted(cold, "hot", "rpm", 200)).isBetween(100 - count, 100);
        fleet.seconds(30);
        assertThat(admitted(cold, "hot", "rpm", 200)).isBetween(50 - count, 50 + count);
    }

    @Tag("long")
    @Test
    @DisplayName("over a long time what is admitted is the refill, to the token, whatever the shards' rounding")
    void entity_inShards_getsItsRateOverTime() {
        divided("hot", 2, 100);
        LimitRepository other = fleet.process();
        int admitted = 0;
        for (int second = 0; second < 600; second++) {
            fleet.seconds(1);
            admitted += admitted(second % 2 == 0 ? first : other, "hot", "rpm", 4);
        }
        assertThat(admitted).isBetween(998, 1_000);
    }

    @Test
    @DisplayName("statuses are the entity's, not a shard's: in a check and in a refusal")
    void statuses_ofShards_areTheTotal() {
        divided("hot", 4, 0);
        Availability all = fleet.process().rateLimiter().check(take("hot", "rpm", 1));
        assertThat(all.available("rpm")).isEqualTo(100);
        assertThat(all.statuses().get(0).limit().capacity()).isEqualTo(100);
        assertThat(all.fits()).isTrue();

        admitted(first, "hot", "rpm", 90);
        Decision decision = first.rateLimiter().tryAcquire(take("hot", "rpm", 20));
        Refusal refusal = ((Decision.Refused) decision).refusal();
        assertThat(refusal.statuses()).singleElement().satisfies(status -> {
            assertThat(status.available()).isEqualTo(10);
            assertThat(status.limit()).isEqualTo(Limit.perMinute("rpm", 100));
            assertThat(status.exceeded()).isTrue();
            assertThat(status.retryAfter().orElseThrow()).isBetween(Duration.ofSeconds(36), Duration.ofSeconds(48));
        });
    }

    @Test
    @DisplayName("a retry after what the refusal says gets in")
    void retry_afterTheTimeSaid_getsIn() {
        divided("hot", 4, 100);
        Refusal refusal = ((Decision.Refused) first.rateLimiter().tryAcquire(take("hot", "rpm", 3))).refusal();
        fleet.clock.advance(refusal.retryAfter().orElseThrow());
        assertThat(took(first, "hot", "rpm", 3)).isTrue();
    }

    @Test
    @DisplayName("what is given back is there again, for everybody")
    void refund_inShards_isThereAgain() {
        divided("hot", 2, 0);
        LimitRepository cold = fleet.process();
        List<Lease> leases = IntStream.range(0, 20)
                .mapToObj(i -> cold.rateLimiter().acquire(take("hot", "rpm", 4)))
                .toList();
        leases.forEach(Lease::giveBack);
        assertThat(cold.rateLimiter().check(take("hot", "rpm", 1)).available("rpm"))
                .isEqualTo(100);
    }

    @Test
    @DisplayName("a shard that is not there is neither made nor counted")
    void shard_thatIsMissing_isNotMade() {
        divided("hot", 2, 0);
        Item missing = bucket("hot", 1);
        fleet.store.write(Write.of(WriteShape.delete(null), missing.key())).join();
        LimitRepository cold = fleet.process();
        assertThat(admitted(cold, "hot", "rpm", 200)).isEqualTo(50);
        assertThat(cold.rateLimiter().check(take("hot", "rpm", 1)).available("rpm"))
                .isZero();
        assertThat(fleet.store.get(missing.key()).join()).isNull();
    }

    @Test
    @DisplayName("a lower limit clamps each shard to its share, and none keeps a time to live")
    void change_ofLimits_reachesEachShard() {
        divided("hot", 2, 0);
        Divided.put(
                fleet, bucket("hot", 1).toBuilder().put("ttl", 2_000_000_000).build());
        first.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 10));
        LimitRepository cold = fleet.process();
        assertThat(admitted(cold, "hot", "rpm", 200)).isEqualTo(10);
        for (int shard = 0; shard < 2; shard++) {
            assertThat(bucket("hot", shard).whole("b_rpm_cp", 0)).isEqualTo(10_000);
            assertThat(bucket("hot", shard).has("ttl")).isFalse();
        }
    }

    @Test
    @DisplayName("a parent in shards is charged for its children, and shields them alike")
    void parent_inShards_isChargedForItsChildren() {
        divided("parent", 2, 0);
        first.entities().create(Entity.builder("parent").build());
        for (String child : List.of("a", "b")) {
            first.entities()
                    .create(Entity.builder(child).parent("parent").cascade(true).build());
        }
        LimitRepository cold = fleet.process();
        int both = admitted(cold, "a", "rpm", 70) + admitted(cold, "b", "rpm", 70);
        assertThat(both).isEqualTo(100);
    }

    @Test
    @DisplayName("a limit smaller than the number of shards still admits")
    void limit_smallerThanTheShardCount_admits() {
        divided("hot", 32, 100);
        first.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 10));
        LimitRepository cold = fleet.process();
        fleet.seconds(60);
        assertThat(admitted(cold, "hot", "rpm", 40)).isBetween(9, 10);
    }

    @Test
    @DisplayName(
            "what lies in shards that are not merged yet counts, and is given, though the first one knows of fewer")
    void halfMerged_isStillTheWhole() {
        divided("hot", 4, 0);
        Item first = bucket("hot", 0);
        Item third = bucket("hot", 2);
        Divided.put(
                fleet,
                first.toBuilder()
                        .put("b_rpm_tk", first.whole("b_rpm_tk", 0) + third.whole("b_rpm_tk", 0))
                        .put("shard_count", 2)
                        .build());
        fleet.store.write(Write.of(WriteShape.delete(null), third.key())).join();
        LimitRepository cold = fleet.process();
        assertThat(cold.rateLimiter().check(take("hot", "rpm", 100)).available("rpm"))
                .isEqualTo(100);
        assertThat(took(cold, "hot", "rpm", 100)).isTrue();
        assertThat(took(cold, "hot", "rpm", 1)).isFalse();
    }

    @Test
    @DisplayName("a shard that lacks a limit which comes with the call counts as full for its share")
    void callLimit_thatOneShardLacks_countsAsFullThere() {
        divided("hot", 2, 0);
        LimitRepository cold = fleet.process();
        AcquireRequest two = AcquireRequest.entity("hot")
                .resource("gpt-4")
                .take("own", 2)
                .limits(Limit.perHour("own", 10))
                .build();
        assertThat(took(cold, two)).isTrue();

        Availability seen = fleet.process().rateLimiter().check(two);
        assertThat(seen.statuses()).singleElement().satisfies(status -> {
            assertThat(status.available()).isEqualTo(8);
            assertThat(status.limit()).isEqualTo(Limit.perHour("own", 10));
        });
        // 1 of 3 stays in the one, and 1 of 5 in the other.
        assertThat(IntStream.range(0, 6).filter(i -> took(cold, two)).count()).isEqualTo(3);
        assertThat(fleet.process().rateLimiter().check(two).available("own")).isEqualTo(2);
    }

    @Test
    @DisplayName("a cold process far from its table finds the one shard of 32 that has a token before its time is up")
    void oneShardOfMany_isFoundWithinTheDeadline() {
        divided("hot", 32, 100);
        Item last = bucket("hot", 31);
        Divided.put(fleet, last.toBuilder().put("b_rpm_tk", 3_000L).build());
        LimitRepository far = RepositoryBuilder.on(new LateStore(fleet.store, fleet.clock, Duration.ofMillis(60)))
                .environment(fleet.clock)
                .namespace("scenarios")
                .inlineCallbacks()
                .build();
        CompletableFuture<Decision> answer = far.asyncRateLimiter().tryAcquire(take("hot", "rpm", 1));
        for (int i = 0; i < 49 && !answer.isDone(); i++) {
            fleet.millis(20);
        }
        assertThat(answer).isDone();
        assertThat(answer.join().granted()).isTrue();
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("a process divided by an image from before others had taken all: 1,499 of 1,000 were granted")
    void division_byAnOldImage_makesNoTokens(boolean budget) {
        first.limits()
                .setResourceDefaults("gpt-4", budget ? Limit.budget("b", 1_000) : Limit.custom("b", 1_000, 1, WEEK));
        ThrottlingStore throttling = new ThrottlingStore(fleet.store);
        LimitRepository idle = RepositoryBuilder.on(throttling)
                .environment(fleet.clock)
                .namespace("scenarios")
                .inlineCallbacks()
                .build();
        assertThat(took(idle, "hot", "b", 1)).isTrue();
        fleet.seconds(2);
        assertThat(admitted(first, "hot", "b", 1_200)).isEqualTo(999);

        throttling.throttled = 1;
        CompletableFuture<Decision> decision = idle.asyncRateLimiter().tryAcquire(take("hot", "b", 1));
        fleet.seconds(2);
        assertThat(decision.join().granted()).isFalse();
        assertThat(throttling.throttled).isZero();
        assertThat(admitted(idle, "hot", "b", 600)).isZero();
        assertThat(admitted(first, "hot", "b", 600)).isZero();
        idle.close();
    }

    @ParameterizedTest
    @CsvSource({"1100, 2", "4700, 2", "5100, 1", "18000, 1"})
    @DisplayName("a throttle of 18 s ago divided a bucket that nobody had asked since")
    void throttle_ofAWhileAgo_dividesNoMore(long later, long shards) {
        first.limits().setResourceDefaults("gpt-4", Limit.custom("b", 1_000, 1, WEEK));
        ThrottlingStore throttling = new ThrottlingStore(fleet.store);
        LimitRepository process = RepositoryBuilder.on(throttling)
                .environment(fleet.clock)
                .namespace("scenarios")
                .inlineCallbacks()
                .build();
        assertThat(took(process, "hot", "b", 1)).isTrue();
        // The first one has it see the bucket; the second comes too soon after for a division.
        for (int i = 0; i < 2; i++) {
            throttling.throttled = 1;
            CompletableFuture<Decision> throttled = process.asyncRateLimiter().tryAcquire(take("hot", "b", 1));
            fleet.millis(200);
            assertThat(throttled.join().granted()).isTrue();
            assertThat(throttling.throttled).isZero();
        }

        fleet.millis(later - 200);
        assertThat(took(process, "hot", "b", 1_000)).isFalse();
        assertThat(bucket("hot", 0).whole("shard_count", 1)).isEqualTo(shards);
        process.close();
    }

    @Test
    @DisplayName(
            "refused at what four shards hold together, and back in time, when they had been made two with larger shares:"
                    + " refused again, with the time of one of them")
    void timeTold_shardsMadeFewerMeanwhile_isEnough() {
        int merged = 0;
        for (int i = 0; i < 8; i++) {
            String entity = "hot-" + i;
            divided(entity, 4, 0);
            LimitRepository process = fleet.process();
            // It has used them all, so that it sees the calm that follows.
            process.rateLimiter().acquire(take(entity, "rpm", 100));
            for (int shard = 0; shard < 4; shard++) {
                Divided.hold(fleet, entity, shard, "rpm", -5_000);
            }
            fleet.seconds(2);
            Decision refused = process.rateLimiter().tryAcquire(take(entity, "rpm", 40));
            Duration told = ((Decision.Refused) refused).refusal().retryAfter().orElseThrow();
            // Each gains 25 a minute, and lacks 15 less what it gained since.
            assertThat(told).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(36));

            fleet.millis(told.toMillis());
            CompletableFuture<Decision> again = process.asyncRateLimiter().tryAcquire(take(entity, "rpm", 40));
            fleet.millis(100);
            assertThat(again.join().granted()).as(again.join()::toString).isTrue();
            merged += bucket(entity, 0).whole("shard_count", 1) < 4 ? 1 : 0;
        }
        assertThat(merged).isPositive();
    }

    /** A store whose partition has had enough of the next so many writes. */
    private static final class ThrottlingStore extends ForwardingStore {

        private int throttled;

        ThrottlingStore(ItemStore store) {
            super(store);
        }

        @Override
        <T> CompletableFuture<T> writing(Supplier<CompletableFuture<T>> call) {
            if (throttled == 0) {
                return call.get();
            }
            throttled--;
            return CompletableFuture.failedFuture(new StoreException.Throttled("too many writes", null, true));
        }
    }
}
