package dev.zaelimiter.tests;

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
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.testkit.Fault;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bucket that somebody has divided into shards, and an entity that gets its limit, the whole and no more. */
class ShardScenariosTest {

    private final World world = new World();
    private final LimitRepository first = world.process();

    @AfterEach
    void close() {
        world.close();
    }

    /** A bucket of {@code rpm}, 100 a minute, with some taken and then divided evenly. */
    private void divided(String entity, int count, int taken) {
        first.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));
        assertThat(took(first, entity, "rpm", 1)).isTrue();
        put(bucket(entity, 0).toBuilder()
                .put("b_rpm_tk", 1_000L * (100 - taken))
                .build());
        Divided.evenly(world, entity, "gpt-4", count);
    }

    private void put(Item item) {
        world.store.write(Write.put(WriteShape.put(null), item)).join();
    }

    private Item bucket(String entity, int shard) {
        return Divided.shard(world, entity, "gpt-4", shard);
    }

    private int admitted(LimitRepository process, String entity, int tries) {
        int admitted = 0;
        for (int i = 0; i < tries; i++) {
            admitted += took(process, entity, "rpm", 1) ? 1 : 0;
        }
        return admitted;
    }

    private static AcquireRequest request(String entity, long amount) {
        return AcquireRequest.entity(entity)
                .resource("gpt-4")
                .take("rpm", amount)
                .build();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 32})
    @DisplayName("an entity gets all that its shards hold, from a process that has never seen it, and no more")
    void entity_inShards_getsTheWholeAndNoMore(int count) {
        divided("hot", count, 4);
        LimitRepository cold = world.process();
        assertThat(admitted(cold, "hot", 200)).isBetween(96 - count, 96);
        world.seconds(600);
        assertThat(admitted(cold, "hot", 200)).isBetween(100 - count, 100);
        world.seconds(30);
        assertThat(admitted(cold, "hot", 200)).isBetween(50 - count, 50 + count);
    }

    @Test
    @DisplayName("over a long time what is admitted is the refill, to the token, whatever the shards' rounding")
    void entity_inShards_getsItsRateOverTime() {
        divided("hot", 2, 100);
        LimitRepository other = world.process();
        int admitted = 0;
        for (int second = 0; second < 600; second++) {
            world.seconds(1);
            admitted += admitted(second % 2 == 0 ? first : other, "hot", 4);
        }
        assertThat(admitted).isBetween(998, 1_000);
    }

    @Test
    @DisplayName("statuses are the entity's, not a shard's: in a check and in a refusal")
    void statuses_ofShards_areTheTotal() {
        divided("hot", 4, 0);
        Availability all = world.process().rateLimiter().check(request("hot", 1));
        assertThat(all.available("rpm")).isEqualTo(100);
        assertThat(all.statuses().get(0).limit().capacity()).isEqualTo(100);
        assertThat(all.fits()).isTrue();

        admitted(first, "hot", 90);
        Decision decision = first.rateLimiter().tryAcquire(request("hot", 20));
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
        Refusal refusal = ((Decision.Refused) first.rateLimiter().tryAcquire(request("hot", 3))).refusal();
        world.clock.advance(refusal.retryAfter().orElseThrow());
        assertThat(took(first, "hot", "rpm", 3)).isTrue();
    }

    @Test
    @DisplayName("what is given back is there again, for everybody")
    void refund_inShards_isThereAgain() {
        divided("hot", 2, 0);
        LimitRepository cold = world.process();
        List<Lease> leases = IntStream.range(0, 20)
                .mapToObj(i -> cold.rateLimiter().acquire(request("hot", 4)))
                .toList();
        leases.forEach(Lease::giveBack);
        assertThat(cold.rateLimiter().check(request("hot", 1)).available("rpm")).isEqualTo(100);
    }

    @Test
    @DisplayName("a shard that is not there is neither made nor counted")
    void shard_thatIsMissing_isNotMade() {
        divided("hot", 2, 0);
        Item missing = bucket("hot", 1);
        world.store.write(Write.of(WriteShape.delete(null), missing.key())).join();
        LimitRepository cold = world.process();
        assertThat(admitted(cold, "hot", 200)).isEqualTo(50);
        assertThat(cold.rateLimiter().check(request("hot", 1)).available("rpm")).isZero();
        assertThat(world.store.get(missing.key()).join()).isNull();
    }

    @Test
    @DisplayName("a lower limit clamps each shard to its share, and none keeps a time to live")
    void change_ofLimits_reachesEachShard() {
        divided("hot", 2, 0);
        put(bucket("hot", 1).toBuilder().put("ttl", 2_000_000_000).build());
        first.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 10));
        LimitRepository cold = world.process();
        assertThat(admitted(cold, "hot", 200)).isEqualTo(10);
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
        LimitRepository cold = world.process();
        int both = admitted(cold, "a", 70) + admitted(cold, "b", 70);
        assertThat(both).isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 32})
    @DisplayName("a request larger than every share is taken from several shards, and goes back to them")
    void request_largerThanEachShare_isTakenFromSeveral(int count) {
        divided("hot", count, 0);
        LimitRepository cold = world.process();
        Lease lease = cold.rateLimiter().acquire(request("hot", 90));
        assertThat(available("hot")).isEqualTo(10);

        Refusal refusal = ((Decision.Refused) cold.rateLimiter().tryAcquire(request("hot", 60))).refusal();
        assertThat(refusal.statuses()).singleElement().satisfies(status -> {
            assertThat(status.available()).isEqualTo(10);
            assertThat(status.everFits()).isTrue();
            assertThat(status.retryAfter().orElseThrow()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(34));
        });
        lease.giveBack();
        assertThat(available("hot")).isEqualTo(100);
        assertThat(took(cold, "hot", "rpm", 100)).isTrue();
        assertThat(admitted(world.process(), "hot", 5)).isZero();
    }

    private long available(String entity) {
        return world.process().rateLimiter().check(request(entity, 1)).available("rpm");
    }

    @Test
    @DisplayName(
            "a retry after the time that the refusal of a large request says gets in, and not a millisecond sooner")
    void largeRequest_afterTheTimeSaid_getsIn() {
        divided("hot", 4, 50);
        Refusal refusal = ((Decision.Refused) first.rateLimiter().tryAcquire(request("hot", 70))).refusal();
        world.clock.advance(refusal.retryAfter().orElseThrow().minusMillis(1));
        assertThat(took(first, "hot", "rpm", 70)).isFalse();
        world.millis(1);
        assertThat(took(first, "hot", "rpm", 70)).isTrue();
    }

    @Test
    @DisplayName("check says of a large request whether it fits, by all shards together")
    void check_ofALargeRequest_judgesTheTotal() {
        divided("hot", 4, 20);
        assertThat(first.rateLimiter().check(request("hot", 80)).fits()).isTrue();
        assertThat(first.rateLimiter().check(request("hot", 81)).fits()).isFalse();
    }

    @Test
    @DisplayName("what is settled below a large estimate goes back to the shards that gave it")
    void largeRequest_settledLower_goesBackWhereItCameFrom() {
        divided("hot", 4, 0);
        Lease lease = first.rateLimiter().acquire(request("hot", 90));
        lease.settle("rpm", 30);
        lease.keep();
        assertThat(available("hot")).isEqualTo(70);
        Lease more = first.rateLimiter().acquire(request("hot", 60));
        more.settle("rpm", 65);
        more.keep();
        assertThat(available("hot")).isEqualTo(5);
    }

    @Test
    @DisplayName(
            "a large request that waits takes a debt of all shards, and has its tokens when all of it has come back")
    void largeRequest_thatWaits_hasItsTokensInTime() {
        divided("hot", 4, 50);
        CompletableFuture<Lease> future = first.asyncRateLimiter()
                .acquire(AcquireRequest.entity("hot")
                        .resource("gpt-4")
                        .take("rpm", 80)
                        .waitAtMost(Duration.ofSeconds(20))
                        .build());
        world.millis(17_900);
        assertThat(future).isNotDone();
        world.millis(2_100);
        assertThat(future).isCompleted();
        assertThat(took(world.process(), "hot", "rpm", 2)).isFalse();
    }

    @Test
    @DisplayName("a large request that is cancelled while it waits gives back to all shards")
    void largeRequest_cancelledWhileItWaits_givesBack() {
        divided("hot", 4, 50);
        CompletableFuture<Lease> future = first.asyncRateLimiter()
                .acquire(AcquireRequest.entity("hot")
                        .resource("gpt-4")
                        .take("rpm", 80)
                        .waitAtMost(Duration.ofSeconds(20))
                        .build());
        future.cancel(true);
        assertThat(available("hot")).isEqualTo(50);
    }

    @Test
    @DisplayName("a limit smaller than the number of shards still admits")
    void limit_smallerThanTheShardCount_admits() {
        divided("hot", 32, 100);
        first.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 10));
        LimitRepository cold = world.process();
        world.seconds(60);
        assertThat(admitted(cold, "hot", 40)).isBetween(9, 10);
    }

    @Test
    @DisplayName("more than the whole limit never fits")
    void request_largerThanTheWhole_neverFits() {
        divided("hot", 4, 0);
        Refusal refusal = ((Decision.Refused) world.process().rateLimiter().tryAcquire(request("hot", 101))).refusal();
        assertThat(refusal.everFits()).isFalse();
    }

    @Test
    @DisplayName("a transaction whose answer is lost counts once")
    void largeRequest_whoseAnswerIsLost_isTakenOnce() {
        divided("hot", 2, 0);
        LimitRepository cold = world.process();
        assertThat(took(cold, "hot", "rpm", 1)).isTrue();
        world.store.failNextWrites(Fault.LOST_APPLIED, 2);
        CompletableFuture<Lease> future = cold.asyncRateLimiter().acquire(request("hot", 80));
        world.millis(900);
        assertThat(future).isCompleted();
        assertThat(available("hot")).isBetween(19L, 20L);
    }

    @Test
    @DisplayName("a large request that nobody waits for any more goes back when its answer is known at last")
    void largeRequest_answeredTooLate_goesBack() {
        divided("hot", 2, 0);
        LimitRepository cold = world.process();
        assertThat(took(cold, "hot", "rpm", 1)).isTrue();
        world.store.failNextWrites(Fault.LOST_APPLIED, 20);
        CompletableFuture<Lease> future = cold.asyncRateLimiter().acquire(request("hot", 80));
        world.seconds(2);
        assertThat(future).isCompletedExceptionally();
        world.store.clearScript();
        world.seconds(3);
        assertThat(available("hot")).isEqualTo(100);
    }

    @Test
    @DisplayName("a child whose parent can't give a large request gets it back in all its shards")
    void largeRequest_refusedByTheParent_goesBackToTheChild() {
        divided("child", 4, 0);
        first.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));
        divided("parent", 2, 70);
        first.entities().create(Entity.builder("parent").build());
        first.entities()
                .create(Entity.builder("child").parent("parent").cascade(true).build());
        LimitRepository cold = world.process();
        assertThat(took(cold, "child", "rpm", 60)).isFalse();
        assertThat(available("parent")).isEqualTo(30);
        assertThat(cold.rateLimiter().check(request("child", 1)).available("rpm"))
                .isEqualTo(30);
        assertThat(bucketsOf("child", 4)).isEqualTo(100_000);
        world.seconds(60);
        assertThat(took(cold, "child", "rpm", 60)).isTrue();
        assertThat(available("parent")).isEqualTo(40);
        assertThat(bucketsOf("child", 4)).isEqualTo(40_000);
    }

    private long bucketsOf(String entity, int count) {
        return IntStream.range(0, count)
                .mapToLong(shard -> bucket(entity, shard).whole("b_rpm_tk", 0))
                .sum();
    }

    @Test
    @DisplayName("a repeated refusal of a large request makes no call")
    void largeRequest_refusedAgain_makesNoCall() {
        divided("hot", 4, 50);
        assertThat(took(first, "hot", "rpm", 60)).isFalse();
        long before = first.statistics().reads() + first.statistics().writes();
        for (int i = 0; i < 10; i++) {
            assertThat(took(first, "hot", "rpm", 60)).isFalse();
        }
        assertThat(first.statistics().reads() + first.statistics().writes()).isEqualTo(before);
    }
}
