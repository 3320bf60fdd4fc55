package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.lease;
import static dev.zaelimiter.tests.Requests.status;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterFaultException;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.testkit.Fault;
import dev.zaelimiter.testkit.FaultyStore.Call;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No call and no change makes more than a bounded number of writes, whatever limits, store and rights say. */
@Timeout(20)
class BoundedWritesTest {

    private static final Duration LONGEST = Duration.ofSeconds(1_000_000_000);

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    private long writes() {
        return fleet.store.count(Call.WRITE) + fleet.store.count(Call.TRANSACT);
    }

    @Test
    @DisplayName(
            "A1: a limit that fills in longer than time can be told was written 700,000 times a second by one take")
    void take_limitThatNeverFills_isGrantedUntilItIsSpent() {
        one.limits().setResourceDefaults(RESOURCE, Limit.custom("credits", 5_000_000, 1, LONGEST));
        fleet.store.resetCounts();
        for (int i = 0; i < 10; i++) {
            assertThat(took(one, "team", "credits", 500_000)).isTrue();
        }
        assertThat(took(one, "team", "credits", 500_000)).isFalse();
        assertThat(writes()).isEqualTo(10);
        assertThat(one.statistics().faults()).isZero();
        assertThat(fleet.bucket("team", RESOURCE).has("ttl")).isFalse();
    }

