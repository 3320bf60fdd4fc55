package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Json;
import dev.zaelimiter.cli.Run;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitsFileTest {

    private static final String ALL_LEVELS = """
            namespace: default
            system:
              on_unavailable: allow
              limits:
                rpm: {capacity: 2}
            resources:
              gpt-4:
                limits:
                  rpm: {capacity: 1, refill_period: 3600}
                  tpm: {capacity: 50, burst: 80, refill_amount: 60}
            entities:
              vip:
                resources:
                  _default_:
                    limits:
                      rpm: {capacity: 5}
                  gpt-4:
                    limits:
                      rpm: {capacity: 3}
              17:
                resources:
                  _default_:
                    limits: {rpm: {capacity: 9}}
            """;

    @TempDir
    private Path directory;

    @Test
    void read_allLevels_areThere() {
        Policy policy = LimitsFile.read(Trace.write(directory, ALL_LEVELS));

        assertThat(policy.scope("a", "other").limits()).containsExactly(Limit.perMinute("rpm", 2));
        assertThat(policy.scope("a", "gpt-4").limits())
                .containsExactly(Limit.perHour("rpm", 1), Limit.custom("tpm", 80, 60, Duration.ofMinutes(1)));
        assertThat(policy.scope("vip", "other").limits()).containsExactly(Limit.perMinute("rpm", 5));
        assertThat(policy.scope("vip", "gpt-4").limits()).containsExactly(Limit.perMinute("rpm", 3));
        assertThat(policy.scope("17", "gpt-4").limits()).containsExactly(Limit.perMinute("rpm", 9));
        assertThat(policy.isTheSameForAll()).isFalse();
    }

    /** Who has limits of its own, and who has not: the engine and the figures agree. */
    @Test
    void replay_limitsOfAllLevels_holdAsStored() {
        String limits = Trace.write(directory, ALL_LEVELS);
        StringBuilder text = new StringBuilder("time,user,model,tokens\n");
        for (String who : new String[] {"vip,gpt-4", "vip,other", "17,gpt-4", "ada,gpt-4", "ada,other"}) {
            text.append(("0," + who + ",1\n").repeat(10));
        }

        Run run = Run.of("replay", Trace.write(directory, text.toString()), "--limits", limits, "--json");

        assertThat(run.err()).isEmpty();
        Map<String, Object> json = Json.object(run.out());
        assertThat(json).contains(entry("admitted", 3L + 5 + 9 + 1 + 2), entry("refused", 30L));
        assertThat(json).containsEntry("refused_by", Map.of("rpm", 30L, "tpm", 0L));
        assertThat(run.out()).contains("\"name\":\"rpm\",\"holds_for\":\"vip on gpt-4\"");
    }

    @Test
    void replay_rowsThatNoLimitHoldsFor_areSkipped() {
        String limits = Trace.write(directory, "resources: {gpt-4: {limits: {rpm: {capacity: 1}}}}");

        Run run = Run.of(
                "replay",
                Trace.write(directory, "time,model\n0,gpt-4\n0,gpt-5\n1,gpt-4\n"),
                "--limits",
                limits,
                "--json");

        assertThat(Json.object(run.out())).contains(entry("admitted", 1L), entry("refused", 1L), entry("skipped", 1L));
        assertThat(run.out()).contains("entity all on resource 'gpt-5' is not allowed: one that a limit holds for");
    }

    @Test
    void read_json_isYaml() {
        Policy policy =
                LimitsFile.read(Trace.write(directory, "{\"system\": {\"limits\": {\"rpm\": {\"capacity\": 7}}}}"));

        assertThat(policy.limits()).containsExactly(Limit.perMinute("rpm", 7));
        assertThat(policy.isTheSameForAll()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''| the file 'null' is not allowed: a map entities, namespace, resources, system",
                "{}| limits 'none' is not allowed: one at least, under system, resources or entities",
                "limits: {}| the file 'limits' is not allowed: a field that replay knows: entities",
                "system: 5| system '5' is not allowed: a map limits, on_unavailable",
                "system: {limits: {}}| system.limits '0' is not allowed: 1 to 20 limits",
                "system: {limits: {rpm: 120/min}}| system.limits.rpm '120/min' is not allowed: a map burst, capacity",
                "system: {limits: {rpm: {}}}| system.limits.rpm.capacity 'null' is not allowed: whole tokens, 1 to 10^15",
                "system: {limits: {rpm: {capacity: 1.5}}}| system.limits.rpm.capacity '1.5' is not allowed",
                "system: {limits: {rpm: {capacity: 0}}}| system.limits.rpm.capacity '0' is not allowed",
                "system: {limits: {rpm: {capacity: 5, burst: -1}}}| system.limits.rpm.burst '-1' is not allowed",
                "system: {limits: {rpm: {capacity: 5, refill_period: 0}}}| refill_period '0' is not allowed: whole seconds",
                "system: {limits: {rpm: {capacity: 5, soft: true}}}| system.limits.rpm 'soft' is not allowed: a field that",
                "system: {limits: {1x: {capacity: 5}}}| system.limits.1x: limit '1x' is not allowed: a letter",
                "resources: {9: {limits: {a: {capacity: 1}}}}| resources.9: resource '9' is not allowed: a letter",
                "resources: {a: {disabled: true}}| resources.a 'disabled' is not allowed: a field that replay knows: limits",
                "entities: {a b: {resources: {}}}| entities.a b: entity 'a b' is not allowed",
                "system: {limits: {a: {capacity: 1}, a: {capacity: 2}}}| found duplicate key a",
                "'system: {'| is not allowed: YAML: while parsing a flow"
            })
    void read_anythingElse_isRefusedByField(String text, String message) {
        String file = Trace.write(directory, text);

        assertThatThrownBy(() -> LimitsFile.read(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message)
                .hasMessageContaining(file);
    }

    @Test
    void read_noSuchFile_isSaid() {
        Run run = Run.of("replay", Trace.AZURE.toString(), "--limits", "nowhere.yaml");

        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.err())
                .contains("limits 'nowhere.yaml' is not allowed: a file that can be read: it there is no such file");
    }
}
