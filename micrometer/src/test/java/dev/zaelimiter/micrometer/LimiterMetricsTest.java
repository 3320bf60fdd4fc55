package dev.zaelimiter.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.EmbeddedRepository;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimiterMetricsTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();

    private double count(String name, String... tags) {
        return registry.get(name).tags(tags).functionCounter().count();
    }

    private double counter(String name, String... tags) {
        return registry.get(name).tags(tags).counter().count();
    }

    @Test
    void traffic_isCounted() {
        LimiterMetrics metrics = LimiterMetrics.builder().build();
        try (Traffic traffic = new Traffic(metrics)) {
            metrics.bindTo(registry, traffic.repository);
            traffic.everything();

            assertThat(count("zae.limiter.requests", "outcome", "granted")).isEqualTo(4);
            assertThat(count("zae.limiter.requests", "outcome", "refused")).isEqualTo(2);
            assertThat(count("zae.limiter.requests", "outcome", "unanswered")).isEqualTo(2);
            assertThat(counter("zae.limiter.unanswered", "admitted", "true")).isEqualTo(1);
            assertThat(counter("zae.limiter.unanswered", "admitted", "false")).isEqualTo(1);
            assertThat(counter("zae.limiter.refusals", "resource", "gpt-4", "limit", "tpm", "reason", "never_fits"))
                    .isEqualTo(1);
            assertThat(counter("zae.limiter.refusals", "resource", "gpt-4", "limit", "tpm", "reason", "exceeded"))
                    .isEqualTo(1);
            assertThat(registry.get("zae.limiter.waits").timer().count()).isEqualTo(1);
            assertThat(count("zae.limiter.lost.corrections")).isEqualTo(1);
            assertThat(counter("zae.limiter.lost.tokens", "direction", "charge"))
                    .isEqualTo(300);
            assertThat(registry.get("zae.limiter.buckets").gauge().value()).isEqualTo(5);
        }
    }

    @Test
    void writes_ofAStoreInMemory_areCountedByKindAndOutcome() {
        LimiterMetrics metrics = LimiterMetrics.builder().build();
        ManualClock clock = new ManualClock();
        try (LimitRepository repository = EmbeddedRepository.builder()
                .environment(clock)
                .listener(metrics)
                .build()) {
            metrics.bindTo(registry, repository);
            repository.limits().setResourceDefaults("r", Limit.perMinute("n", 100));
            for (int i = 0; i < 10; i++) {
                repository.rateLimiter().acquire("e", "r", "n", 1).keep();
            }

            assertThat(count("zae.limiter.writes", "kind", "create", "outcome", "written"))
                    .isEqualTo(1);
            assertThat(registry.get("zae.limiter.writes").functionCounters().stream()
                            .mapToDouble(each -> each.count())
                            .sum())
                    .isEqualTo(10)
                    .isEqualTo(count("zae.limiter.sent.writes"));
        }
    }

    @Test
    void roundTrips_ofAStoreThatTakesTime_areTimed(@TempDir Path directory) {
        LimiterMetrics metrics = LimiterMetrics.builder().build();
        try (LimitRepository repository = EmbeddedRepository.builder(
                        directory.resolve("limits"), Durability.PROCESS_CRASH)
                .listener(metrics)
                .build()) {
            metrics.bindTo(registry, repository);
            repository.limits().setResourceDefaults("r", Limit.perMinute("n", 100));
            repository.rateLimiter().acquire("e", "r", "n", 1).keep();

            assertThat(registry.get("zae.limiter.round.trip")
                            .tag("kind", "create")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("zae.limiter.batch.size").summary().totalAmount())
                    .isEqualTo(1);
        }
    }

    @Test
    void manyNames_makeAFixedNumberOfSeries() {
        LimiterMetrics metrics = LimiterMetrics.builder()
                .byResource()
                .entities(List.of("key-7"))
                .maxResources(10)
                .build();
        try (LimitRepository repository =
                EmbeddedRepository.builder().listener(metrics).build()) {
            metrics.bindTo(registry, repository);
            int[] series = new int[2];
            for (int i = 0; i < 100_000; i++) {
                everyEvent(metrics, "key-" + i, "r" + i % 1000);
                if (i == 1000) {
                    series[0] = registry.getMeters().size();
                }
            }
            series[1] = registry.getMeters().size();

            assertThat(series[1]).isEqualTo(series[0]);
            assertThat(counter("zae.limiter.entity.requests", "entity", "key-7", "outcome", "refused"))
                    .isEqualTo(1);
            assertThat(registry.getMeters().stream()
                            .flatMap(meter -> meter.getId().getTags().stream())
                            .map(tag -> tag.getValue())
                            .filter(value -> value.startsWith("key-"))
                            .collect(Collectors.toSet()))
                    .containsExactly("key-7");
            assertThat(registry.get("zae.limiter.resource.requests").counters()).hasSizeLessThanOrEqualTo(31);
        }
    }

    private static void everyEvent(LimiterMetrics metrics, String entity, String resource) {
        Limit limit = Limit.perMinute("n" + entity, 1);
        metrics.granted(AcquireRequest.of(entity, resource, limit.name(), 1), 0);
        metrics.refused(
                Refusal.exceeded(
                        entity, resource, List.of(LimitStatus.of(entity, resource, limit, 0, 1, true, 60_000))),
                true);
        metrics.degraded(entity, resource, true, null);
        metrics.lostAdjustment(entity, resource, limit.name(), 1, null);
        metrics.cutGiveBack(entity, resource, limit.name(), 1);
        metrics.skippedLimit(entity, resource, limit.name());
        metrics.configLoaded(entity, true);
    }

    @Test
    void builder_beyondItsBounds_isRefused() {
        LimiterMetrics.Builder builder = LimiterMetrics.builder();
        List<String> many = IntStream.range(0, 101).mapToObj(i -> "key-" + i).toList();
        assertThatThrownBy(() -> builder.entities(many))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("at most 100");
        assertThatThrownBy(() -> builder.maxResources(0)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> builder.maxResources(1001)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void usualMetrics_spareImmediateGrants() {
        assertThat(LimiterMetrics.builder().build().hearsImmediateGrants()).isFalse();
        assertThat(LimiterMetrics.builder().byResource().build().hearsImmediateGrants())
                .isTrue();
    }
}
