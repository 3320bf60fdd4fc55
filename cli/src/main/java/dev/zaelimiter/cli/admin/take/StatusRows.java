package dev.zaelimiter.cli.admin.take;

import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.cli.admin.level.Accesses;
import dev.zaelimiter.cli.admin.output.Output;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How limits stand, as rows. */
final class StatusRows {

    private StatusRows() {}

    static List<Map<String, @Nullable Object>> of(List<LimitStatus> statuses, Accesses accesses) {
        return statuses.stream()
                .map(status -> of(status, accesses.of(status.entity())))
                .toList();
    }

    private static Map<String, @Nullable Object> of(LimitStatus status, String access) {
        return Output.fields(
                "entity_id",
                status.entity(),
                "name",
                status.limit().name(),
                "available",
                status.available() - status.debt(),
                "capacity",
                status.limit().capacity(),
                "requested",
                status.requested(),
                "exceeded",
                status.exceeded(),
                "retry_after_milliseconds",
                status.exceeded() ? status.retryAfter().map(Duration::toMillis).orElse(null) : Long.valueOf(0),
                "access",
                access);
    }
}
