package dev.zaelimiter;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A refusal in words and as a map, both as the Python system writes them. Pure functions. */
final class RefusalText {

    private RefusalText() {}

    /** See {@link Refusal#message()}. */
    static String message(Refusal refusal) {
        Optional<LimitStatus> primary = refusal.primary();
        String whose = primary.map(LimitStatus::entity).orElse(refusal.entity());
        List<LimitStatus> violations = refusal.violations();
        boolean ofOne = violations.stream().allMatch(status -> status.entity().equals(whose));
        List<String> names = new ArrayList<>();
        for (LimitStatus status : violations) {
            String name = status.limit().name();
            names.add(ofOne ? name : name + " of " + Shown.entity(status.entity()));
        }
        String what = refusal.contended() && names.isEmpty()
                ? "Too many writers at once for " + Shown.pair(whose, refusal.resource())
                : "Rate limit exceeded for " + Shown.pair(whose, refusal.resource()) + ": " + names;
        return what
                + refusal.retryAfter()
                        .map(wait -> ". Retry after " + seconds(wait.toMillis()) + "s")
                        .orElse(
                                primary.filter(RefusalText::budgetIsUsedUp).isPresent()
                                        ? ". What is left of the budget is less, and it does not come back by itself"
                                        : ". It asks more than the capacity and can never fit");
    }

    private static boolean budgetIsUsedUp(LimitStatus status) {
        return status.limit().isBudget() && status.requested() <= status.limit().capacity();
    }

    /** Rounds as the Python system does, so that both write the same line. */
    private static String seconds(long millis) {
        return new BigDecimal(millis / 1000.0)
                .setScale(1, RoundingMode.HALF_EVEN)
                .toPlainString();
    }

    /** See {@link Refusal#toMap()}. */
    static Map<String, @Nullable Object> map(Refusal refusal) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("error", "rate_limit_exceeded");
        map.put("message", message(refusal));
        map.put("contended", refusal.contended());
        putWait(map, refusal.retryAfter());
        map.put("retry_after_ms", refusal.retryAfter().map(Duration::toMillis).orElse(null));
        List<Map<String, @Nullable Object>> limits = new ArrayList<>();
        for (LimitStatus status : refusal.statuses()) {
            limits.add(map(status));
        }
        map.put("limits", limits);
        return map;
    }

    private static Map<String, @Nullable Object> map(LimitStatus status) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("entity_id", status.entity());
        map.put("resource", status.resource());
        map.put("limit_name", status.limit().name());
        map.put("kind", "rate");
        map.put("capacity", status.limit().capacity());
        map.put("refill_amount", status.limit().refillAmount());
        map.put("refill_period_seconds", status.limit().refillPeriod().toSeconds());
        map.put("available", status.available());
        map.put("requested", status.requested());
        map.put("exceeded", status.exceeded());
        putWait(map, status.retryAfter());
        map.put("soft", status.limit().soft());
        return map;
    }

    private static void putWait(Map<String, @Nullable Object> map, Optional<Duration> wait) {
        map.put("retry_after_seconds", wait.map(w -> w.toMillis() / 1000.0).orElse(null));
    }
}
