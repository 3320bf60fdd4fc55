package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.StoreFileException.Reason;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limiter on a file, through its public face. */
class FileRepositoryTest {

    private static final AcquireRequest SIX =
            AcquireRequest.entity("user").resource("mail").take("sends", 6).build();

    @TempDir
    private Path directory;

    @Test
    void acquire_afterReopening_limitsAndBalancesAreAsTheyWere() {
        ManualClock clock = new ManualClock();
        for (Durability durability : Durability.values()) {
            Path file = directory.resolve(durability.name());
            try (LimitRepository repository = EmbeddedRepository.builder(file, durability)
                    .environment(clock)
                    .build()) {
                repository.limits().setResourceDefaults("mail", Limit.perMinute("sends", 10));
                assertThat(repository.rateLimiter().tryAcquire(SIX).granted()).isTrue();
            }

            try (LimitRepository repository = EmbeddedRepository.builder(file, durability)
                    .environment(clock)
                    .build()) {
                assertThat(repository.rateLimiter().tryAcquire(SIX).granted()).isFalse();
                clock.advance(Duration.ofSeconds(12));
                assertThat(repository.rateLimiter().tryAcquire(SIX).granted()).isTrue();
            }
        }
    }

    @Test
    void file_twice_isRefused() {
        Path file = directory.resolve("limits.zae");
        try (LimitRepository repository = EmbeddedRepository.file(file)) {
            repository.limits().setSystemDefaults(Limit.perMinute("rpm", 1));
            assertThatExceptionOfType(StoreFileException.class)
                    .isThrownBy(() -> EmbeddedRepository.file(file))
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.IN_USE))
                    .satisfies(e -> assertThat(e.path()).isEqualTo(file));
        }
    }
}
