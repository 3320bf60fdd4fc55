package dev.zaelimiter.cli.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.zaelimiter.Limit;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows a report to a program: one JSON object in one line, ASCII only, its fields always in the same order. */
final class JsonRenderer {

    private static final int MOST_INTERVALS = 100;
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private JsonRenderer() {}

    /** The object. */
    static String render(ReplayOutcome outcome) {
        Report report = outcome.main();
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("file", outcome.file());
            rows(json, report);
            json.writeStringField(
                    "first_time", Instant.ofEpochMilli(report.firstMillis()).toString());
            json.writeStringField(
                    "last_time", Instant.ofEpochMilli(report.lastMillis()).toString());
            json.writeNumberField("span_ms", report.spanMillis());
            waits(json, report);
            json.writeArrayFieldStart("limits");
            for (Report.OfLimit limit : report.limits()) {
                limit(json, limit);
            }
            json.writeEndArray();
            timeline(json, report.timeline().intervals(MOST_INTERVALS));
            problems(json, "skipped_rows", report.rows().broken());
            problems(json, "out_of_order_rows", report.rows().unordered());
            problems(json, "not_utf8_rows", report.rows().strange());
            JsonComparison.top(json, report.top());
            JsonComparison.policies(json, outcome.reports());
            if (outcome.suggestion() != null) {
                JsonComparison.suggestion(json, outcome.suggestion());
            }
            json.writeArrayFieldStart("assumptions");
            for (String assumption : outcome.assumptions()) {
                json.writeString(assumption);
            }
            json.writeEndArray();
            JsonExplanation.write(json, outcome.explanation());
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a string can't fail", e);
        }
        return text.toString();
    }

    private static void rows(JsonGenerator json, Report report) throws IOException {
        Report.Rows rows = report.rows();
        json.writeNumberField("rows", rows.total());
        json.writeNumberField("admitted", rows.admitted());
        json.writeNumberField("refused", rows.refused());
        json.writeObjectFieldStart("refused_by");
        for (Map.Entry<String, Long> limit : refusedBy(report).entrySet()) {
            json.writeNumberField(limit.getKey(), limit.getValue());
        }
        json.writeEndObject();
        json.writeNumberField("skipped", rows.broken().count());
        json.writeNumberField("out_of_order", rows.unordered().count());
        json.writeNumberField("not_utf8", rows.strange().count());
    }

    /** Limits of one name may hold at several levels. */
    static Map<String, Long> refusedBy(Report report) {
        Map<String, Long> refused = new LinkedHashMap<>();
        report.limits().forEach(figures -> refused.merge(figures.limit().name(), figures.refused(), Long::sum));
        return refused;
    }

    private static void waits(JsonGenerator json, Report report) throws IOException {
        Report.Streak streak = report.longestStreak();
        if (streak == null) {
            json.writeNullField("longest_refusal_streak");
        } else {
            json.writeObjectFieldStart("longest_refusal_streak");
            json.writeNumberField("rows", streak.rows());
            bucket(json, streak.bucket());
            json.writeStringField(
                    "from", Instant.ofEpochMilli(streak.fromMillis()).toString());
            json.writeStringField("to", Instant.ofEpochMilli(streak.toMillis()).toString());
            json.writeEndObject();
        }
        Report.Waits waits = report.waits();
        if (waits.count() == 0) {
            json.writeNullField("retry_after_ms");
        } else {
            json.writeObjectFieldStart("retry_after_ms");
            json.writeNumberField("p50", waits.medianMillis());
            json.writeNumberField("p95", waits.p95Millis());
            json.writeNumberField("max", waits.longestMillis());
            json.writeEndObject();
        }
        json.writeNumberField("never_fits", waits.never());
        json.writeNumberField("switched_off", waits.disabled());
    }

    private static void limit(JsonGenerator json, Report.OfLimit figures) throws IOException {
        Limit limit = figures.limit();
        json.writeStartObject();
        json.writeStringField("name", limit.name());
        if (!figures.holdsFor().isEmpty()) {
            json.writeStringField("holds_for", figures.holdsFor());
        }
        json.writeNumberField("capacity", limit.capacity());
        json.writeNumberField("refill_amount", limit.refillAmount());
        json.writeNumberField("refill_period_seconds", limit.refillPeriod().toSeconds());
        json.writeBooleanField("soft", limit.soft());
        json.writeNumberField("refused", figures.refused());
        json.writeNumberField("never_fits", figures.neverFits());
        json.writeNumberField("peak_use", figures.peakUse());
        @Nullable EntityResource bucket = figures.peakBucket();
        if (bucket == null) {
            json.writeNullField("peak_bucket");
        } else {
            json.writeObjectFieldStart("peak_bucket");
            bucket(json, bucket);
            json.writeEndObject();
        }
        json.writeNumberField("debt_ms", figures.debtMillis());
        json.writeEndObject();
    }

    private static void bucket(JsonGenerator json, EntityResource bucket) throws IOException {
        json.writeStringField("entity", bucket.entity());
        json.writeStringField("resource", bucket.resource());
    }

    private static void timeline(JsonGenerator json, RowTimeline.Intervals intervals) throws IOException {
        json.writeObjectFieldStart("timeline");
        json.writeStringField(
                "start", Instant.ofEpochMilli(intervals.startMillis()).toString());
        json.writeNumberField("interval_ms", intervals.widthMillis());
        json.writeFieldName("admitted");
        json.writeArray(intervals.admitted(), 0, intervals.size());
        json.writeFieldName("refused");
        json.writeArray(intervals.refused(), 0, intervals.size());
        json.writeEndObject();
    }

    private static void problems(JsonGenerator json, String name, Report.Problems problems) throws IOException {
        json.writeArrayFieldStart(name);
        for (Report.Problem problem : problems.first()) {
            json.writeStartObject();
            json.writeNumberField("line", problem.line());
            json.writeStringField("reason", problem.reason());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
