package dev.zaelimiter.dashboard;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RepositoryStatistics;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What this very process has decided. Reads nothing from the store. */
final class RequestsReading implements Reading {

    private final LimitRepository repository;

    RequestsReading(LimitRepository repository) {
        this.repository = repository;
    }

    @Override
    public Seen read() {
        RepositoryStatistics statistics = repository.statistics();
        Map<String, @Nullable Object> shown = Json.map(
                "granted",
                statistics.granted(),
                "refused",
                statistics.refused(),
                "degraded",
                statistics.degraded(),
                "lostAdjustments",
                statistics.lostAdjustments(),
                "faults",
                statistics.faults());
        Map<String, @Nullable Object> point =
                Json.map("requests", List.of(statistics.granted(), statistics.refused(), statistics.degraded()));
        return new Seen(shown, point, 0);
    }
}
