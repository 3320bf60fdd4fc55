package dev.zaelimiter.cli.replay;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.zaelimiter.Limit;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The parts of the JSON object that are about several policies, proposals and entities. */
final class JsonComparison {

    private static final int TOP = 10;

    private JsonComparison() {}

    static void top(JsonGenerator json, TopEntities top) throws IOException {
        json.writeArrayFieldStart("top_entities");
        for (TopEntities.Entity entity : top.busiest(TOP)) {
            json.writeStartObject();
            json.writeStringField("entity", entity.entity());
            json.writeNumberField("rows", entity.rows());
            json.writeNumberField("refused", entity.refused());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Each policy, the main one first. */
    static void policies(JsonGenerator json, List<Report> reports) throws IOException {
        json.writeArrayFieldStart("policies");
        for (Report report : reports) {
            json.writeStartObject();
            json.writeStringField("policy", report.policy());
            json.writeNumberField("admitted", report.rows().admitted());
            json.writeNumberField("refused", report.rows().refused());
            json.writeObjectFieldStart("refused_by");
            for (Map.Entry<String, Long> limit : JsonRenderer.refusedBy(report).entrySet()) {
                json.writeNumberField(limit.getKey(), limit.getValue());
            }
            json.writeEndObject();
            json.writeNumberField("wait_median_ms", report.waits().medianMillis());
            json.writeNumberField("wait_p95_ms", report.waits().p95Millis());
            json.writeNumberField("never_fits", report.waits().never());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static void suggestion(JsonGenerator json, Suggestion suggestion) throws IOException {
        json.writeObjectFieldStart("suggestion");
        json.writeNumberField("refuse_at_most", suggestion.wantedShare());
        json.writeNumberField("refused", suggestion.together().rows().refused());
        json.writeArrayFieldStart("limits");
        for (Suggestion.OfLimit limit : suggestion.limits()) {
            json.writeStartObject();
            choice(json, limit.proposed());
            json.writeArrayFieldStart("choices");
            for (List<Suggestion.Choice> ofBurst : limit.choices()) {
                for (int i = 0; i < ofBurst.size(); i++) {
                    json.writeStartObject();
                    json.writeNumberField("refuse_at_most", limit.shares().get(i));
                    choice(json, ofBurst.get(i));
                    json.writeEndObject();
                }
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void choice(JsonGenerator json, Suggestion.Choice choice) throws IOException {
        Limit limit = choice.limit();
        json.writeStringField("name", limit.name());
        json.writeNumberField("capacity", limit.capacity());
        json.writeNumberField("refill_amount", limit.refillAmount());
        json.writeNumberField("refill_period_seconds", limit.refillPeriod().toSeconds());
        json.writeNumberField("refused_alone", choice.refused());
    }
}
