package dev.zaelimiter.spring.observe;

import dev.zaelimiter.LevelSettings;
import dev.zaelimiter.Limit;
import dev.zaelimiter.RepositoryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps that any JSON library writes. */
final class LimitsAsJson {

    private LimitsAsJson() {}

    static Map<String, Object> of(Limit limit) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("name", limit.name());
        shown.put("capacity", limit.capacity());
        if (limit.isBudget()) {
            shown.put("budget", true);
        } else {
            shown.put("refillAmount", limit.refillAmount());
            shown.put("refillPeriodSeconds", limit.refillPeriod().toSeconds());
        }
        if (limit.soft()) {
            shown.put("soft", true);
        }
        return shown;
    }

    static Map<String, Object> of(@Nullable LevelSettings settings) {
        Map<String, Object> shown = new LinkedHashMap<>();
        if (settings == null) {
            shown.put("limits", List.of());
            return shown;
        }
        shown.put("limits", settings.limits().stream().map(LimitsAsJson::of).toList());
        settings.onUnavailable().ifPresent(policy -> shown.put("onUnavailable", policy));
        settings.access().ifPresent(access -> shown.put("access", access));
        return shown;
    }

    static Map<String, Object> of(RepositoryStatistics statistics) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("granted", statistics.granted());
        shown.put("refused", statistics.refused());
        shown.put("unanswered", statistics.degraded());
        shown.put("writes", statistics.writes());
        shown.put("reads", statistics.reads());
        shown.put("lostCorrections", statistics.lostAdjustments());
        shown.put("skippedLimits", statistics.skippedLimits());
        shown.put("faults", statistics.faults());
        shown.put("buckets", statistics.buckets());
        shown.put("hotBuckets", statistics.hotBuckets());
        shown.put("clockOffsetMillis", statistics.clock().offsetMillis());
        return shown;
    }
}
