package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Field cases 11 and 24: what refilled while a bucket was full is not credited a second time. */
class IdleScenariosTest {

    private final Fleet fleet = new Fleet();

    @AfterEach
    void close() {
        fleet.close();
    }

    @Tag("long")
    @ParameterizedTest
    @DisplayName("case 24: a burst after idling gives the capacity and what refills meanwhile")
    @CsvSource({
        "10, 10, 4, 1, 5000, 500, 1, 1",
        "10, 10, 4, 1, 5000, 500, 8, 1",
        "100, 100, 20, 1, 30000, 10000, 1, 1",
        "100, 100, 20, 1, 30000, 10000, 8, 1",
        "100, 100, 20, 7, 30000, 10000, 3, 3",
        "10, 10, 86400, 1, 100000000, 40000, 2, 2",
        "1000, 10, 1, 500, 600000, 60000, 8, 2",
    })
    void burst_afterIdle_isCapacityPlusRefill(
            long capacity,
            long refill,
            long period,
            long first,
            long idleMillis,
            long burstMillis,
            int processes,
            int limits) {
        List<LimitRepository> all = fleet.processes(processes);
        List<Limit> set = new ArrayList<>();
        set.add(Limit.custom("rpm", capacity, refill, Duration.ofSeconds(period)));
        for (int i = 1; i < limits; i++) {
            set.add(Limit.custom("other" + i, 1_000_000L * i, 1000L * i, Duration.ofSeconds(7L * i)));
        }
        all.get(0).limits().setSystemDefaults(set.toArray(Limit[]::new));
        AcquireRequest.Builder builder = Requests.builder("a").take("rpm", 1);
        for (int i = 1; i < limits; i++) {
            builder.take("other" + i, 1);
        }
        AcquireRequest one = builder.build();
        for (int cycle = 0; cycle < 3; cycle++) {
            assertThat(took(all.get(cycle % processes), "a", "rpm", first)).isTrue();
            fleet.millis(idleMillis);
            long admitted = 0;
            int turn = 0;
            int refusedInARow = 0;
            long steps = 200;
            for (long step = 0; step < steps; step++) {
                while (refusedInARow < processes) {
                    boolean granted = took(all.get(turn++ % processes), one);
                    admitted += granted ? 1 : 0;
                    refusedInARow = granted ? 0 : refusedInARow + 1;
                }
                refusedInARow = 0;
                fleet.millis(burstMillis / steps);
            }
            long most = capacity + burstMillis * refill / (period * 1000);
            long lastStep = burstMillis / steps * refill / (period * 1000);
            // Several processes hold back a hundredth from a burst, so as not to disturb each other.
            long heldBack = processes == 1 ? 0 : capacity / 100;
            assertThat(admitted).isBetween(most - heldBack - lastStep - 2, most);
            fleet.millis(2 * idleMillis);
        }
    }

    @Tag("long")
    @ParameterizedTest
    @DisplayName("case 11: fast and slow paths mixed while a bucket drains")
    @CsvSource({"100, 50, 1, 1", "100, 50, 1, 2", "100, 50, 1, 8", "1000, 1, 60, 4", "7, 7, 60, 3"})
    void mixedSizes_whileDraining_neverPassCapacityPlusRefill(long capacity, long refill, long period, int processes) {
        List<LimitRepository> all = fleet.processes(processes);
        all.get(0)
                .limits()
                .setSystemDefaults(
                        Limit.custom("tpm", capacity, refill, Duration.ofSeconds(period)),
                        Limit.perSecond("beside", 1_000_000));
        long admitted = 0;
        long elapsed = 0;
        for (int i = 0; i < 3000; i++) {
            long amount = 1 + (i * 7919L) % Math.max(2, capacity / 9);
            LimitRepository process = all.get((i * 31) % processes);
            if (took(process, Requests.take("a", "tpm", amount, "beside", 1 + i % 5))) {
                admitted += amount;
            }
            long pause = i % 13 == 0 ? 40 : i % 5;
            fleet.millis(pause);
            elapsed += pause;
            assertThat(admitted * 1000 * period).isLessThanOrEqualTo(capacity * 1000 * period + elapsed * refill);
        }
        assertThat(admitted).isGreaterThanOrEqualTo(capacity);
    }
}
