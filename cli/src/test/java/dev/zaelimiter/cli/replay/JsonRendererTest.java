package dev.zaelimiter.cli.replay;

import static dev.zaelimiter.cli.replay.Runs.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one object that {@code --json} prints. */
class JsonRendererTest {

    @TempDir
    private Path directory;

    @Test
    void replay_json_hasItsFieldsInOrder() {
        Map<String, Object> json = json("time\n0\n0\n", "--limit", "rps=1/s");

        assertThat(json.keySet())
                .containsExactly(
                        "file",
                        "rows",
                        "admitted",
                        "refused",
                        "refused_by",
                        "skipped",
                        "out_of_order",
                        "not_utf8",
                        "first_time",
                        "last_time",
                        "span_ms",
                        "longest_refusal_streak",
                        "retry_after_ms",
                        "never_fits",
                        "switched_off",
                        "limits",
                        "timeline",
                        "skipped_rows",
                        "out_of_order_rows",
                        "not_utf8_rows",
                        "top_entities",
                        "policies",
                        "assumptions",
                        "columns");
        assertThat(json).containsEntry("retry_after_ms", Map.of("p50", 1_000L, "p95", 1_000L, "max", 1_000L));
        assertThat(json)
                .containsEntry(
                        "longest_refusal_streak",
                        Map.of(
                                "rows",
                                1L,
                                "entity",
                                "all",
                                "resource",
                                "all",
                                "from",
                                "1970-01-01T00:00:00Z",
                                "to",
                                "1970-01-01T00:00:00Z"));
    }

    @Test
    void replay_json_isAsciiInOneLine() {
        String text = "time,user\n0,ada\n0,æ\n";
        CommandRun run = ok("replay", ReplayFiles.write(directory, text), "--limit", "rps=1/s", "--json");

        assertThat(run.out()).matches("\\p{ASCII}*").hasLineCount(1).endsWith(System.lineSeparator());
        assertThat(run.out()).contains("\\u00E6");
        assertThat(run.err()).isEmpty();
    }

    private Map<String, Object> json(String text, String... options) {
        List<String> args = new ArrayList<>(List.of("replay", ReplayFiles.write(directory, text)));
        args.addAll(List.of(options));
        args.add("--json");
        return Json.object(ok(args.toArray(String[]::new)).out());
    }
}
