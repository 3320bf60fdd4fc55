package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.testkit.Fault;
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
 * What goes back is there again, to the last thousandth: where it was taken, and nowhere else. The clock stands still.
 */
class GivingBackScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();
    private final LimitRepository two = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    private void divided(String entity, int count) {
        Divided.ofHundred(fleet, one, entity, count, 0);
    }

    private long stored(String entity, int count) {
        return Divided.stored(fleet, entity, count);
    }

    private static void giveBack(LimitRepository process, String entity, long amount) {
        Decision decision = process.rateLimiter().tryAcquire(take(entity, "rpm", amount));
        if (decision.granted()) {
            decision.lease().giveBack();
        }
    }

    /** What went back waited until nobody asked for anything, and was lost after ten deadlines. */
    @Test
    @DisplayName("what goes back to a busy bucket that others write too has its turn")
    void busySharedBucket_whatGoesBackIsThereSoon() {
        one.limits().setResourceDefaults(Requests.RESOURCE, Limit.perDay("rpm", 1000));
        Lease lease = Requests.lease(one, "busy", "rpm", 500);
        AcquireRequest request = take("busy", "rpm", 1);
        List<CompletableFuture<Decision>> all = new ArrayList<>();
        all.add(held(request));
        boolean back = false;
        for (int round = 0; round < 40 && !back; round++) {
            if (round == 5) {
                lease.giveBack();
            }
            // There is never a moment in which nobody waits.
            all.add(one.asyncRateLimiter().tryAcquire(request));
            fleet.store.failNextWrites(Fault.HANG, 1);
            fleet.store.release();
            assertThat(Requests.took(two, request)).isTrue();
            fleet.millis(10);
            back = Requests.balance(two, "busy", "rpm") > 600;
        }
        fleet.store.clearScript();
        fleet.store.release();

        assertThat(back).as("500 of 1000 have come back").isTrue();
        assertThat(all).allSatisfy(each -> assertThat(each).isCompletedWithValueMatching(Decision::granted));
    }

    private void madeAnew(String entity) {
        one.entities().delete(entity);
        one.entities().create(Entity.builder(entity).build());
    }

    /** It was taken for a debt of the entity that was deleted, and told as lost. */
    @Test
    @DisplayName(
            "what the bucket of an entity that was made anew gives goes back there, though who took it heard of that entity only then")
    void entityMadeAnew_givenByItsBucket_goesBackThere() {
        one.limits().setResourceDefaults(Requests.RESOURCE, Limit.perDay("rpm", 100));
        one.entities().create(Entity.builder("k").build());
        assertThat(took(two, take("k", "rpm", 1))).isTrue();
        madeAnew("k");
        assertThat(took(one, take("k", "rpm", 3))).isTrue();
        Lease lease = Requests.lease(two, "k", "rpm", 15);
        assertThat(Requests.balance(one, "k", "rpm")).isEqualTo(82);
        lease.giveBack();

        fleet.seconds(1);
        assertThat(Requests.balance(one, "k", "rpm")).isEqualTo(97);
    }

    /** All but the first of them went to the next entity of that id, whose bucket had never given them. */
    @Test
    @DisplayName("what the bucket of a deleted entity gave does not go back to the next one of that id")
    void entityMadeAnew_givenByTheBucketBefore_doesNotGoBackThere() {
        one.limits().setResourceDefaults(Requests.RESOURCE, Limit.perDay("rpm", 100));
        one.entities().create(Entity.builder("k").build());
        List<Lease> before = List.of(Requests.lease(two, "k", "rpm", 20), Requests.lease(two, "k", "rpm", 20));
        madeAnew("k");
        assertThat(took(one, take("k", "rpm", 90))).isTrue();
        assertThat(took(two, take("k", "rpm", 11))).isFalse();
        before.forEach(Lease::giveBack);

        fleet.seconds(1);
        assertThat(Requests.balance(one, "k", "rpm")).isEqualTo(10);
    }

    private CompletableFuture<Decision> held(AcquireRequest request) {
        fleet.store.failNextWrites(Fault.HANG, 1);
        return one.asyncRateLimiter().tryAcquire(request);
    }

    @Tag("long")
    @Test
    @DisplayName("large and small requests by turns, all given back")
    void largeAndSmall_allGivenBack_nothingIsMissing() {
        divided("hot", 4);
        LimitRepository fresh = fleet.process();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 200; i++) {
            giveBack(fresh, "hot", random.nextInt(30, 70));
            giveBack(fresh, "hot", random.nextInt(1, 6));
            giveBack(two, "hot", random.nextInt(1, 90));
        }
        assertThat(stored("hot", 4)).isEqualTo(100_000);
        assertThat(fresh.statistics().lostAdjustments()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {9, 50})
    @DisplayName("a credit that an old image would cut is planned anew on a shared bucket")
    void credit_thatAnOldImageWouldCut_isNotLost(long back) {
        one.limits().setResourceDefaults(Requests.RESOURCE, Limit.perMinute("rpm", 100));
        Lease lease = one.rateLimiter().acquire(take("a", "rpm", back));
        for (int i = 0; i < 3; i++) {
            giveBack(two, "a", 1);
            giveBack(one, "a", 1);
        }
        fleet.seconds(60);
        giveBack(one, "a", 1);
        assertThat(took(two, "a", "rpm", 90)).isTrue();
        lease.giveBack();
        fleet.millis(50);
        assertThat(fleet.bucket("a", Requests.RESOURCE).whole("b_rpm_tk", 0))
                .isGreaterThanOrEqualTo(10_000 + back * 1000);
    }

    @Test
    @DisplayName("a lease that took more from other shards gives back to each what it gave")
    void lease_thatTookMore_givesBackWhereItTook() {
        divided("hot", 4);
        Lease lease = one.rateLimiter().acquire(take("hot", "rpm", 1));
        assertThat(lease.take("rpm", 90).granted()).isTrue();
        lease.giveBack();
        assertThat(stored("hot", 4)).isEqualTo(100_000);
        Lease twice = one.rateLimiter().acquire(take("hot", "rpm", 20));
        assertThat(twice.take("rpm", 20).granted()).isTrue();
        twice.settle("rpm", 25);
        twice.keep();
        assertThat(stored("hot", 4)).isEqualTo(75_000);
    }

    @Test
    @DisplayName("an entity is given another parent between two takes: each parent gets back its own")
    void entity_movedBetweenTwoTakes_eachParentGetsItsOwn() {
        one.limits().setResourceDefaults(Requests.RESOURCE, Limit.perMinute("rpm", 100));
        for (String parent : List.of("p1", "p2")) {
            one.entities().create(Entity.builder(parent).build());
        }
        one.entities().create(Entity.builder("c").parent("p1").cascade(true).build());
        assertThat(took(one, "p1", "rpm", 60)).isTrue();
        Lease lease = one.rateLimiter().acquire(take("c", "rpm", 1));
        one.entities().setParent("c", "p2");
        assertThat(lease.take("rpm", 50).granted()).isTrue();
        assertThat(Requests.balance(one, "p2", "rpm")).isEqualTo(50);
        lease.giveBack();
        assertThat(Requests.balance(one, "p1", "rpm")).isEqualTo(40);
        assertThat(Requests.balance(one, "p2", "rpm")).isEqualTo(100);
        assertThat(Requests.balance(one, "c", "rpm")).isEqualTo(100);
    }

    @Test
    @DisplayName("a refusal by a parent that alone has the limit leaves nothing open: closing does not wait")
    void nothingToGiveBack_leavesNothingOpen() {
        one.entities().create(Entity.builder("p").build());
        one.entities().create(Entity.builder("c").parent("p").cascade(true).build());
        one.limits().setEntityLimits("c", Requests.RESOURCE, Limit.perMinute("rpm", 100));
        one.limits().setEntityLimits("p", Requests.RESOURCE, Limit.perMinute("tpm", 10));
        AcquireRequest request = take("c", "tpm", 11);
        assertThat(one.rateLimiter().tryAcquire(request).granted()).isFalse();
        long before = fleet.clock.monotonicNanos();
        one.close();
        assertThat(fleet.clock.monotonicNanos() - before).isZero();
    }

    @Test
    @DisplayName(
            "A22: transactions that meet conflicts until the deadline are unavailable, and not refused by a limit that has room")
    void largeRequest_inConflictAgainAndAgain_isUnavailable() {
        divided("hot", 4);
        assertThat(took(two, "hot", "rpm", 1)).isTrue();
        giveBack(two, "hot", 90);
        fleet.store.failNextWrites(Fault.CONFLICT, 50);
        CompletableFuture<Decision> answer = two.asyncRateLimiter().tryAcquire(take("hot", "rpm", 90));
        fleet.seconds(1);
        assertThatThrownBy(answer::join).hasCauseInstanceOf(RateLimiterUnavailableException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    @DisplayName("a limit that came with the call, and that no shard has yet, does not refuse a large request")
    void largeRequest_underALimitOfTheCall_isServed(int count) {
        divided("hot", count);
        AcquireRequest request = AcquireRequest.entity("hot")
                .resource(Requests.RESOURCE)
                .take("own", 90)
                .limits(Limit.perMinute("own", 100))
                .build();
        CompletableFuture<Decision> answer = two.asyncRateLimiter().tryAcquire(request);
        assertThat(answer.join().granted())
                .as(() -> answer.join().refusal().message())
                .isTrue();
        assertThat(two.asyncRateLimiter().tryAcquire(request).join().granted()).isFalse();
    }

    @Test
    @DisplayName("shards that another process has deleted are a full bucket, at once")
    void shardsDeletedByOthers_areFull() {
        divided("hot", 4);
        giveBack(two, "hot", 90);
        assertThat(took(two, "hot", "rpm", 80)).isTrue();
        one.entities().create(Entity.builder("hot").build());
        one.entities().delete("hot");
        assertThat(took(two, "hot", "rpm", 90)).isTrue();
    }
}