    @Test
    @DisplayName("A1: a settle to 10^15 spun inside the lease's end, and locked the bucket's other limits")
    void settle_toTheLargestAmount_isWrittenOnceAndOthersGoOn() {
        one.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 100), Limit.perDay("tpd", 30_000));
        for (int i = 0; i < 3; i++) {
            Lease lease = one.rateLimiter().acquire(take("user", "rpm", 1, "tpd", 0));
            lease.settle("tpd", Limit.MAX_AMOUNT);
            fleet.store.resetCounts();
            lease.keep();
            assertThat(writes()).isLessThanOrEqualTo(2);
        }
        assertThat(took(one, "user", "rpm", 1)).isTrue();
        assertThat(took(one, "user", "tpd", 1)).isFalse();
        assertThat(balance(one, "user", "tpd")).isEqualTo(30_000 - 3 * Limit.MAX_AMOUNT);
        assertThat(one.statistics().lostAdjustments()).isZero();
    }

    @Test
    @DisplayName(
            "A1: debts of some times 10^15 spun inside the lease's end; there is a bottom, and what is cut is told")
    void settle_beyondTheDeepestDebt_isCutAndReported() {
        one.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 100), Limit.perDay("tpd", 30_000));
        for (int i = 0; i < 12; i++) {
            Lease lease = one.rateLimiter().acquire(take("user", "rpm", 1, "tpd", 0));
            lease.settle("tpd", Limit.MAX_AMOUNT);
            lease.keep();
        }
        assertThat(balance(one, "user", "tpd")).isBetween(-4_611_686_018_427_388L, -4_611_686_018_000_000L);
        assertThat(one.statistics().lostAdjustments()).isEqualTo(8);
        assertThat(one.statistics().faults()).isZero();
        assertThat(took(one, "user", "rpm", 1)).isTrue();
    }

    @Test
    @DisplayName("A1: once the debt that had no end is paid, the bucket has an end again")
    void timeToLive_debtPaid_isToldAgain() {
        one.limits().setResourceDefaults(RESOURCE, Limit.perDay("tpd", 30_000));
        Lease lease = lease(one, "user", "tpd", 1);
        lease.settle("tpd", Limit.MAX_AMOUNT);
        lease.keep();
        assertThat(fleet.bucket("user", RESOURCE).has("ttl")).isFalse();
        one.limits().setResourceDefaults(RESOURCE, Limit.perSecond("tpd", Limit.MAX_AMOUNT));
        fleet.seconds(120);
        assertThat(took(one, "user", "tpd", 1)).isFalse();
        fleet.seconds(2);
        assertThat(took(one, "user", "tpd", 1)).isTrue();
        fleet.seconds(120);
        assertThat(took(one, "user", "tpd", 1)).isTrue();
        assertThat(fleet.bucket("user", RESOURCE).has("ttl")).isTrue();
    }

    @Test
    @DisplayName("A31: the counter of consumption ended at 9.2 x 10^15 tokens, and every take of the limit then failed")
    void take_counterAtItsEnd_startsAnewAndTakesGoOn() {
        one.limits().setResourceDefaults(RESOURCE, Limit.perSecond("tps", Limit.MAX_AMOUNT));
        for (int i = 0; i < 25; i++) {
            assertThat(took(one, "user", "tps", Limit.MAX_AMOUNT)).isTrue();
            assertThat(fleet.bucket("user", RESOURCE).whole("b_tps_tc", -1)).isBetween(0L, 1L << 62);
            fleet.seconds(1);
        }
    }

    @Test
    @DisplayName("A31: a counter that another system has brought near the end of a long")
    void take_counterNearTheEndOfALong_startsAnew() {
        one.limits().setResourceDefaults(RESOURCE, Limit.perSecond("tps", 100));
        assertThat(took(one, "user", "tps", 1)).isTrue();
        Item item = fleet.bucket("user", RESOURCE);
        Divided.put(
                fleet, item.toBuilder().put("b_tps_tc", Long.MAX_VALUE - 500).build());
        LimitRepository two = fleet.process();
        assertThat(took(two, "user", "tps", 1)).isTrue();
        assertThat(fleet.bucket("user", RESOURCE).whole("b_tps_tc", 0)).isEqualTo(Long.MAX_VALUE - (1L << 62) + 500);
    }

    @Test
    @DisplayName("A4: one acquire after a change, with writes denied, made 5,026 calls in 8 s")
    void acquire_writesDeniedAfterAChange_isToldAndNothingIsRepeated() {
        one.limits().setSystemDefaults(Limit.perSecond("rps", 10));
        assertThat(took(one, "a", "rps", 1)).isTrue();
        one.limits().setSystemDefaults(Limit.perSecond("rps", 20));
        fleet.store.failNextWrites(Fault.DENIED, 10_000);
        fleet.store.resetCounts();
        for (int i = 1; i <= 20; i++) {
            assertThatThrownBy(() -> took(one, "a", "rps", 1)).isInstanceOf(RateLimiterUnavailableException.class);
            assertThat(writes()).isLessThanOrEqualTo(2L * i);
            fleet.millis(50);
        }
        fleet.store.clearScript();
        fleet.seconds(70);
        assertThat(took(one, "a", "rps", 1)).isTrue();
        assertThat(status(one, "a", "rps").limit().capacity()).isEqualTo(20);
    }

    @Test
    @DisplayName(
            "A4: a limit that was added, for which the bucket may not be rewritten, is refused by name and not asked for ever")
    void acquire_limitAddedAndWritesDenied_isTold() {
        one.limits().setSystemDefaults(Limit.perSecond("rps", 10));
        assertThat(took(one, "a", "rps", 1)).isTrue();
        one.limits().setSystemDefaults(Limit.perSecond("rps", 10), Limit.perMinute("rpm", 10));
        fleet.store.failNextWrites(Fault.DENIED, 10_000);
        fleet.store.resetCounts();
        for (int i = 1; i <= 5; i++) {
            assertThatThrownBy(() -> took(one, "a", "rpm", 1)).isInstanceOf(RateLimiterUnavailableException.class);
            assertThat(fleet.store.count()).isLessThanOrEqualTo(6L * i);
        }
    }

    @Test
    @DisplayName("A4: who may only read looked once, wrote, and the second look failed")
    void check_writesDeniedAndLimitsChanged_showsWhatIsStoredAndWritesNothing() {
        LimitRepository reader = fleet.process();
        one.limits().setSystemDefaults(Limit.custom("rps", 10, 10, Duration.ofDays(1)));
        assertThat(took(one, "a", "rps", 4)).isTrue();
        assertThat(balance(reader, "a", "rps")).isEqualTo(6);
        one.limits().setSystemDefaults(Limit.custom("rps", 20, 10, Duration.ofDays(1)), Limit.perMinute("rpm", 7));
        fleet.seconds(70);
        fleet.store.failNextWrites(Fault.DENIED, 10_000);
        fleet.store.resetCounts();
        for (int i = 0; i < 5; i++) {
            reader.rateLimiter().explain("a", RESOURCE);
            assertThat(balance(reader, "a", "rps")).isEqualTo(6);
            assertThat(status(reader, "a", "rps").limit().capacity()).isEqualTo(20);
            assertThat(status(reader, "a", "rpm").available()).isEqualTo(7);
            fleet.seconds(70);
        }
        assertThat(writes()).isZero();
    }

    @Test
    @DisplayName("A3: after close() a bucket was written for ever where a refresh of the limits came back late")
    void close_refreshUnderWay_sendsNothingAfterwards() {
        LateStore slow = new LateStore(fleet.store, fleet.clock, Duration.ofMillis(40));
        LimitRepository far = RepositoryBuilder.on(slow)
                .environment(fleet.clock)
                .namespace("scenarios")
                .deadline(Duration.ofMillis(500))
                .inlineCallbacks()
                .build();
        one.limits().setSystemDefaults(Limit.perSecond("rps", 10));
        for (int i = 0; i < 20; i++) {
            far.asyncRateLimiter().acquire(take("e" + i, "rps", 1)).thenAccept(Lease::keep);
        }
        fleet.seconds(2);
        assertThat(fleet.bucket("e19", RESOURCE).whole("b_rps_tk", -1)).isEqualTo(9_000);
        one.limits().setSystemDefaults(Limit.perSecond("rps", 20));
        fleet.seconds(70);
        for (int i = 0; i < 20; i++) {
            far.asyncRateLimiter().acquire(take("e" + i, "rps", 1)).whenComplete((lease, failure) -> {
                if (lease != null) {
                    lease.settle("rps", 3);
                    lease.keep();
                }
            });
            fleet.millis(3);
        }
        CompletableFuture<Void> closing = CompletableFuture.runAsync(far::close);
        while (!closing.isDone()) {
            fleet.millis(10);
        }
        fleet.millis(100);
        fleet.store.failNextWrites(Fault.DENIED, 100_000);
        fleet.store.resetCounts();
        fleet.seconds(100);
        assertThat(fleet.store.count()).isZero();
    }

    @Test
    @DisplayName(
            "a write that is refused by the very image it was planned from is a fault of ours, and not one that ALLOW passes")
    void acquire_storeRefusesWhatMustHold_isAFaultToldOnceAndNeverAdmitted() {
        one.limits().setSystemDefaults(Limit.perSecond("rps", 10));
        assertThat(took(one, "secret-key", "rps", 1)).isTrue();
        RefusingStore refusing = new RefusingStore(fleet);
        LimitRepository other = RepositoryBuilder.on(refusing)
                .environment(fleet.clock)
                .namespace("scenarios")
                .onUnavailable(OnUnavailable.ALLOW)
                .inlineCallbacks()
                .build();
        for (int i = 1; i <= 3; i++) {
            int calls = i;
            assertThatThrownBy(() -> took(other, "secret-key", "rps", 1))
                    .isInstanceOf(LimiterFaultException.class)
                    .hasMessageContaining("maintainers")
                    .hasMessageContaining("limit0.tk")
                    .message()
                    .doesNotContain("secret-key")
                    .doesNotContain(RESOURCE);
            assertThat(refusing.writes).isEqualTo(calls);
            assertThat(other.statistics().faults()).isEqualTo(calls);
        }
        assertThat(other.statistics().degraded()).isZero();
        other.close();
    }

    @Test
    @DisplayName("a rewrite that is refused by the very image it was planned from is not made again and again")
    void acquire_storeRefusesTheRewrite_theBucketsOwnLimitsHold() {
        one.limits().setSystemDefaults(Limit.perSecond("rps", 10));
        assertThat(took(one, "a", "rps", 1)).isTrue();
        one.limits().setSystemDefaults(Limit.perSecond("rps", 20));
        RefusingStore refusing = new RefusingStore(fleet);
        refusing.rewritesOnly = true;
        LimitRepository other = RepositoryBuilder.on(refusing)
                .environment(fleet.clock)
                .namespace("scenarios")
                .inlineCallbacks()
                .build();
        for (int i = 1; i <= 10; i++) {
            assertThat(took(other, "a", "rps", 1)).isTrue();
            fleet.millis(200);
        }
        assertThat(refusing.refused).isEqualTo(1);
        assertThat(other.statistics().faults()).isEqualTo(1);
        other.close();
    }

    /** Refuses writes whose conditions hold, as no store does: it stands for a plan that does not hold. */
    private static final class RefusingStore extends ForwardingStore {
        private int writes;
        private int refused;
        private boolean rewritesOnly;

        RefusingStore(Fleet fleet) {
            super(fleet.store);
        }

        @Override
        public CompletableFuture<WriteResult> write(Write write) {
            writes++;
            boolean rewrite = write.shape().actions().stream()
                    .anyMatch(action -> action.attribute().equals("lv"));
            if (rewritesOnly && !rewrite) {
                return store.write(write);
            }
            refused++;
            return store.get(write.key()).thenApply(item -> new WriteResult.Refused(item, 1));
        }
    }

    /** What a store throws that is no exception of its own. */
    private static final class ThrowingStore extends ForwardingStore {
        private final Error error;

        ThrowingStore(Fleet fleet, Error error) {
            super(fleet.store);
            this.error = error;
        }

        @Override
        public CompletableFuture<WriteResult> write(Write write) {
            throw error;
        }
    }

    @Test
    @DisplayName("A7: whatever a store throws, the caller is told by its deadline, and why")
    void acquire_storeThrowsAnError_isToldWithTheReason() {
        one.limits().setSystemDefaults(Limit.perSecond("rps", 10));
        for (Error error :
                new Error[] {new NoSuchMethodError("old SDK"), new StackOverflowError(), new OutOfMemoryError("x")}) {
            LimitRepository other = RepositoryBuilder.on(new ThrowingStore(fleet, error))
                    .environment(fleet.clock)
                    .namespace("scenarios")
                    .deadline(Duration.ofMillis(300))
                    .inlineCallbacks()
                    .build();
            CompletableFuture<Lease> answer = other.asyncRateLimiter().acquire(take("a", "rps", 1));
            fleet.millis(300);
            assertThat(answer).isCompletedExceptionally();
            assertThatThrownBy(answer::join)
                    .cause()
                    .isInstanceOf(RateLimiterUnavailableException.class)
                    .hasMessageContaining(error.getClass().getSimpleName())
                    .hasCauseInstanceOf(StoreException.class);
            other.close();
        }
    }
}
