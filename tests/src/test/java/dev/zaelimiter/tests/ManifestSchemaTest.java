package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.zaelimiter.admin.manifest.Manifest;
import dev.zaelimiter.admin.manifest.ManifestException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an editor underlines by the JSON schema is what the reader refuses, and nothing else. */
@Tag("same-on-every-jdk")
class ManifestSchemaTest {

    private static final String LONG = "x".repeat(65);
    private static final List<Object> AMOUNTS =
            List.of(0, 1, 5, 1_000_000_000_000_000L, 1_000_000_000_000_001L, -1, 1.5, "many", true);
    private static final List<Object> PERIODS = List.of(1, 60, 1_000_000_000L, 1_000_000_001L, 0, -1, "60s");
    private static final List<String> LIMITS = List.of("rpm", "tpm.x", "wcu", "a b", "", "1rpm", LONG);
    private static final List<String> RESOURCES = List.of("gpt-4", "openai/gpt:4", "_default_", "a#b", "", LONG, "ä");
    private static final List<String> ENTITIES =
            List.of("key-1", "a@b:c", "7", "-x", "a/b", "a b", "x".repeat(256), "x".repeat(257));
    private static final int DOCUMENTS = 3000;

    private final Schema schema = schema();
    private final SplittableRandom random = new SplittableRandom(20_260_601);

    private static Schema schema() {
        try (InputStream in = Manifest.class.getResourceAsStream("limits.schema.json")) {
            String json = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(json, InputFormat.JSON);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void schemaAndReader_agreeOnEveryDocument() {
        int accepted = 0;
        for (int i = 0; i < DOCUMENTS; i++) {
            String json = json(document());
            boolean valid = schema.validate(json, InputFormat.JSON).isEmpty();
            assertThat(read(json)).as(json).isEqualTo(valid);
            accepted += valid ? 1 : 0;
        }
        assertThat(accepted).isBetween(DOCUMENTS / 20, DOCUMENTS * 19 / 20);
    }

    /** JSON is YAML. */
    private static boolean read(String json) {
        try {
            Manifest.parse(json);
            return true;
        } catch (ManifestException refused) {
            return false;
        }
    }

    private Map<String, Object> document() {
        Map<String, Object> top = new LinkedHashMap<>();
        maybe(top, 0.97, "namespace", pick(List.of("default", "t-1", "default", "default", "a b", 5)));
        maybe(top, 0.4, "system", system());
        maybe(top, 0.6, "resources", Map.of(good(RESOURCES), level()));
        maybe(top, 0.6, "entities", Map.of(good(ENTITIES), entity()));
        maybe(top, 0.03, "entity", Map.of());
        return top;
    }

    private Object system() {
        Map<String, Object> system = new LinkedHashMap<>();
        maybe(system, 0.6, "limits", limits());
        maybe(system, 0.6, "on_unavailable", pick(List.of("allow", "block", "allow", "block", "maybe", true)));
        return odd(system);
    }

    private Object entity() {
        Map<String, Object> entity = new LinkedHashMap<>();
        maybe(entity, 0.97, "resources", Map.of(chance(0.4) ? "_default_" : good(RESOURCES), level()));
        return odd(entity);
    }

    private Object level() {
        Map<String, Object> level = new LinkedHashMap<>();
        maybe(level, 0.95, "limits", limits());
        maybe(level, 0.3, "disabled", good(List.of(true, false, "bypass", "true", 1)));
        maybe(level, 0.03, "on_unavailable", "allow");
        return odd(level);
    }

    private Object limits() {
        Map<String, Object> limits = new LinkedHashMap<>();
        maybe(limits, 0.95, good(LIMITS), limit());
        if (chance(0.05)) {
            for (int i = 0; i < 20; i++) {
                limits.put("l" + i, limit());
            }
        }
        return odd(limits);
    }

    private Object limit() {
        Map<String, Object> limit = new LinkedHashMap<>();
        boolean budget = chance(0.2);
        maybe(limit, budget ? 0.97 : 0.02, "budget", good(AMOUNTS));
        maybe(limit, budget ? 0.02 : 0.97, "capacity", good(AMOUNTS));
        maybe(limit, budget ? 0.02 : 0.3, "burst", good(AMOUNTS));
        maybe(limit, budget ? 0.02 : 0.5, "refill_amount", good(AMOUNTS));
        maybe(limit, budget ? 0.02 : 0.5, "refill_period", good(PERIODS));
        maybe(limit, 0.2, "soft", good(List.of(true, false, true, "yes", 1)));
        maybe(limit, 0.02, "refil_period", 60);
        return odd(limit);
    }

    /** Now and then something else than a mapping. */
    private Object odd(Map<String, Object> mapping) {
        return chance(0.02) ? pick(List.of("text", 7, List.of(1, 2))) : mapping;
    }

    /** Mostly one of the first three, so that documents are accepted often enough. */
    private <T> T good(List<T> values) {
        return chance(0.95) ? values.get(random.nextInt(Math.min(3, values.size()))) : pick(values);
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    private void maybe(Map<String, Object> map, double probability, String name, Object value) {
        if (chance(probability)) {
            map.put(name, value);
        }
    }

    private static String json(Object value) {
        if (value instanceof Map<?, ?> map) {
            StringBuilder text = new StringBuilder("{");
            map.forEach((name, each) -> text.append(text.length() > 1 ? ", " : "")
                    .append('"')
                    .append(name)
                    .append("\": ")
                    .append(json(each)));
            return text.append('}').toString();
        }
        return value instanceof String ? "\"" + value + "\"" : value.toString();
    }
}
