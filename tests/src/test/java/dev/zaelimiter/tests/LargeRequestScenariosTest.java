package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.admitted;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.testkit.Fault;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests for more than any one shard of a bucket can hold, which all of them together can. */
class LargeRequestScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository first = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    private void divided(String entity, int count, int taken) {
        Divided.ofHundred(fleet, first, entity, count, taken);
    }

    private long available(String entity) {
        return fleet.process().rateLimiter().check(take(entity, "rpm", 1)).available("rpm");
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 32})
    @DisplayName("a request larger than every share is taken from several shards, and goes back to them")
    void request_largerThanEachShare_isTakenFromSeveral(int count) {
        divided("hot", count, 0);
        LimitRepository cold = fleet.process();
        Lease lease = cold.rateLimiter().acquire(take("hot", "rpm", 90));
        assertThat(available("hot")).isEqualTo(10);

        Refusal refusal = ((Decision.Refused) cold.rateLimiter().tryAcquire(take("hot", "rpm", 60))).refusal();
        assertThat(refusal.statuses()).singleElement().satisfies(status -> {
            assertThat(status.available()).isEqualTo(10);
            assertThat(status.everFits()).isTrue();
            assertThat(status.retryAfter().orElseThrow()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(34));
        });
        lease.giveBack();
        assertThat(available("hot")).isEqualTo(100);
        assertThat(took(cold, "hot", "rpm", 100)).isTrue();
        assertThat(admitted(fleet.process(), "hot", "rpm", 5)).isZero();
    }

    @Test
    @DisplayName(
            "a retry after the time that the refusal of a large request says gets in, and not a millisecond sooner")
    void largeRequest_afterTheTimeSaid_getsIn() {
        divided("hot", 4, 50);
        Refusal refusal = ((Decision.Refused) first.rateLimiter().tryAcquire(take("hot", "rpm", 70))).refusal();
        fleet.clock.advance(refusal.retryAfter().orElseThrow().minusMillis(1));
        assertThat(took(first, "hot", "rpm", 70)).isFalse();
        fleet.millis(1);
        assertThat(took(first, "hot", "rpm", 70)).isTrue();
    }

    @Test
    @DisplayName("check says of a large request whether it fits, by all shards together")
    void check_ofALargeRequest_judgesTheTotal() {
        divided("hot", 4, 20);
        assertThat(first.rateLimiter().check(take("hot", "rpm", 80)).fits()).isTrue();
        assertThat(first.rateLimiter().check(take("hot", "rpm", 81)).fits()).isFalse();
    }

    @Test
    @DisplayName("what is settled below a large estimate goes back to the shards that gave it")
    void largeRequest_settledLower_goesBackWhereItCameFrom() {
        divided("hot", 4, 0);
        Lease lease = first.rateLimiter().acquire(take("hot", "rpm", 90));
        lease.settle("rpm", 30);
        lease.keep();
        assertThat(available("hot")).isEqualTo(70);
        Lease more = first.rateLimiter().acquire(take("hot", "rpm", 60));
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
        fleet.millis(17_900);
        assertThat(future).isNotDone();
        fleet.millis(2_100);
        assertThat(future).isCompleted();
        assertThat(took(fleet.process(), "hot", "rpm", 2)).isFalse();
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
    @DisplayName("more than the whole limit never fits")
    void request_largerThanTheWhole_neverFits() {
        divided("hot", 4, 0);
        Refusal refusal =
                ((Decision.Refused) fleet.process().rateLimiter().tryAcquire(take("hot", "rpm", 101))).refusal();
        assertThat(refusal.everFits()).isFalse();
    }

    @Test
    @DisplayName("a transaction whose answer is lost counts once")
    void largeRequest_whoseAnswerIsLost_isTakenOnce() {
        divided("hot", 2, 0);
        LimitRepository cold = fleet.process();
        assertThat(took(cold, "hot", "rpm", 1)).isTrue();
        fleet.store.failNextWrites(Fault.LOST_APPLIED, 2);
        CompletableFuture<Lease> future = cold.asyncRateLimiter().acquire(take("hot", "rpm", 80));
        fleet.millis(900);
        assertThat(future).isCompleted();
        assertThat(available("hot")).isBetween(19L, 20L);
    }

    @Test
    @DisplayName("a large request that nobody waits for any more goes back when its answer is known at last")
    void largeRequest_answeredTooLate_goesBack() {
        divided("hot", 2, 0);
        LimitRepository cold = fleet.process();
        assertThat(took(cold, "hot", "rpm", 1)).isTrue();
        fleet.store.failNextWrites(Fault.LOST_APPLIED, 20);
        CompletableFuture<Lease> future = cold.asyncRateLimiter().acquire(take("hot", "rpm", 80));
        fleet.seconds(2);
        assertThat(future).isCompletedExceptionally();
        fleet.store.clearScript();
        fleet.seconds(3);
        assertThat(available("hot")).isEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"LOST_APPLIED", "LOST_NOT_APPLIED"})
    @DisplayName("a large request of whose fate nothing is known after ten deadlines is told as lost, if nobody has it")
    void largeRequest_neverAnswered_isToldAsLost(Fault fault) {
        divided("hot", 2, 0);
        for (OnUnavailable policy : OnUnavailable.values()) {
            Heard heard = new Heard();
            LimitRepository cold =
                    fleet.process(builder -> builder.listener(heard).onUnavailable(policy));
            assertThat(took(cold, "hot", "rpm", 1)).isTrue();
            fleet.store.failNextWrites(fault, 1_000);
            CompletableFuture<Lease> future = cold.asyncRateLimiter().acquire(take("hot", "rpm", 80));
            fleet.seconds(15);
            assertThat(future).isDone();
            boolean kept = policy == OnUnavailable.ALLOW;
            assertThat(heard.events.stream().filter(event -> event.startsWith("lost")))
                    .as("%s", policy)
                    .isEqualTo(kept ? List.of() : List.of("lost hot rpm -80"));
            assertThat(cold.statistics().lostAdjustments()).isEqualTo(kept ? 0 : 1);
            fleet.store.clearScript();
            fleet.seconds(200);
        }
    }

    @Test
    @DisplayName("so is one whose fate is not known when the repository is closed, and nothing is tried after that")
    void largeRequest_unknownAtClose_isToldAsLost() {
        divided("hot", 2, 0);
        Heard heard = new Heard();
        LimitRepository cold = fleet.process(builder -> builder.listener(heard));
        assertThat(took(cold, "hot", "rpm", 1)).isTrue();
        fleet.store.failNextWrites(Fault.LOST_APPLIED, 1_000);
        CompletableFuture<Lease> future = cold.asyncRateLimiter().acquire(take("hot", "rpm", 80));
        fleet.seconds(2);
        assertThat(future).isCompletedExceptionally();
        cold.close();
        fleet.seconds(1);
        assertThat(heard.count("lost hot rpm -80")).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(OnUnavailable.class)
    @DisplayName("whoever is told that the repository is closed was not let through, whatever the policy: told as lost")
    void largeRequest_closedWhileItWaits_isToldAsLost(OnUnavailable policy) {
        divided("hot", 2, 0);
        Heard heard = new Heard();
        LimitRepository cold = fleet.process(builder -> builder.listener(heard).onUnavailable(policy));
        assertThat(took(cold, "hot", "rpm", 1)).isTrue();
        fleet.store.failNextWrites(Fault.LOST_APPLIED, 1_000);
        CompletableFuture<Lease> future = cold.asyncRateLimiter().acquire(take("hot", "rpm", 80));
        assertThat(future).isNotDone();
        cold.close();
        fleet.seconds(20);
        assertThat(future)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(RepositoryClosedException.class);
        assertThat(heard.count("lost hot rpm -80")).isEqualTo(1);
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
        LimitRepository cold = fleet.process();
        assertThat(took(cold, "child", "rpm", 60)).isFalse();
        assertThat(available("parent")).isEqualTo(30);
        assertThat(cold.rateLimiter().check(take("child", "rpm", 1)).available("rpm"))
                .isEqualTo(30);
        assertThat(bucketsOf("child", 4)).isEqualTo(100_000);
        fleet.seconds(60);
        assertThat(took(cold, "child", "rpm", 60)).isTrue();
        assertThat(available("parent")).isEqualTo(40);
        assertThat(bucketsOf("child", 4)).isEqualTo(40_000);
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

    @Test
    @DisplayName(
            "a large request gets in while processes whose clocks are a little ahead go on to write all its shards")
    void largeRequest_stampsAlwaysALittleAhead_getsIn() {
        divided("hot", 4, 0);
        LimitRepository far = RepositoryBuilder.on(new LateStore(fleet.store, fleet.clock, Duration.ofMillis(2)))
                .environment(fleet.clock)
                .namespace("scenarios")
                .inlineCallbacks()
                .build();
        CompletableFuture<Decision> answer = far.asyncRateLimiter().tryAcquire(take("hot", "rpm", 80));
        for (int i = 0; i < 90 && !answer.isDone(); i++) {
            stampAhead("hot", 4, Duration.ofMillis(60));
            fleet.millis(10);
        }
        assertThat(answer).isDone();
        assertThat(answer.join().granted()).isTrue();
        assertThat(bucketsOf("hot", 4)).isEqualTo(20_000);
    }

    private void stampAhead(String entity, int count, Duration ahead) {
        for (int shard = 0; shard < count; shard++) {
            Item item = Divided.shard(fleet, entity, "gpt-4", shard);
            Divided.put(
                    fleet,
                    item.toBuilder()
                            .put("rf", fleet.clock.wallMillis() + ahead.toMillis())
                            .build());
        }
    }

    private long bucketsOf(String entity, int count) {
        return Divided.stored(fleet, entity, count);
    }
}
