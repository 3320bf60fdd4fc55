package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("same-on-every-jdk")
class SuggestTest {

    @TempDir
    private Path directory;

    /**
     * Each choice, replayed alone by the engine, refuses what the search says of it, and few enough; one less refuses
     * too many.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void suggest_eachChoice_isExactAndTheSmallest(long seed) {
        String trace = randomTrace(new SplittableRandom(seed));
        long rows = 200;
        Map<?, ?> suggestion = suggest(trace, "--limit", "tpm=1/7s", "--limit", "rps=1/s", "--refuse-at-most", "2%");

        for (Object limit : (List<?>) suggestion.get("limits")) {
            for (Object choice : (List<?>) ((Map<?, ?>) limit).get("choices")) {
                Map<?, ?> fields = (Map<?, ?>) choice;
                long most = (long) (((Number) fields.get("refuse_at_most")).doubleValue() * rows);
                long amount = (Long) fields.get("refill_amount");
                long refused = refused(trace, fields, amount);
                assertThat(refused)
                        .as("%s", fields)
                        .isEqualTo(fields.get("refused_alone"))
                        .isLessThanOrEqualTo(most);
                if (amount > 1) {
                    assertThat(refused(trace, fields, amount - 1))
                            .as("%s", fields)
                            .isGreaterThan(most);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0.1%, 8", "0%, 0", "5%, 440", "50%, 4409"})
    void suggest_azureTrace_meetsTheShareTogether(String share, long most) {
        Map<?, ?> suggestion = suggest(ReplayFiles.AZURE.toString(), "--refuse-at-most", share);

        assertThat((Long) suggestion.get("refused")).isLessThanOrEqualTo(most);
        assertThat((List<?>) suggestion.get("limits"))
                .extracting(limit -> (Object) ((Map<?, ?>) limit).get("name"))
                .containsExactly("rpm", "tpm");
    }

    @Test
    void suggest_withoutTokens_proposesRequestsAlone() {
        String trace = ReplayFiles.write(directory, "time,user\n0,a\n0,a\n0,b\n60,a\n");

        CommandRun run = CommandRun.of("replay", trace, "--suggest");

        assertThat(run.err()).isEmpty();
        assertThat(run.lines()).contains("    --limit rpm=1/min:2").noneMatch(line -> line.contains("tpm"));
        assertThat(run.out()).contains("  0 of 4 (0.0%):", "refused    0     0.0%");
    }

    @Test
    void suggest_besideLimits_isComparedWithThem() {
        CommandRun run = CommandRun.of("replay", ReplayFiles.AZURE.toString(), "--limit", "rpm=120/min", "--suggest");

        assertThat(run.lines())
                .anyMatch(line -> line.startsWith("  rpm=120/min "))
                .anyMatch(line -> line.startsWith("  suggested "))
                .contains("  refused    3,948   44.8%");
    }

    @Test
    void suggest_badUse_isRefused() {
        assertRefused(
                "--refuse-at-most '100%' is not allowed. Allowed: 0% to less than 100%, as 0.1%",
                "--refuse-at-most", "100%");
        assertRefused("--refuse-at-most '-1' is not allowed", "--refuse-at-most", "-1");
        assertRefused("--refuse-at-most 'few' is not allowed", "--refuse-at-most", "few");
        String limits = ReplayFiles.write(directory, "resources: {gpt-4: {limits: {rpm: {capacity: 1}}}}");
        assertRefused("--suggest with --limits", "--limits", limits);
    }

    private static void assertRefused(String message, String option, String value) {
        CommandRun run = CommandRun.of("replay", ReplayFiles.AZURE.toString(), "--suggest", option, value);
        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(message);
    }

    private static Map<?, ?> suggest(String trace, String... options) {
        List<String> command = new ArrayList<>(List.of("replay", trace, "--suggest", "--json"));
        command.addAll(List.of(options));
        CommandRun run = CommandRun.of(command.toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        return (Map<?, ?>) Json.object(run.out()).get("suggestion");
    }

    /** What the engine refuses under one limit alone, with the burst that belongs to the choice. */
    private static long refused(String trace, Map<?, ?> choice, long amount) {
        long burst = (Long) choice.get("capacity") / (Long) choice.get("refill_amount") * amount;
        String limit = choice.get("name") + "=" + amount + "/" + choice.get("refill_period_seconds") + "s:" + burst;
        return (Long) Json.object(CommandRun.of("replay", trace, "--json", "--limit", limit)
                        .out())
                .get("refused");
    }

    private String randomTrace(SplittableRandom random) {
        StringBuilder text = new StringBuilder("time,user,input_tokens,output_tokens\n");
        long now = 1_700_000_000_000L;
        for (int i = 0; i < 200; i++) {
            now += random.nextInt(3) == 0 ? 0 : random.nextLong(1L << random.nextInt(1, 14));
            text.append(now).append(",u").append(random.nextInt(3)).append(',').append(random.nextInt(1, 500));
            text.append(',').append(random.nextInt(300)).append('\n');
        }
        return ReplayFiles.write(directory, text.toString());
    }
}
