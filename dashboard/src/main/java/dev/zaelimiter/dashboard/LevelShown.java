package dev.zaelimiter.dashboard;

import dev.zaelimiter.Level;
import dev.zaelimiter.LevelSettings;
import dev.zaelimiter.Limit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Limits and levels as they are sent to the page. Pure. */
final class LevelShown {

    private LevelShown() {}

    static Map<String, @Nullable Object> limit(Limit limit) {
        return Json.map(
                "name",
                Json.name(limit.name()),
                "capacity",
                limit.capacity(),
                "amount",
                limit.refillAmount(),
                "periodSeconds",
                limit.refillPeriod().toSeconds(),
                "soft",
                limit.soft(),
                "budget",
                limit.isBudget());
    }

    static Map<String, @Nullable Object> level(Level level, LevelSettings settings) {
        return Json.map(
                "entity",
                level.entity().map(Json::name).orElse(null),
                "resource",
                level.resource().map(Json::name).orElse(null),
                "limits",
                settings.limits().stream().map(LevelShown::limit).toList(),
                "access",
                settings.access().orElse(null),
                "onUnavailable",
                settings.onUnavailable().orElse(null),
                "version",
                settings.version());
    }
}
