package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.UnknownLimitException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every setting at the end of its range: nothing turns in circles, and the limits hold. */
@Timeout(20)
class ExtremeSettingsScenariosTest {

    private final Fleet fleet = new Fleet();

    @AfterEach
    void close() {
        fleet.close();
    }

    private void behaves(LimitRepository one) {
        assertThatThrownBy(() -> took(one, "a", "rpm", 1)).isInstanceOf(NoLimitsException.class);
        one.limits().setSystemDefaults(Limit.perMinute("rpm", 10));
        assertThat(took(one, "a", "rpm", 11)).isFalse();
        assertThat(took(one, "a", "rpm", 4)).isTrue();
        assertThat(took(one, "a", "rpm", 7)).isFalse();
        assertThat(one.rateLimiter().tryAcquire(take("a", "rpm", 11)).refusal().everFits())
                .isFalse();
        assertThatThrownBy(() -> took(one, "a", "tpm", 1)).isInstanceOf(UnknownLimitException.class);
        assertThat(balance(one, "a", "rpm")).isEqualTo(6);
        one.limits().setSystemDefaults(Limit.perMinute("rpm", 5));
        assertThat(took(one, "a", "rpm", 6)).isFalse();
        assertThat(took(one, "a", "rpm", 5)).isTrue();
        Requests.lease(one, "b", "rpm", 3).giveBack();
        assertThat(balance(one, "b", "rpm")).isEqualTo(5);
        fleet.seconds(12);
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        assertThat(took(one, "a", "rpm", 1)).isFalse();
    }

    @Test
    void configTtlZero_behaves() {
        behaves(fleet.process(b -> b.configTtl(Duration.ZERO)));
    }

    @Test
    void refusalFreshnessZero_behaves() {
        behaves(fleet.process(b -> b.refusalFreshness(Duration.ZERO)));
    }

    @Test
    void everythingLeast_behaves() {
        behaves(fleet.process(b -> b.configTtl(Duration.ZERO)
                .refusalFreshness(Duration.ZERO)
                .creditLinger(Duration.ZERO)
                .deadline(Duration.ofMillis(1))
                .ttlMultiplier(0)
                .maxBuckets(1)));
    }

    @Test
    void everythingMost_behaves() {
        Duration year = Duration.ofDays(365);
        behaves(fleet.process(b -> b.configTtl(year)
                .refusalFreshness(year)
                .creditLinger(year)
                .deadline(year)
                .ttlMultiplier(1000)
                .maxBuckets(Integer.MAX_VALUE)));
    }

    @Tag("long")
    @Test
    @DisplayName("peer 21: caches are bounded, and a bucket that is forgotten keeps its balance")
    void maxBucketsOne_manyEntities_eachKeepsItsOwnBalance() {
        LimitRepository one = fleet.process(b -> b.maxBuckets(1));
        one.limits().setSystemDefaults(Limit.perDay("rpm", 3));
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 300; i++) {
                assertThat(took(one, "e" + i, "rpm", 1)).isTrue();
            }
        }
        for (int i = 0; i < 300; i++) {
            assertThat(took(one, "e" + i, "rpm", 1)).isFalse();
        }
        assertThat(one.statistics().configCache().size()).isLessThan(300);
    }

    @Test
    @DisplayName("20 limits on one resource")
    void twentyLimits_takenTogether_exact() {
        LimitRepository one = fleet.process();
        LimitRepository two = fleet.process();
        Limit[] limits = new Limit[20];
        var request = Requests.builder("a");
        for (int i = 0; i < limits.length; i++) {
            limits[i] = Limit.custom("l" + i, 100 + i, 1, Duration.ofSeconds(1 + i * 100L));
            request.take("l" + i, i + 1);
        }
        one.limits().setSystemDefaults(limits);
        int granted = 0;
        while (took(granted % 2 == 0 ? one : two, request.build())) {
            granted++;
        }
        assertThat(granted).isEqualTo(5);
        for (int i = 0; i < limits.length; i++) {
            assertThat(balance(one, "a", "l" + i)).isEqualTo(100 + i - 5L * (i + 1));
        }
    }
}
