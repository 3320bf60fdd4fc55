package dev.zaelimiter.micrometer;

import dev.zaelimiter.ClockStatus;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener.BucketWrite;
import dev.zaelimiter.RepositoryStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What the repository counts itself, read when somebody scrapes. */
final class StatisticsMeters {

    private static final double MILLIS = 1000.0;

    private final MeterRegistry registry;
    private final Tags tags;
    private final LimitRepository repository;

    private StatisticsMeters(MeterRegistry registry, Tags tags, LimitRepository repository) {
        this.registry = registry;
        this.tags = tags;
        this.repository = repository;
    }

    static void register(MeterRegistry registry, Tags tags, LimitRepository repository) {
        StatisticsMeters meters = new StatisticsMeters(registry, tags, repository);
        meters.requests();
        meters.writes();
        meters.losses();
        meters.configuration();
        meters.clock();
    }

    private void requests() {
        String text = "Requests that were decided";
        count("requests", text, "requests", Tags.of("outcome", "granted"), RepositoryStatistics::granted);
        count("requests", text, "requests", Tags.of("outcome", "refused"), RepositoryStatistics::refused);
        count("requests", text, "requests", Tags.of("outcome", "unanswered"), RepositoryStatistics::degraded);
    }

    private void writes() {
        count("reads", "Calls that read buckets and configuration", "reads", Tags.empty(), RepositoryStatistics::reads);
        count("sent.writes", "Writes sent, retries included", "writes", Tags.empty(), RepositoryStatistics::writes);
        for (BucketWrite.Kind kind : BucketWrite.Kind.values()) {
            for (BucketWrite.Outcome outcome : BucketWrite.Outcome.values()) {
                count(
                        "writes",
                        "Writes of single buckets that were answered",
                        "writes",
                        Tags.of("kind", lower(kind), "outcome", lower(outcome)),
                        statistics -> statistics.writes(kind, outcome));
            }
        }
        gauge("buckets", "Buckets remembered", "buckets", RepositoryStatistics::buckets);
    }

    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private void losses() {
        Tags none = Tags.empty();
        count("lost.corrections", "Corrections that were lost", null, none, RepositoryStatistics::lostAdjustments);
        count("cut.give.backs", "Give-backs that did not fit", null, none, RepositoryStatistics::cutGiveBacks);
        count("skipped.limits", "Takes of removed limits", null, none, RepositoryStatistics::skippedLimits);
        count("faults", "Faults in the limiter itself", null, none, RepositoryStatistics::faults);
    }

    private void configuration() {
        String text = "Look-ups of the configuration";
        lookups(text, "hit", statistics -> statistics.configCache().hits());
        lookups(text, "stale", statistics -> statistics.configCache().staleHits());
        lookups(text, "miss", statistics -> statistics.configCache().misses());
        count(
                "config.loads",
                "Levels read",
                null,
                Tags.empty(),
                statistics -> statistics.configCache().loads());
        gauge(
                "config.cached",
                "Levels cached",
                "levels",
                statistics -> statistics.configCache().size());
    }

    private void lookups(String text, String result, ToDoubleFunction<RepositoryStatistics> count) {
        count("config.lookups", text, null, Tags.of("result", result), count);
    }

    private void clock() {
        gauge(
                "clock.offset",
                "How far the store's clock is ahead",
                "seconds",
                statistics -> statistics.clock().offsetMillis() / MILLIS);
        gauge("clock.bound", "How far the offset may be off", "seconds", statistics -> bound(statistics.clock()));
    }

    /** The local clock, as it is, has no bound. */
    private static double bound(ClockStatus clock) {
        return clock.boundMillis() < 0 ? Double.NaN : clock.boundMillis() / MILLIS;
    }

    private void count(
            String name,
            String description,
            @Nullable String unit,
            Tags own,
            ToDoubleFunction<RepositoryStatistics> count) {
        FunctionCounter.builder(EventMeters.PREFIX + name, repository, of -> count.applyAsDouble(of.statistics()))
                .description(description)
                .baseUnit(unit)
                .tags(tags.and(own))
                .register(registry);
    }

    private void gauge(String name, String description, String unit, ToDoubleFunction<RepositoryStatistics> value) {
        Gauge.builder(EventMeters.PREFIX + name, repository, of -> value.applyAsDouble(of.statistics()))
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .register(registry);
    }
}
