package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.Vectors;
import dev.zaelimiter.internal.schema.BucketCreation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits of the original, the full bucket of each, and when an unused one vanishes. */
class LimitVectorsTest {

    @Test
    void limitFactory_everyCase_sameNumbersAndAFullBucket() {
        List<JsonNode> cases = Vectors.math("limit_factory");
        assertThat(cases).hasSize(8);
        for (JsonNode each : cases) {
            JsonNode inputs = each.get("inputs");
            if (each.get("id").asText().equals("limit_factory-007")) {
                // A burst below the rate is a mistake here; such a limit is said with custom().
                assertThatThrownBy(() -> limit(inputs)).isInstanceOf(InvalidInputException.class);
                continue;
            }
            Limit limit = limit(inputs);
            JsonNode expected = each.get("expected");
            assertThat(limit.name()).isEqualTo(expected.get("name").asText());
            assertThat(limit.capacity()).isEqualTo(expected.get("capacity").asLong());
            assertThat(limit.refillAmount())
                    .isEqualTo(expected.get("refill_amount").asLong());
            assertThat(limit.refillPeriod().toSeconds())
                    .isEqualTo(expected.get("refill_period_seconds").asLong());
            BucketImage full = BucketCreation.full(List.of(limit), BucketCreation.Lineage.NONE, 0);
            int i = full.layout().indexOf(limit.name());
            JsonNode bucket = expected.get("bucket");
            assertThat(full.tk()[i]).isEqualTo(bucket.get("tokens_milli").asLong());
            assertThat(full.rates().cap(i))
                    .isEqualTo(bucket.get("capacity_milli").asLong());
            assertThat(full.rates().ra(i))
                    .isEqualTo(bucket.get("refill_amount_milli").asLong());
            assertThat(full.rates().rp(i))
                    .isEqualTo(bucket.get("refill_period_ms").asLong());
        }
    }

    @Test
    void bucketTtl_everyCase_sameSecond() {
        List<JsonNode> cases = new ArrayList<>(Vectors.math("calculate_bucket_ttl"));
        cases.addAll(Vectors.math("calculate_bucket_ttl_seconds"));
        assertThat(cases).hasSize(12);
        int none = 0;
        for (JsonNode each : cases) {
            JsonNode inputs = each.get("inputs");
            JsonNode expected = each.get("expected").iterator().next();
            if (expected.isNull()) {
                // No limits, or a multiplier of 0 or less: such a bucket is created without a time to live.
                none++;
                continue;
            }
            List<Limit> limits = new ArrayList<>();
            inputs.get("limits").forEach(limit -> limits.add(custom(limit)));
            limits.sort(Comparator.comparing(Limit::name));
            long now = inputs.path("now_ms").asLong(0);
            BucketImage full = BucketCreation.full(limits, BucketCreation.Lineage.NONE, now);
            assertThat(Lifetime.ttlSeconds(
                            full.layout(),
                            full.rates(),
                            full.tk(),
                            now,
                            inputs.get("multiplier").asInt()))
                    .as(id(each))
                    .isEqualTo(expected.asLong());
        }
        assertThat(none).isEqualTo(5);
    }

    private static Limit limit(JsonNode inputs) {
        String name = inputs.get("name").asText();
        long rate = inputs.path("rate").asLong();
        Limit limit = switch (inputs.get("factory").asText()) {
            case "per_second" -> Limit.perSecond(name, rate);
            case "per_minute" -> Limit.perMinute(name, rate);
            case "per_hour" -> Limit.perHour(name, rate);
            case "per_day" -> Limit.perDay(name, rate);
            default -> custom(inputs);
        };
        return inputs.has("burst") ? limit.burst(inputs.get("burst").asLong()) : limit;
    }

    private static Limit custom(JsonNode limit) {
        return Limit.custom(
                limit.get("name").asText(),
                limit.get("capacity").asLong(),
                limit.get("refill_amount").asLong(),
                Duration.ofSeconds(limit.get("refill_period_seconds").asLong()));
    }

    private static String id(JsonNode each) {
        return each.get("id").asText();
    }
}
