package dev.zaelimiter.admin.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.zaelimiter.Access;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.OnUnavailable;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ManifestTest {

    private static final String WHOLE = """
            namespace: default
            system:
              on_unavailable: allow
              limits:
                rpd: {capacity: 5000, refill_period: 86400}
            resources:
              gpt-4:
                limits:
                  rpm: {capacity: 60}
                  tpm: {capacity: 1000, burst: 3000, soft: true}
                  credits: {budget: 70}
              closed: {disabled: true}
            entities:
              key:
                resources:
                  _default_:
                    limits:
                      slow: {capacity: 7, refill_amount: 1, refill_period: 18000}
                  gpt-4: {disabled: bypass}
            """;

    @Test
    void parse_wholeManifest_hasEachLevel() {
        Manifest manifest = Manifest.parse(WHOLE);

        assertThat(manifest.namespace()).isEqualTo("default");
        assertThat(manifest.levels().keySet())
                .containsExactlyInAnyOrder(
                        Level.system(),
                        Level.resource("gpt-4"),
                        Level.resource("closed"),
                        Level.entity("key"),
                        Level.entity("key", "gpt-4"));
        assertThat(manifest.levels().get(Level.system()).onUnavailable()).contains(OnUnavailable.ALLOW);
        assertThat(manifest.levels().get(Level.resource("gpt-4")).limits())
                .containsExactly(
                        Limit.budget("credits", 70),
                        Limit.perMinute("rpm", 60),
                        Limit.perMinute("tpm", 1000).burst(3000).asSoft());
        assertThat(manifest.levels().get(Level.resource("closed")).access()).contains(Access.DISABLED);
        assertThat(manifest.levels().get(Level.entity("key")).limits())
                .containsExactly(Limit.custom("slow", 7, 1, Duration.ofHours(5)));
        assertThat(manifest.levels().get(Level.entity("key", "gpt-4")).access()).contains(Access.BYPASS);
    }

    @Test
    void toYaml_ofAManifest_isReadAsTheSame() {
        Manifest manifest = Manifest.parse(WHOLE);
        Manifest again = Manifest.parse(manifest.toYaml());

        assertThat(again.hash()).isEqualTo(manifest.hash());
        assertThat(again.toYaml()).isEqualTo(manifest.toYaml());
    }

    @Test
    void hash_ofAnotherOrder_isTheSame_ofAnotherNumber_isNot() {
        String turned = "namespace: a\nresources:\n  r: {limits: {y: {capacity: 2}, x: {capacity: 1}}}\n";
        String plain = "namespace: a\nresources:\n  r: {limits: {x: {capacity: 1}, y: {capacity: 2}}}\n";

        assertThat(Manifest.parse(turned).hash())
                .isEqualTo(Manifest.parse(plain).hash());
        assertThat(Manifest.parse(plain.replace("capacity: 2", "capacity: 3")).hash())
                .isNotEqualTo(Manifest.parse(plain).hash());
    }

    /** A document, the place that must be named, and a part of the message. */
    private record Bad(String yaml, int line, int column, String complaint) {}

    private static Bad limit(String limit, int column, String complaint) {
        return new Bad("namespace: a\nresources:\n  r:\n    limits:\n      x: " + limit, 5, column, complaint);
    }

    static Stream<Bad> badManifests() {
        return Stream.of(
                new Bad("", 1, 1, "namespace: NAME"),
                new Bad("resources: {}", 1, 1, "namespace"),
                new Bad("namespace: a\nresource: {}", 2, 1, "one of namespace, system, resources, entities"),
                new Bad("namespace: a\nnamespace: b", 2, 1, "only once"),
                new Bad("namespace: a\nsystem: {}", 2, 9, "at least one of"),
                new Bad("namespace: a\nsystem: {disabled: true}", 2, 10, "one of limits, on_unavailable"),
                new Bad("namespace: a\nsystem: {on_unavailable: perhaps}", 2, 26, "allow or block"),
                new Bad("namespace: a\nresources: [r]", 2, 12, "a mapping"),
                new Bad("namespace: a\nresources:\n  'a b': {disabled: true}", 3, 3, "a b"),
                new Bad("namespace: a\nresources:\n  r: {disabled: perhaps}", 3, 17, "true, false or bypass"),
                new Bad("namespace: a\nentities:\n  e: {limits: {}}", 3, 7, "one of resources"),
                new Bad("namespace: a\n\tsystem:", 2, 1, "YAML"),
                new Bad("--- {namespace: a}\n--- {namespace: b}", 2, 1, "one document"),
                limit("{}", 10, "a capacity"),
                limit("{capacity: -1}", 21, "-1"),
                limit("{capacity: 1.5}", 21, "whole number"),
                limit("{capacity: '1'}", 21, "without quotes"),
                limit("{capacity: 1000000000000001}", 21, "1000000000000001"),
                limit("{capacity: 99999999999999999999}", 21, "whole number"),
                limit("{capacity: 1, refill_period: 0}", 39, "0"),
                limit("{capacity: 1, budget: 1}", 11, "no refill together"),
                limit("{capacity: 1, colour: red}", 24, "colour"),
                limit("{capacity: 1, schedule: x}", 24, "Only the Python system"));
    }

    @ParameterizedTest
    @MethodSource("badManifests")
    void parse_badManifest_namesThePlaceAndTheRule(Bad bad) {
        ManifestException failure = catchThrowableOfType(ManifestException.class, () -> Manifest.parse(bad.yaml));

        assertThat(failure).as(bad.yaml).isNotNull();
        assertThat(failure).hasMessageContaining(bad.complaint);
        assertThat(List.of(failure.line(), failure.column()))
                .as(failure.getMessage())
                .isEqualTo(List.of(bad.line, bad.column));
    }
}
