package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Entity;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.testkit.FaultyStore.Call;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process whose clock lies so far behind the store's that what it writes has expired already. */
@Tag("long")
class SlowClockScenariosTest {

    private static final Limit TEN = Limit.perMinute("rpm", 10);

    private final Fleet fleet = new Fleet();
    private final LimitRepository right = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    private LimitRepository behind(long seconds) {
        return fleet.process(new ShiftedClock(fleet.clock, Duration.ofSeconds(-seconds)), builder -> builder);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"3600, 0", "3600, 1000", "3600, 7000", "500, 100", "86400, 30000"})
    @DisplayName("10 a minute: every request was granted, since each found no bucket and made a full one")
    void take_clockBehindTheStores_theLimitHolds(long seconds, long everyMillis) {
        right.limits().setSystemDefaults(TEN);
        LimitRepository behind = behind(seconds);
        int granted = 0;
        for (int i = 0; i < 400; i++) {
            granted += took(behind, "a", "rpm", 1) ? 1 : 0;
            fleet.millis(everyMillis);
        }
        // Two buckets that vanished before it was clear why, and a full one that stays.
        assertThat(granted).isLessThanOrEqualTo(2 + 10 + (int) (400 * everyMillis / 6_000) + 1);
        if (everyMillis > 6_000) {
            // It is full whenever it vanishes.
            return;
        }
        assertThat(fleet.bucket("a", RESOURCE).has("ttl")).isFalse();
        for (int i = 0; i < 50; i++) {
            granted += took(behind, "b", "rpm", 1) ? 1 : 0;
        }
        assertThat(took(behind, "b", "rpm", 1)).as("no other bucket either").isFalse();
    }

    @Test
    @DisplayName(
            "beside a process whose clock is right: its time to live stays, and neither rewrites the bucket on and on")
    void take_besideARightClock_theLimitHolds() {
        right.limits().setSystemDefaults(TEN);
        LimitRepository behind = behind(3_600);
        for (int i = 0; i < 5; i++) {
            took(behind, "a", "rpm", 1);
        }
        int granted = 0;
        for (int i = 0; i < 600; i++) {
            granted += took(right, "a", "rpm", 1) ? 1 : 0;
            granted += took(behind, "a", "rpm", 1) ? 1 : 0;
            fleet.seconds(1);
        }
        assertThat(granted).isLessThanOrEqualTo(10 + 100 + 10);
        fleet.store.resetCounts();
        took(right, "a", "rpm", 0);
        took(behind, "a", "rpm", 0);
        fleet.millis(10);
        took(right, "a", "rpm", 0);
        took(behind, "a", "rpm", 0);
        assertThat(fleet.store.count(Call.WRITE)).isLessThanOrEqualTo(2);
    }

    @Test
    @DisplayName("an operator who deletes entities is no sign of a wrong clock")
    void entitiesDeletedAgainAndAgain_bucketsHaveATimeToLive() {
        right.limits().setSystemDefaults(TEN);
        LimitRepository other = fleet.process();
        for (int i = 0; i < 10; i++) {
            right.entities().create(Entity.builder("a").build());
            assertThat(took(other, "a", "rpm", 3)).isTrue();
            assertThat(took(other, "a", "rpm", 3)).isTrue();
            right.entities().delete("a");
            fleet.seconds(2);
        }
        assertThat(took(other, take("a", "rpm", 1))).isTrue();
        assertThat(fleet.bucket("a", RESOURCE).has("ttl")).isTrue();
    }
}
