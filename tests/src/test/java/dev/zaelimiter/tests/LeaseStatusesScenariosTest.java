package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.family;
import static dev.zaelimiter.tests.Requests.lease;
import static dev.zaelimiter.tests.Requests.patient;
import static dev.zaelimiter.tests.Requests.take;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Access;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.testkit.Fault;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a lease says was left: as of its grant, whatever happens later, and from no call of its own. */
class LeaseStatusesScenariosTest {

    private static final Limit RPM = Limit.perMinute("rpm", 60);

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    private void limits(Limit... limits) {
        one.limits().setResourceDefaults(Requests.RESOURCE, limits);
    }

    private static LimitStatus only(Lease lease) {
        assertThat(lease.statuses()).hasSize(1);
        return lease.statuses().get(0);
    }

    @Test
    void statuses_askedLater_areAsOfTheGrant() {
        limits(RPM);
        lease(one, "a", "rpm", 1).keep();
        Lease lease = lease(one, "a", "rpm", 9);
        Lease next = lease(one, "a", "rpm", 30);
        fleet.seconds(30);
        assertThat(only(lease).available()).isEqualTo(50);
        assertThat(only(lease).moreAfter()).contains(Duration.ofSeconds(1));
        assertThat(only(next).available()).isEqualTo(20);
    }

    @Test
    void statuses_countWhatCameBackBeforeTheGrant() {
        limits(RPM);
        lease(one, "a", "rpm", 60).keep();
        fleet.millis(10_300);
        Lease lease = lease(one, "a", "rpm", 4);
        assertThat(only(lease).available()).isEqualTo(6);
        assertThat(only(lease).moreAfter()).contains(Duration.ofMillis(700));
    }

    @Test
    void statuses_askedAnyNumberOfTimes_makeNoCall() {
        limits(RPM);
        Lease lease = lease(one, "a", "rpm", 9);
        fleet.store.down();
        assertThat(lease.statuses()).isEqualTo(lease.statuses());
        assertThat(lease.available("rpm")).hasValue(51);
        fleet.store.up();
    }

    @Test
    void settled_changesNothingOfWhatWasLeft() {
        limits(RPM);
        Lease lease = lease(one, "a", "rpm", 10);
        lease.settle("rpm", 40);
        lease.keep();
        assertThat(lease.available("rpm")).hasValue(50);
    }

    @Test
    void softLimit_beyondItsEnd_leavesNothing_neverLess() {
        limits(RPM.asSoft());
        Lease lease = lease(one, "a", "rpm", 100);
        assertThat(only(lease).limit().soft()).isTrue();
        assertThat(only(lease).available()).isZero();
        assertThat(only(lease).debt()).isEqualTo(40);
        assertThat(only(lease).moreAfter()).contains(Duration.ofSeconds(41));
        assertThat(lease.available("rpm")).hasValue(0);
    }

    @Test
    @DisplayName("told as of the write that charged it, somebody who has waited was told to wait as long again")
    void waited_isToldAsOfTheEndOfTheWait() {
        limits(RPM);
        lease(one, "a", "rpm", 60).keep();
        CompletableFuture<Lease> waiting =
                one.asyncRateLimiter().acquire(patient("a", "rpm", 20, Duration.ofMinutes(1)));
        fleet.seconds(20);
        Lease lease = waiting.join();
        assertThat(only(lease).available()).isZero();
        assertThat(only(lease).debt()).isZero();
        assertThat(only(lease).moreAfter()).contains(Duration.ofSeconds(1));
    }

    @Test
    void waited_seesWhatOthersTookBehindIt() {
        limits(RPM);
        lease(one, "a", "rpm", 60).keep();
        CompletableFuture<Lease> first = one.asyncRateLimiter().acquire(patient("a", "rpm", 20, Duration.ofMinutes(1)));
        CompletableFuture<Lease> second = one.asyncRateLimiter().acquire(patient("a", "rpm", 5, Duration.ofMinutes(1)));
        fleet.seconds(20);
        assertThat(only(first.join()).moreAfter()).contains(Duration.ofSeconds(6));
        fleet.seconds(5);
        assertThat(only(second.join()).moreAfter()).contains(Duration.ofSeconds(1));
    }

