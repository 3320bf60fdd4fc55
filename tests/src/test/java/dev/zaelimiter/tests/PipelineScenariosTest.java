package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.lease;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Availability;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.testkit.Fault;
import dev.zaelimiter.tests.RealWorld.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What meets in the queue of one bucket while an answer is outstanding: everybody is answered. */
@Timeout(20)
class PipelineScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"LOST_APPLIED", "LOST_NOT_APPLIED", "THROTTLED", "HANG", "LOST_LATE"})
    @DisplayName("what is known of a bucket is forgotten while the answer to its write is outstanding")
    void image_forgottenWhileAnAnswerIsOutstanding_callersAreAnswered(Fault fault) {
        one.limits().setSystemDefaults(Limit.perDay("rpd", 1000));
        assertThat(took(one, "a", "rpd", 1)).isTrue();
        Lease owing = lease(one, "a", "rpd", 10);
        fleet.store.failNextWrites(fault, 1);
        CompletableFuture<Lease> first = one.asyncRateLimiter().acquire(take("a", "rpd", 100));
        owing.settle("rpd", 15);
        owing.keep();
        // Another process may create it as well: then a lost answer meets a bucket that is not known.
        one.entities().create(Entity.builder("a").build());
        fleet.store.release();
        fleet.millis(900);
        assertThat(first).isCompleted();
        fleet.seconds(5);
        assertThat(balance(one, "a", "rpd")).isEqualTo(1000 - 1 - 15 - 100);
        assertThat(one.statistics().lostAdjustments()).isZero();
    }

    @Test
    @DisplayName("the bucket vanishes while the answer to its write is lost")
    void bucket_vanishedWhileAnAnswerIsLost_callersAreAnsweredFromANewOne() {
        one.limits().setSystemDefaults(Limit.perDay("rpd", 1000));
        assertThat(took(one, "a", "rpd", 1)).isTrue();
        Lease returning = lease(one, "a", "rpd", 10);
        fleet.store.failNextWrites(Fault.LOST_NOT_APPLIED, 1);
        CompletableFuture<Lease> first = one.asyncRateLimiter().acquire(take("a", "rpd", 100));
        returning.giveBack();
        Item bucket = fleet.bucket("a", Requests.RESOURCE);
        fleet.store.write(Write.of(WriteShape.delete(null), bucket.key())).join();
        one.entities().create(Entity.builder("a").build());
        fleet.millis(900);
        assertThat(first).isCompleted();
        fleet.seconds(5);
        assertThat(balance(one, "a", "rpd")).isEqualTo(900);
    }

    private static AcquireRequest with(Limit own, long amount) {
        return Requests.builder("a").limits(own).take("rpd", amount).build();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    @DisplayName("requests under different limits of their own, and under none, stand in one queue")
    void mixedCallLimits_inOneQueue_allAreAnswered(int turn) {
        one.limits().setSystemDefaults(Limit.perDay("rpd", 100));
        assertThat(took(one, "a", "rpd", 1)).isTrue();
        List<AcquireRequest> requests = new ArrayList<>(List.of(
                with(Limit.perDay("rpd", 5), 6),
                with(Limit.perDay("rpd", 50), 2),
                take("a", "rpd", 3),
                with(Limit.perDay("rpd", 7), 0)));
        Collections.rotate(requests, turn);
        // An old image refuses nobody: those who do not fit wait for another look.
        fleet.seconds(2);
        fleet.store.failNextWrites(Fault.HANG, 1);
        List<CompletableFuture<Decision>> all = new ArrayList<>();
        all.add(one.asyncRateLimiter().tryAcquire(take("a", "rpd", 1)));
        for (int i = 0; i < 3; i++) {
            for (AcquireRequest request : requests) {
                all.add(one.asyncRateLimiter().tryAcquire(request));
            }
        }
        fleet.store.release();
        assertThat(all).allSatisfy(each -> assertThat(each).isCompleted());
        assertThat(all.stream().filter(each -> !each.join().granted())).hasSize(3);
    }

    @Test
    @DisplayName("a check is answered although corrections come without end")
    void check_underAStreamOfCorrections_isAnswered() {
        one.limits().setSystemDefaults(Limit.perDay("rpd", 1000));
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            leases.add(lease(one, "a", "rpd", 1));
        }
        fleet.store.failNextWrites(Fault.HANG, 20);
        settle(leases.remove(0));
        CompletableFuture<Availability> check = one.asyncRateLimiter().check(take("a", "rpd", 1));
        int rounds = 0;
        while (!check.isDone() && !leases.isEmpty()) {
            settle(leases.remove(0));
            fleet.store.release();
            rounds++;
        }
        assertThat(check).isCompleted();
        assertThat(rounds).isLessThanOrEqualTo(3);
        assertThat(check.join().available("rpd"))
                .as("the correction before the check is seen")
                .isLessThanOrEqualTo(1000 - 20 - 4);
    }

    private static void settle(Lease lease) {
        lease.settle("rpd", 5);
        lease.keep();
    }

    @ParameterizedTest
    @EnumSource(Setup.class)
    @DisplayName("a thread that is interrupted closes as well as any other, and stays interrupted")
    void close_byAnInterruptedThread_writesWhatIsDue(Setup setup) {
        try (RealWorld real = new RealWorld()) {
            LimitRepository closing = real.open(setup);
            closing.limits().setSystemDefaults(Limit.custom("rpd", 1000, 1, Duration.ofDays(300)));
            Lease lease = lease(closing, "a", "rpd", 10);
            lease.settle("rpd", 25);
            lease.keep();
            Thread.currentThread().interrupt();
            closing.close();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(closing.statistics().lostAdjustments()).isZero();
            assertThat(balance(real.open(setup), "a", "rpd")).isEqualTo(975);
        }
    }

    @Test
    @DisplayName("closing: whoever still queues is told, and takes nothing any more")
    void close_whileOthersQueue_tellsThemAtOnce() {
        one.limits().setSystemDefaults(Limit.perDay("rpd", 1000));
        LimitRepository closing = fleet.process();
        assertThat(took(closing, "a", "rpd", 1)).isTrue();
        fleet.store.failNextWrites(Fault.HANG, 1);
        CompletableFuture<Lease> underWay = closing.asyncRateLimiter().acquire(take("a", "rpd", 10));
        List<CompletableFuture<?>> queued = List.of(
                closing.asyncRateLimiter().acquire(take("a", "rpd", 100)),
                closing.asyncRateLimiter().tryAcquire(take("a", "rpd", 2000)),
                closing.asyncRateLimiter().check(take("a", "rpd", 1)));
        closing.close();
        for (CompletableFuture<?> each : queued) {
            assertThat(each).isCompletedExceptionally();
            assertThatThrownBy(each::join).hasCauseInstanceOf(RepositoryClosedException.class);
        }
        fleet.store.release();
        fleet.seconds(5);
        assertThat(underWay).isDone();
        assertThat(balance(one, "a", "rpd")).isIn(989L, 999L);
        assertThat(balance(one, "a", "rpd")).isEqualTo(underWay.isCompletedExceptionally() ? 999 : 989);
    }
}
