package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareTest {

    @TempDir
    private Path directory;

    /** Side by side in one pass they do what each does in a pass of its own. */
    @Test
    void compare_severalPolicies_areWhatEachIsAlone() {
        String file = ReplayFiles.write(directory, """
                system:
                  limits:
                    rpm: {capacity: 60, burst: 300}
                    tpd: {capacity: 3000000, refill_period: 86400}
                """);
        Map<String, Object> together = Json.object(CommandRun.of(
                        "replay",
                        ReplayFiles.AZURE.toString(),
                        "--limit",
                        "rpm=120/min",
                        "--limit",
                        "tpm=200000/min",
                        "--compare",
                        "rps=5/s:20 , tpm=90000/min",
                        "--compare",
                        file,
                        "--json")
                .out());

        List<?> policies = (List<?>) together.get("policies");
        assertThat(policies)
                .extracting(policy -> (Object) ((Map<?, ?>) policy).get("policy"))
                .containsExactly("rpm=120/min, tpm=200000/min", "rps=5/s:20, tpm=90000/min", file);
        String[][] alone = {
            {"--limit", "rpm=120/min", "--limit", "tpm=200000/min"},
            {"--limit", "rps=5/s:20", "--limit", "tpm=90000/min"},
            {"--limits", file}
        };
        for (int i = 0; i < alone.length; i++) {
            Map<?, ?> policy = (Map<?, ?>) policies.get(i);
            String[] command = new String[alone[i].length + 3];
            command[0] = "replay";
            command[1] = ReplayFiles.AZURE.toString();
            command[2] = "--json";
            System.arraycopy(alone[i], 0, command, 3, alone[i].length);
            Map<String, Object> single = Json.object(CommandRun.of(command).out());
            for (String field : List.of("admitted", "refused", "refused_by")) {
                assertThat(policy.get(field)).as(field).isEqualTo(single.get(field));
            }
        }
    }

    @Test
    void compare_onTheTerminal_isATable() {
        CommandRun run = CommandRun.of(
                "replay", ReplayFiles.AZURE.toString(), "--limit", "rpm=120/min", "--compare", "rpm=9999/min");

        assertThat(run.lines())
                .contains("  policy         refused           median wait   longest run")
                .contains("  rpm=9999/min         0    0.0%          none          none")
                .contains("  The rest is about the first one.");
    }

    @Test
    void compare_badPolicy_isRefusedByItsOption() {
        assertRefused("--compare rpm=x/min: amount 'x' is not allowed", "--compare", "rpm=x/min");
        assertRefused("--compare 'nowhere' is not allowed", "--compare", "nowhere");
        assertRefused("--limits 'f' is not allowed. Allowed: only without --limit", "--limits", "f");
    }

    private static void assertRefused(String message, String... options) {
        String[] command = {"replay", ReplayFiles.AZURE.toString(), "--limit", "rpm=1/s", options[0], options[1]};
        CommandRun run = CommandRun.of(command);
        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(message);
    }
}
