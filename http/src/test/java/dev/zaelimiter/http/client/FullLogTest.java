package dev.zaelimiter.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.http.FullLog;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Over a line of the log nobody loses the answer of a service. */
class FullLogTest {

    @Test
    @DisplayName("a log that threw was thrown into whoever read the body of an answer")
    void settle_answerThatMakesNoSense_keepsTheEstimate() {
        ManualClock clock = new ManualClock();
        try (InMemoryStore store = new InMemoryStore(clock);
                LimitRepository repository =
                        RepositoryBuilder.on(store).environment(clock).build();
                FullLog log = new FullLog()) {
            repository.limits().setResourceDefaults("api", Limit.perMinute("rpm", 100));
            Settlements settlements =
                    new Settlements(Map.of("rpm", result -> OptionalLong.of(-1)), Map.of("rpm", end -> {
                        throw new IllegalStateException("mine");
                    }));
            Lease lease = repository.rateLimiter().acquire(AcquireRequest.of("key", "api", "rpm", 5));
            settlements.settle(lease, 200, name -> List.of());
            settlements.settle(lease, new byte[0]);
            assertThat(lease.held("rpm")).isEqualTo(5);
            assertThat(log.lines()).isEqualTo(2);
        }
    }
}
