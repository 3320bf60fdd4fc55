package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.CallLimitsScenariosTest.with;
import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.FileStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that bring a lower capacity than is stored. */
class LowerCallLimitsTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();
    private final LimitRepository two = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    @DisplayName("a request that brought a lower capacity left no more than that in the bucket, for everybody")
    void callLimit_lowerThanStored_leavesOthersWhatTheyHave(int shards) {
        one.limits().setSystemDefaults(Limit.custom("rpm", 100, 1, Duration.ofDays(1_000)));
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        if (shards > 1) {
            Divided.evenly(fleet, "a", Requests.RESOURCE, shards);
        }
        Limit lower = Limit.custom("rpm", 20, 1, Duration.ofDays(1_000));
        for (LimitRepository process : List.of(one, two, fleet.process())) {
            process.rateLimiter().check(with(1, lower));
            assertThat(took(process, with(3, lower))).isTrue();
            assertThat(took(process, with(21, lower))).isFalse();
        }
        assertThat(balance(one, "a", "rpm")).isEqualTo(90);
        assertThat(one.rateLimiter().check(with(1, lower)).available("rpm")).isEqualTo(10);
        assertThat(took(one, "a", "rpm", 60)).isTrue();
        if (shards == 1) {
            // In shards each leaves its part, and one may have been left alone.
            assertThat(took(two, with(1, lower))).isFalse();
        }
        assertThat(took(two, "a", "rpm", 30)).isTrue();
        assertThat(took(two, "a", "rpm", 1)).isFalse();
    }

    @Test
    @DisplayName("the same on a file, also after it was opened again")
    void callLimit_lowerThanStored_onAFile_leavesOthersWhatTheyHave(@TempDir Path directory) {
        Limit stored = Limit.custom("rpm", 100, 1, Duration.ofDays(1_000));
        Limit lower = Limit.custom("rpm", 20, 1, Duration.ofDays(1_000));
        Path file = directory.resolve("limits.zae");
        for (int life = 0; life < 2; life++) {
            try (Fleet onFile = new Fleet(clock -> FileStore.open(file, Durability.PROCESS_CRASH, clock))) {
                LimitRepository process = onFile.process();
                process.limits().setSystemDefaults(stored);
                int granted = 0;
                for (int i = 0; i < 11; i++) {
                    granted += took(process, with(1, lower)) ? 1 : 0;
                }
                assertThat(granted).isEqualTo(life == 0 ? 11 : 9);
                assertThat(balance(process, "a", "rpm")).isEqualTo(life == 0 ? 89 : 80);
                assertThat(took(process, "a", "rpm", life == 0 ? 0 : 80)).isTrue();
            }
        }
    }

    @Test
    @DisplayName("who brings a lower capacity and waits is let in when no more than that is in use, and told that time")
    void callLimit_lowerThanStored_waitsForItsOwnNumber() {
        one.limits().setSystemDefaults(Limit.custom("rpm", 100, 1, Duration.ofSeconds(1)));
        assertThat(took(one, "a", "rpm", 30)).isTrue();
        Limit lower = Limit.custom("rpm", 20, 1, Duration.ofSeconds(1));
        // 30 are in use, and 5 more are asked: 15 have to come back.
        assertThat(one.rateLimiter().tryAcquire(with(5, lower)).refusal().retryAfter())
                .contains(Duration.ofSeconds(15));
        AcquireRequest patient = Requests.builder("a")
                .limits(lower)
                .take("rpm", 5)
                .waitAtMost(Duration.ofSeconds(20))
                .build();
        CompletableFuture<Decision> waiting = one.asyncRateLimiter().tryAcquire(patient);
        fleet.millis(14_999);
        assertThat(waiting).isNotDone();
        fleet.millis(1);
        assertThat(waiting.join().granted()).isTrue();
        assertThat(balance(one, "a", "rpm")).isEqualTo(80);
        assertThat(took(two, "a", "rpm", 80)).isTrue();
    }
}
