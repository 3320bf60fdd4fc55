package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RepositoryStatistics;
import dev.zaelimiter.testkit.Fault;
import dev.zaelimiter.testkit.FaultyStore.Call;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Peer 17, 20, 21: what an acquire reads, and what it waits for. */
class ConfigCacheScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    @Test
    @DisplayName("peer 17: a warm acquire is one write; a cold one a read and a write")
    void roundTrips_coldTwo_warmOne() {
        one.limits().setSystemDefaults(Limit.perMinute("rpm", 1000));
        fleet.store.resetCounts();
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        assertThat(fleet.store.count(Call.BATCH_GET)).isEqualTo(1);
        assertThat(fleet.store.count()).isEqualTo(2);
        fleet.store.resetCounts();
        for (int i = 0; i < 10; i++) {
            assertThat(took(one, "a", "rpm", 1)).isTrue();
            fleet.seconds(1);
        }
        assertThat(fleet.store.count(Call.WRITE)).isEqualTo(10);
        assertThat(fleet.store.count()).isEqualTo(10);
    }

    @Test
    @DisplayName("a drained bucket is refused from what is known, without a call")
    void refusal_fromAFreshImage_asksNobody() {
        one.limits().setSystemDefaults(Limit.perDay("rpd", 3));
        assertThat(Requests.drain(one, "a", "rpd")).isEqualTo(3);
        fleet.store.resetCounts();
        for (int i = 0; i < 100; i++) {
            assertThat(took(one, "a", "rpd", 1)).isFalse();
        }
        assertThat(fleet.store.count()).isZero();
        fleet.seconds(2);
        assertThat(took(one, "a", "rpd", 1)).isFalse();
        assertThat(fleet.store.count(Call.WRITE)).isZero();
        assertThat(fleet.store.count()).isEqualTo(1);
    }

    @Test
    @DisplayName("peer 20: a config read that hangs delays no warm acquire, of others or of the same")
    void hangingConfigRead_delaysNoWarmAcquire() {
        one.limits().setSystemDefaults(Limit.perMinute("rpm", 1000));
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        assertThat(took(one, "b", "rpm", 1)).isTrue();
        fleet.seconds(61);
        fleet.store.failNext(Fault.HANG, 1);
        CompletableFuture<Lease> first = one.asyncRateLimiter().acquire(take("a", "rpm", 1));
        assertThat(fleet.store.held()).isEqualTo(1);
        assertThat(first).isCompleted();
        for (int i = 0; i < 5; i++) {
            assertThat(one.asyncRateLimiter().acquire(take("a", "rpm", 1))).isCompleted();
            assertThat(one.asyncRateLimiter().acquire(take("b", "rpm", 1))).isCompleted();
            assertThat(one.asyncRateLimiter().acquire(take("cold" + i, "rpm", 1)))
                    .isCompleted();
        }
        fleet.store.release();
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        assertThat(one.statistics().degraded()).isZero();
    }

    @Test
    @DisplayName("peer 20: a cold entity whose read hangs delays nobody else")
    void hangingColdRead_delaysNobodyElse() {
        one.limits().setSystemDefaults(Limit.perMinute("rpm", 1000));
        assertThat(took(one, "warm", "rpm", 1)).isTrue();
        fleet.store.failNext(Fault.HANG, 1);
        CompletableFuture<Lease> hanging = one.asyncRateLimiter().acquire(take("cold", "rpm", 1));
        assertThat(hanging).isNotDone();
        assertThat(one.asyncRateLimiter().acquire(take("warm", "rpm", 1))).isCompleted();
        assertThat(one.asyncRateLimiter().acquire(take("cold2", "rpm", 1))).isCompleted();
        fleet.store.release();
        assertThat(hanging).isCompleted();
    }

    @Test
    @DisplayName("peer 20: a failing config read leaves the bucket's own limits in force")
    void failingConfigRead_bucketGoesOnLimiting() {
        one.limits().setSystemDefaults(Limit.perDay("rpd", 5));
        assertThat(took(one, "a", "rpd", 1)).isTrue();
        for (int i = 0; i < 4; i++) {
            fleet.seconds(61);
            fleet.store.failNext(Fault.THROTTLED, 1);
            assertThat(one.asyncRateLimiter().acquire(take("a", "rpd", 1))).isCompleted();
            fleet.store.clearScript();
        }
        assertThat(took(one, "a", "rpd", 1)).isFalse();
    }

    @Tag("long")
    @Test
    @DisplayName("one read per level for a crowd of entities; steady use reads each level once per time to live")
    void configReads_areFewAndShared() {
        one.limits().setResourceDefaults(Requests.RESOURCE, Limit.perSecond("rps", 100));
        for (int second = 0; second < 600; second++) {
            assertThat(took(one, "a", "rps", 1)).isTrue();
            fleet.seconds(1);
        }
        assertThat(one.statistics().configCache().loads()).isLessThanOrEqualTo(4 * 12);
        assertThat(one.statistics().reads()).isLessThanOrEqualTo(15);
    }

    @Test
    @DisplayName("peer 21: a setter replaces this process's own cached entry")
    void setters_evictOwnCache_atOnce() {
        one.limits().setSystemDefaults(Limit.perDay("rpd", 5));
        assertThat(took(one, "a", "rpd", 6)).isFalse();
        one.limits().setResourceDefaults(Requests.RESOURCE, Limit.perDay("rpd", 50));
        assertThat(took(one, "a", "rpd", 50)).isTrue();
        one.limits().setEntityDefaults("b", Limit.perDay("rpd", 70));
        assertThat(took(one, "b", "rpd", 70)).isTrue();
        one.limits().setEntityLimits("c", Requests.RESOURCE, Limit.perDay("rpd", 80));
        assertThat(took(one, "c", "rpd", 80)).isTrue();
    }

    @Test
    @DisplayName("the statistics count every call that reads, those beside the work too, and look-ups as they say")
    void statistics_readsAndLookUps_areWhatTheStoreSaw() {
        one.limits().setSystemDefaults(Limit.perMinute("rpm", 1000));
        for (String entity : List.of("a", "b", "c")) {
            for (int i = 0; i < 4; i++) {
                assertThat(took(one, entity, "rpm", 1)).isTrue();
                fleet.seconds(61);
            }
            assertThat(Requests.balance(one, entity, "rpm")).isEqualTo(1000);
            assertThat(one.rateLimiter().explain(entity, Requests.RESOURCE).lines())
                    .hasSize(1);
        }
        // Opening the repository reads the namespace, which is neither bucket nor configuration.
        long opening = 1;
        assertThat(one.statistics().reads() + opening)
                .isEqualTo(fleet.store.count(Call.GET) + fleet.store.count(Call.BATCH_GET));
        RepositoryStatistics.Cache before = one.statistics().configCache();
        for (int i = 0; i < 100; i++) {
            assertThat(took(one, "c", "rpm", 1)).isTrue();
        }
        RepositoryStatistics.Cache after = one.statistics().configCache();
        assertThat(after.hits() - before.hits())
                .as("a bucket keeps what it has resolved")
                .isLessThanOrEqualTo(2);
        assertThat(after.misses()).isEqualTo(before.misses());
    }
}
