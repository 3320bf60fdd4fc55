package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.sun.management.ThreadMXBean;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.admin.manifest.Manifest;
import dev.zaelimiter.admin.manifest.ManifestException;
import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Json;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("same-on-every-jdk")
class LimitsFileTest {

    private static final long MOST_ALLOCATED = 100_000_000;

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
        Policy policy = LimitsFile.read("--limits", ReplayFiles.write(directory, ALL_LEVELS));

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
        String limits = ReplayFiles.write(directory, ALL_LEVELS);
        StringBuilder text = new StringBuilder("time,user,model,tokens\n");
        for (String who : new String[] {"vip,gpt-4", "vip,other", "17,gpt-4", "ada,gpt-4", "ada,other"}) {
            text.append(("0," + who + ",1\n").repeat(10));
        }

        CommandRun run =
                CommandRun.of("replay", ReplayFiles.write(directory, text.toString()), "--limits", limits, "--json");

        assertThat(run.err()).isEmpty();
        Map<String, Object> json = Json.object(run.out());
        assertThat(json).contains(entry("admitted", 3L + 5 + 9 + 1 + 2), entry("refused", 30L));
        assertThat(json).containsEntry("refused_by", Map.of("rpm", 30L, "tpm", 0L));
        assertThat(run.out()).contains("\"name\":\"rpm\",\"holds_for\":\"vip on gpt-4\"");
    }

    @Test
    void replay_rowsThatNoLimitHoldsFor_areSkipped() {
        String limits = ReplayFiles.write(directory, "resources: {gpt-4: {limits: {rpm: {capacity: 1}}}}");

        CommandRun run = CommandRun.of(
                "replay",
                ReplayFiles.write(directory, "time,model\n0,gpt-4\n0,gpt-5\n1,gpt-4\n"),
                "--limits",
                limits,
                "--json");

        assertThat(Json.object(run.out())).contains(entry("admitted", 1L), entry("refused", 1L), entry("skipped", 1L));
        assertThat(run.out())
                .contains("entity all on resource 'gpt-5' is not allowed. Allowed: one that a limit holds for");
    }

    @Test
    void read_json_isYaml() {
        Policy policy = LimitsFile.read(
                "--limits", ReplayFiles.write(directory, "{\"system\": {\"limits\": {\"rpm\": {\"capacity\": 7}}}}"));

        assertThat(policy.limits()).containsExactly(Limit.perMinute("rpm", 7));
        assertThat(policy.isTheSameForAll()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''| line 1, column 1: the manifest '' is not allowed. Allowed: a document",
                "'# nothing'| line 1, column 1: the manifest '' is not allowed. Allowed: a document",
                "{}| no limits' is not allowed. Allowed: one limit at least, under system, resources or entities",
                "limits: {}| line 1, column 1: limits 'limits' is not allowed. Allowed: one of namespace, system, resources",
                "system: 5| line 1, column 9: system '5' is not allowed. Allowed: a mapping",
                "system: {limits: {}}| system.limits '0' is not allowed. Allowed: 1 to 20 limits",
                "system: {limits: {rpm: 120/min}}| system.limits.rpm '120/min' is not allowed. Allowed: a mapping",
                "system: {limits: {rpm: {}}}| system.limits.rpm 'capacity' is not allowed. Allowed: a capacity, in tokens",
                "system: {limits: {rpm: {capacity: 1.5}}}| system.limits.rpm.capacity '1.5' is not allowed",
                "system: {limits: {rpm: {capacity: -1}}}| system.limits.rpm.capacity '-1' is not allowed",
                "system: {limits: {rpm: {capacity: 5, burst: -1}}}| system.limits.rpm.burst '-1' is not allowed",
                "system: {limits: {rpm: {capacity: 5, refill_period: 0}}}| refill_period '0' is not allowed. Allowed: whole seconds",
                "system: {limits: {rpm: {capacity: 5, soft: 7}}}| system.limits.rpm.soft '7' is not allowed. Allowed: true or false",
                "system: {limits: {rpm: {capacity: 5, hue: 7}}}| system.limits.rpm.hue 'hue' is not allowed. Allowed: one of",
                "system: {limits: {1x: {capacity: 5}}}| system.limits.1x '1x' is not allowed. Allowed: a letter",
                "resources: {9: {limits: {a: {capacity: 1}}}}| resources.9 '9' is not allowed. Allowed: a letter",
                "resources: {a: {disabled: true}}| no limits' is not allowed. Allowed: one limit at least",
                "entities: {a b: {resources: {}}}| entities.a b 'a b' is not allowed",
                "system: {limits: {a: {capacity: 1}, a: {capacity: 2}}}| system.limits.a 'a' is not allowed. Allowed: each name only once",
                "'system: {'| is not allowed. Allowed: one document of YAML",
                "version: 2| version 'version' is not allowed. Allowed: one of namespace, system, resources, entities"
            })
    void read_anythingElse_isRefusedByField(String text, String message) {
        String file = ReplayFiles.write(directory, text);

        assertThatThrownBy(() -> LimitsFile.read("--limits", file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message)
                .hasMessageContaining(file);
    }

    /** B8: {@code --limits} refused what {@code limits export} writes. */
    @Test
    void replay_softAndSwitched_doAsInTheLimiter() {
        String limits = ReplayFiles.write(directory, """
                namespace: tenant
                system:
                  on_unavailable: allow
                  limits:
                    rpm: {capacity: 2, refill_amount: 2, refill_period: 60}
                    watched: {capacity: 1, refill_amount: 1, refill_period: 60, soft: true}
                resources:
                  off:
                    disabled: true
                  free:
                    disabled: bypass
                entities:
                  vip:
                    resources:
                      off:
                        disabled: false
                """);
        String rows = "time,user,model\n" + "0,ada,gpt\n".repeat(4) + "0,ada,off\n".repeat(3) + "0,ada,free\n".repeat(5)
                + "0,vip,off\n".repeat(3);

        CommandRun run = CommandRun.of("replay", ReplayFiles.write(directory, rows), "--limits", limits, "--json");

        assertThat(run.err()).isEmpty();
        assertThat(CommandRun.of("replay", ReplayFiles.write(directory, rows), "--limits", limits)
                        .out())
                .contains("1 per minute, soft");
        // ada on gpt: 2 of 4; off: none of 3; free: all 5; vip on off: 2 of 3. What is watched refuses nobody.
        assertThat(Json.object(run.out()))
                .contains(entry("admitted", 9L), entry("refused", 6L), entry("switched_off", 3L))
                .containsEntry("refused_by", Map.of("rpm", 3L, "watched", 0L));
        assertThat(CommandRun.of("replay", ReplayFiles.write(directory, rows), "--limits", limits)
                        .out())
                .contains("3 refused rows were for what is switched off: no wait would have helped.")
                .contains("3 of the 6 refused would have had to wait");
    }

    /** What this thread has allocated: counted, so that a busy machine changes nothing. */
    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    /**
     * S8: 15 KB of brackets ended with the stack, three million digits took two minutes, 13 MB of gzip all memory. What
     * is read and looked at costs memory in proportion to it.
     */
    @Test
    void read_hostileFiles_areRefusedAtOnce() {
        String[] files = {
            ReplayFiles.write(directory, "[".repeat(20_000)),
            ReplayFiles.write(directory, "system: " + "{a: ".repeat(5_000)),
            ReplayFiles.write(directory, "system: {limits: {rpm: {capacity: " + "9".repeat(3_000_000) + "}}}"),
            ReplayFiles.write(directory, ReplayFiles.gzip(new byte[40_000_000])),
            ReplayFiles.write(directory, ReplayFiles.gzip("#".repeat(40_000_000).getBytes(StandardCharsets.UTF_8))),
            ReplayFiles.write(directory, new byte[] {'a', ':', ' ', (byte) 0xff}),
        };
        assertThatThrownBy(() -> Manifest.parse("[".repeat(100_000)))
                .isInstanceOf(ManifestException.class)
                .hasMessageContaining("nested deeper than 16 levels");
        for (String file : files) {
            long before = allocatedBytes();
            assertThatThrownBy(() -> LimitsFile.read("--limits", file))
                    .isInstanceOf(InvalidInputException.class)
                    .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(1_000));
            assertThat(allocatedBytes() - before).as("bytes allocated").isLessThan(MOST_ALLOCATED);
        }
    }

    /** Ids that the format forbids have encoded names in a store; rows have them as they are. */
    @Test
    void replay_encodedNames_holdForTheTextsOfTheFile() {
        String limits = ReplayFiles.write(directory, """
                system: {limits: {rpm: {capacity: 1}}}
                entities:
                  "x--::1": {resources: {_default_: {limits: {rpm: {capacity: 3}}}}}
                """);

        CommandRun run = CommandRun.of(
                "replay",
                ReplayFiles.write(
                        directory, "time,user,model\n" + "0,::1,/v1/a\n".repeat(5) + "0,a b,/v1/a\n".repeat(2)),
                "--limits",
                limits,
                "--json");

        assertThat(Json.object(run.out())).contains(entry("admitted", 4L), entry("skipped", 0L));
        assertThat(run.out())
                .contains("\"holds_for\":\"::1\"")
                .contains("\"resource\":\"/v1/a\"")
                .doesNotContain("x--");
    }

    @Test
    void read_noSuchFile_isSaid() {
        CommandRun run = CommandRun.of("replay", ReplayFiles.AZURE.toString(), "--limits", "nowhere.yaml");

        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.err())
                .contains(
                        "--limits 'nowhere.yaml' is not allowed. Allowed: a manifest in a file that can be read: there is no such file");
    }
}
