package dev.zaelimiter.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Environment;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.micrometer.LimiterMetrics;
import dev.zaelimiter.micrometer.LimiterObservations;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.spring.boot.LimiterPropertyException;
import dev.zaelimiter.spring.boot.ZaeLimiterAutoConfiguration;
import dev.zaelimiter.testkit.FaultyStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ObservedApplicationTest {

    private final ManualClock clock = new ManualClock();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    MetricsAutoConfiguration.class,
                    ZaeLimiterAutoConfiguration.class,
                    LimiterMetricsAutoConfiguration.class,
                    LimiterObservationsAutoConfiguration.class,
                    LimiterHealthAutoConfiguration.class,
                    LimitsEndpointAutoConfiguration.class))
            .withBean("limiterClock", Environment.class, () -> clock)
            .withPropertyValues("zae.limiter.callbacks=inline", "zae.limiter.limits.resources.gpt-4.rpm=2/min");

    @Test
    void meters_areInTheRegistry() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues("zae.limiter.metrics.by-resource=true", "zae.limiter.metrics.entities=vip")
                .run(context -> {
                    RateLimiter limiter = context.getBean(RateLimiter.class);
                    limiter.acquire("e", "gpt-4", "rpm", 1).keep();
                    limiter.tryAcquire("vip", "gpt-4", "rpm", 3);
                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    assertThat(registry.get("zae.limiter.requests")
                                    .tag("outcome", "granted")
                                    .functionCounter()
                                    .count())
                            .isEqualTo(1);
                    assertThat(registry.get("zae.limiter.entity.requests")
                                    .counter()
                                    .count())
                            .isEqualTo(1);
                    assertThat(registry.get("zae.limiter.resource.requests")
                                    .tag("outcome", "granted")
                                    .counter()
                                    .count())
                            .isEqualTo(1);
                });
    }

    @Test
    void meters_withASettingThatIsNotAllowed_nameTheProperty() {
        String many = IntStream.range(0, 101).mapToObj(i -> "e" + i).collect(Collectors.joining(","));
        for (String setting : List.of("entities=" + many, "max-resources=0")) {
            runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                    .withPropertyValues("zae.limiter.metrics." + setting)
                    .run(context -> assertThat(context)
                            .getFailure()
                            .rootCause()
                            .isInstanceOf(LimiterPropertyException.class)
                            .hasMessageContaining("zae.limiter.metrics." + setting.replaceAll("=.*", "")));
        }
    }

    @Test
    void everything_canBeSwitchedOff() {
        runner.withPropertyValues(
                        "zae.limiter.metrics.enabled=false",
                        "zae.limiter.observations.enabled=false",
                        "management.health.zaelimiter.enabled=false")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(LimiterMetrics.class)
                        .doesNotHaveBean(LimiterObservations.class)
                        .doesNotHaveBean(HealthIndicator.class));
    }

    @Test
    void observations_areMadeOfAcquiresThatWait() {
        List<String> seen = new ArrayList<>();
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
            @Override
            public void onStop(Observation.Context context) {
                seen.add(context.getContextualName() + " "
                        + context.getLowCardinalityKeyValue("outcome").getValue());
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        runner.withBean(ObservationRegistry.class, () -> registry).run(context -> {
            AsyncRateLimiter limiter = context.getBean(AsyncRateLimiter.class);
            limiter.acquire("e", "gpt-4", "rpm", 2).join().keep();
            assertThat(seen).isEmpty();
            var waits =
                    limiter.acquire(dev.zaelimiter.AcquireRequest.of("e", "gpt-4", "rpm", 2), Duration.ofMinutes(2));
            clock.advance(Duration.ofMinutes(1));
            assertThat(waits).isCompleted();
            assertThat(seen).containsExactly("acquire gpt-4 granted");
        });
    }

    @Test
    void health_isThatOfTheStore() {
        runner.run(context -> assertThat(
                        context.getBean(HealthIndicator.class).health().getStatus())
                .isEqualTo(Status.UP));
        FaultyStore store = FaultyStore.over(new InMemoryStore(Environment.system()));
        try (LimitRepository repository =
                RepositoryBuilder.on(store).deadline(Duration.ofMillis(50)).build()) {
            HealthIndicator health =
                    new LimiterHealthIndicator(repository, Duration.ofMillis(50), Environment.system());
            store.down();
            Health down = health.health();
            assertThat(down.getStatus()).isEqualTo(Status.DOWN);
            assertThat(down.getDetails()).containsKey("error").containsEntry("faults", 0L);
            store.up();
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        }
    }
}
