package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a listener hears, in memory, where acquires and corrections go the short way. */
class ListenerScenariosTest {

    private final List<String> heard = new ArrayList<>();
    private final LimitRepository repository = EmbeddedRepository.builder()
            .environment(new ManualClock())
            .inlineCallbacks()
            .listener(new LimiterListener() {
                @Override
                public void granted(AcquireRequest request, long waitNanos) {
                    heard.add("granted " + request + " after " + waitNanos);
                    if (request.entity().equals("nested")) {
                        again(request);
                    }
                }

                @Override
                public void wrote(BucketWrite write) {
                    heard.add("wrote " + write.entity() + " " + write.kind() + " " + write.outcome() + " "
                            + write.batch());
                }
            })
            .build();
    private final RateLimiter limiter = repository.rateLimiter();

    ListenerScenariosTest() {
        repository.limits().setSystemDefaults(Limit.perMinute("rpm", 100), Limit.perMinute("tpm", 1000));
    }

    private void again(AcquireRequest request) {
        repository
                .asyncRateLimiter()
                .acquire("other", request.resource(), "rpm", 1)
                .thenAccept(Lease::keep);
    }

    @AfterEach
    void close() {
        repository.close();
    }

    @Test
    void granted_coldAndWarm_tellsAmountsOfEachLimitOnce() {
        AcquireRequest request = AcquireRequest.entity("key")
                .resource("api")
                .take("rpm", 1)
                .take("tpm", 500)
                .build();
        limiter.acquire(request).keep();
        limiter.acquire(request).keep();

        assertThat(heard)
                .containsExactly(
                        "wrote key CREATE WRITTEN 1",
                        "granted key/api take {rpm=1, tpm=500} after 0",
                        "wrote key CONSUME WRITTEN 1",
                        "granted key/api take {rpm=1, tpm=500} after 0");
        assertThat(repository.statistics().granted()).isEqualTo(2);
        assertThat(repository.statistics().writes()).isEqualTo(2);
    }

    @Test
    void wrote_correctionsOfEachDirection_areHeard() {
        limiter.acquire("key", "api", "tpm", 10).keep();
        heard.clear();
        try (Lease lease = limiter.acquire("key", "api", "tpm", 10)) {
            lease.settle("tpm", 15);
        }
        limiter.acquire("key", "api", "tpm", 10).giveBack();

        assertThat(heard.stream().filter(event -> event.startsWith("wrote")))
                .containsExactly(
                        "wrote key CONSUME WRITTEN 1",
                        "wrote key CONSUME WRITTEN 1",
                        "wrote key CONSUME WRITTEN 1",
                        "wrote key CREDIT WRITTEN 1");
    }

    @Test
    void granted_listenerThatAcquires_isCalledWithNoBucketInHand() {
        limiter.acquire("other", "api", "rpm", 1).keep();
        limiter.acquire("nested", "api", "rpm", 1).keep();
        limiter.acquire("nested", "api", "rpm", 1).keep();

        assertThat(heard.stream().filter(event -> event.startsWith("granted other")))
                .hasSize(3);
    }
}