    @Test
    void waited_throughAParent_isToldOfBothAsOfTheEnd() {
        family(one, "org", "key");
        limits(RPM);
        lease(one, "key", "rpm", 60).keep();
        CompletableFuture<Lease> waiting =
                one.asyncRateLimiter().acquire(patient("key", "rpm", 10, Duration.ofMinutes(1)));
        fleet.seconds(10);
        Lease lease = waiting.join();
        assertThat(lease.statuses()).extracting(LimitStatus::entity).containsExactly("key", "org");
        assertThat(lease.statuses()).extracting(LimitStatus::available).containsExactly(0L, 0L);
        assertThat(lease.statuses().get(0).moreAfter()).contains(Duration.ofSeconds(1));
        assertThat(lease.statuses().get(1).moreAfter()).contains(Duration.ofSeconds(1));
    }

    @Test
    void degraded_tellsNothing() {
        limits(RPM);
        LimitRepository lenient = fleet.process(builder -> builder.onUnavailable(OnUnavailable.ALLOW));
        fleet.store.down();
        CompletableFuture<Lease> admitted = lenient.asyncRateLimiter().acquire(take("a", "rpm", 1));
        fleet.seconds(5);
        Lease lease = admitted.join();
        assertThat(lease.degraded()).isTrue();
        assertThat(lease.statuses()).isEmpty();
        assertThat(lease.available("rpm")).isEmpty();
    }

    @Test
    void bypassed_tellsNothingOfLimitsThatDidNotDecide() {
        family(one, "org", "key");
        limits(RPM);
        lease(one, "key", "rpm", 1).keep();
        Administration.of(one).switches().set(Level.entity("key"), Access.BYPASS);
        Lease lease = lease(one, "key", "rpm", 9);
        assertThat(lease.bypassed()).isTrue();
        assertThat(lease.statuses()).extracting(LimitStatus::entity).containsExactly("org");
        assertThat(lease.available("rpm")).hasValue(50);
    }

    @Test
    void limitsOfTheCall_areTheOnesTold() {
        limits(RPM);
        lease(one, "a", "rpm", 1).keep();
        Lease lease = one.rateLimiter()
                .acquire(Requests.builder("a")
                        .take("rpm", 9)
                        .limits(Limit.perMinute("rpm", 30))
                        .build());
        assertThat(only(lease).limit()).isEqualTo(Limit.perMinute("rpm", 30));
        // The rest of the stored limit is not for this call.
        assertThat(only(lease).available()).isEqualTo(20);
    }

    @Test
    void divided_isToldAsAWhole() {
        Divided.ofHundred(fleet, one, "hot", 4, 20);
        LimitRepository two = fleet.process();
        // All shards are seen.
        two.rateLimiter().check(take("hot", "rpm", 1));
        Lease lease = lease(two, "hot", "rpm", 10);
        assertThat(only(lease).limit()).isEqualTo(Limit.perMinute("rpm", 100));
        assertThat(only(lease).available()).isEqualTo(70);
        assertThat(only(lease).moreAfter()).contains(Duration.ofMillis(600));
    }

    @Test
    void divided_takenFromSeveral_isToldAsAWhole() {
        Divided.ofHundred(fleet, one, "hot", 4, 20);
        LimitRepository two = fleet.process();
        Lease lease = lease(two, "hot", "rpm", 50);
        assertThat(only(lease).requested()).isEqualTo(50);
        assertThat(only(lease).available()).isEqualTo(30);
        assertThat(only(lease).moreAfter()).contains(Duration.ofMillis(600));
        assertThat(Requests.balance(two, "hot", "rpm")).isEqualTo(30);
    }

    @Test
    void sameWrite_eachIsToldWhatItLeft() {
        limits(RPM);
        lease(one, "a", "rpm", 1).keep();
        fleet.store.failNextWrites(Fault.HANG, 1);
        CompletableFuture<Lease> ahead = one.asyncRateLimiter().acquire(take("a", "rpm", 1));
        List<CompletableFuture<Lease>> together = List.of(
                one.asyncRateLimiter().acquire(take("a", "rpm", 9)),
                one.asyncRateLimiter().acquire(take("a", "rpm", 20)));
        fleet.store.release();
        assertThat(ahead.join().available("rpm")).hasValue(58);
        assertThat(together)
                .allSatisfy(lease -> assertThat(lease.join().available("rpm")).hasValue(29));
    }
}
