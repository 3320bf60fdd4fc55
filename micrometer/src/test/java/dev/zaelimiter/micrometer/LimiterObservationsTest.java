package dev.zaelimiter.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.RateLimiterUnavailableException;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LimiterObservationsTest {

    private final TestObservationRegistry registry = TestObservationRegistry.create();

    private TestObservationRegistryAssert observed() {
        return TestObservationRegistryAssert.assertThat(registry);
    }

    @Test
    void acquire_thatWaits_isOneObservationUnderTheCurrentOne() {
        try (Traffic traffic =
                new Traffic(LimiterObservations.to(() -> registry).withEntity())) {
            traffic.repository.rateLimiter().acquire(Traffic.one("key-1", 1000)).keep();
            Observation outer = Observation.start("outer", registry);
            CompletableFuture<?> waits = outer.scoped(() ->
                    traffic.repository.asyncRateLimiter().acquire(Traffic.one("key-1", 100), Duration.ofSeconds(30)));
            outer.stop();
            traffic.clock.advance(Duration.ofSeconds(10));

            assertThat(waits).isCompleted();
            observed()
                    .hasObservationWithNameEqualTo(LimiterObservations.NAME)
                    .that()
                    .hasBeenStarted()
                    .hasBeenStopped()
                    .hasParentObservationEqualTo(outer)
                    .hasContextualNameEqualTo("acquire gpt-4")
                    .hasLowCardinalityKeyValue("resource", "gpt-4")
                    .hasLowCardinalityKeyValue("outcome", "granted")
                    .hasHighCardinalityKeyValue("entity", "key-1");
        }
    }

    @Test
    void acquire_thatIsDecidedWithinTheCall_isNone() {
        try (Traffic traffic = new Traffic(LimiterObservations.to(() -> registry))) {
            traffic.repository.rateLimiter().acquire(Traffic.one("key-1", 1)).keep();
            traffic.repository.rateLimiter().tryAcquire(Traffic.one("key-1", 1001));
            traffic.repository.asyncRateLimiter().tryAcquire(Traffic.one("key-1", 1));

            observed().doesNotHaveAnyObservation();
        }
    }

    @Test
    void acquire_withoutAnAnswer_hasTheError() {
        try (Traffic traffic = new Traffic(LimiterObservations.to(() -> registry))) {
            traffic.store.down();
            CompletableFuture<?> unanswered =
                    traffic.repository.asyncRateLimiter().tryAcquire(Traffic.one("key-1", 1));
            traffic.clock.advance(Duration.ofSeconds(2));

            assertThat(unanswered).isCompletedExceptionally();
            observed()
                    .hasSingleObservationThat()
                    .hasBeenStopped()
                    .hasLowCardinalityKeyValue("outcome", "failed")
                    .doesNotHaveHighCardinalityKeyValueWithKey("entity")
                    .thenError()
                    .isInstanceOf(RateLimiterUnavailableException.class);
        }
    }

    @Test
    void acquire_thatIsGivenUp_endsItsObservation() {
        try (Traffic traffic = new Traffic(LimiterObservations.to(() -> registry))) {
            traffic.repository.rateLimiter().acquire(Traffic.one("key-1", 1000)).keep();
            CompletableFuture<?> waits =
                    traffic.repository.asyncRateLimiter().acquire(Traffic.one("key-1", 1000), Duration.ofHours(1));
            waits.cancel(true);

            observed().hasSingleObservationThat().hasBeenStopped().hasLowCardinalityKeyValue("outcome", "withdrawn");
        }
    }

    @Test
    void acquire_withoutARegistry_isNone() {
        try (Traffic traffic = new Traffic(LimiterObservations.to(() -> ObservationRegistry.NOOP))) {
            traffic.everything();
            observed().doesNotHaveAnyObservation();
        }
    }
}
