package dev.zaelimiter.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code x-ratelimit-limit-requests} and its siblings as OpenAI has them: three fields for each unit. Of several limits
 * in one unit, the one that is nearest to its end is shown. A limit without a unit is shown under its name.
 */
final class OpenAiFields implements FieldWriter {

    private static final Map<String, String> USUAL = Map.of("rpm", "requests", "tpm", "tokens");

    @Override
    public void write(DecisionView view, FieldSettings settings, long retryAfterSeconds, List<HeaderField> fields) {
        Map<String, LimitView> units = new LinkedHashMap<>();
        for (LimitView limit : view.limits()) {
            units.merge(
                    unitOf(limit, settings), limit, (kept, next) -> DecisionView.isNearer(next, kept) ? next : kept);
        }
        for (Map.Entry<String, LimitView> unit : units.entrySet()) {
            LimitView limit = unit.getValue();
            fields.add(new HeaderField(
                    "x-ratelimit-limit-" + unit.getKey(),
                    Long.toString(limit.limit().capacity())));
            fields.add(new HeaderField("x-ratelimit-remaining-" + unit.getKey(), Long.toString(limit.remaining())));
            fields.add(new HeaderField(
                    "x-ratelimit-reset-" + unit.getKey(), duration(resetMillis(limit, retryAfterSeconds))));
        }
    }

    /**
     * Unlike the others', this reset is told of each limit, in parts of seconds, and in addition to
     * {@code Retry-After}.
     */
    private static long resetMillis(LimitView limit, long retryAfterSeconds) {
        long full = limit.fullAfterMillis();
        long reset = full == Times.NEVER ? Times.LONGEST_SECONDS * 1000 : full;
        return limit.violated() ? Math.max(reset, retryAfterSeconds * 1000) : reset;
    }

    private static String unitOf(LimitView limit, FieldSettings settings) {
        String name = limit.limit().name();
        String unit = settings.unitOf(limit);
        if (unit == null) {
            unit = USUAL.getOrDefault(name, name);
        }
        return (limit.ofParent() ? "project-" : "") + unit.toLowerCase(Locale.ROOT);
    }

    /** As Go prints durations: {@code 0s}, {@code 17ms}, {@code 8.64s}, {@code 6m0s}, {@code 24h0m0s}. */
    static String duration(long millis) {
        if (millis > 0 && millis < 1000) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        StringBuilder out = new StringBuilder();
        if (seconds >= 3600) {
            out.append(seconds / 3600).append('h');
        }
        if (seconds >= 60) {
            out.append(seconds / 60 % 60).append('m');
        }
        out.append(seconds % 60);
        long part = millis % 1000;
        if (part > 0) {
            String digits = Long.toString(1000 + part).substring(1);
            out.append('.').append(digits.replaceAll("0+$", ""));
        }
        return out.append('s').toString();
    }
}
