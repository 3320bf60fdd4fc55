package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What replay shows in tables, for spreadsheets. */
class ReportCsvTest {

    private static final String AZURE = ReplayFiles.AZURE.toString();

    private static String[] with(String[] words, String... more) {
        return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void output_csv_hasARowForEachPolicyAndLimit_withTheFiguresOfTheJson() {
        String[] what = {
            "replay", AZURE, "--limit", "rpm=120/min", "--limit", "tpm=200000/min", "--compare", "rpm=9999/min"
        };
        List<String> lines = CommandRun.of(with(what, "--output", "csv")).lines();
        Map<String, Object> json =
                Json.object(CommandRun.of(with(what, "--output", "json")).out());

        assertThat(lines.get(0))
                .isEqualTo(
                        "policy,rows,admitted,refused,skipped,median_wait_ms,longest_wait_ms,limit,holds_for,capacity,"
                                + "refill_amount,refill_period_seconds,soft,refused_by_limit,never_fits,peak_use,debt_ms");
        assertThat(lines).hasSize(4);
        assertThat(lines.get(1))
                .startsWith("\"rpm=120/min, tpm=200000/min\",8819," + json.get("admitted") + "," + json.get("refused"))
                .contains(",rpm,,120,120,60,false,");
        assertThat(lines.get(2)).contains(",tpm,,200000,200000,60,false,");
        assertThat(lines.get(3)).startsWith("rpm=9999/min,8819,8819,0,0,,,rpm,,9999,9999,60,false,0,0,");
    }

    @Test
    void output_csv_ofThePreview_namesEachPurpose() {
        List<String> lines = CommandRun.of("replay", AZURE, "--explain-columns", "--output", "csv")
                .lines();
        assertThat(lines)
                .startsWith("purpose,column,first_value", "time,TIMESTAMP,2023-11-16 18:17:03.9799600", "entity,,");
    }

    @Test
    void json_besideAnotherForm_isRefused() {
        CommandRun both = CommandRun.of("replay", AZURE, "--limit", "rpm=1/s", "--json", "--output", "csv");
        assertThat(both.exitCode()).isEqualTo(2);
        assertThat(both.err()).contains("--json: only without --output csv");
        CommandRun two = CommandRun.of("replay", AZURE, "--limit", "rpm=1/s", "--output", "csv", "--html", "-");
        assertThat(two.exitCode()).isEqualTo(2);
        assertThat(two.err()).contains("--html", "standard output has the report as csv");
        assertThat(two.out()).isEmpty();
    }
}
