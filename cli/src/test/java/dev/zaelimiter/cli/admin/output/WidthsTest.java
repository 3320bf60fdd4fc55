package dev.zaelimiter.cli.admin.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.DisplayWidth;
import dev.zaelimiter.cli.OutputForm;
import dev.zaelimiter.cli.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** C5: tables did not fit 80 columns, and their lines were broken by the terminal. */
class WidthsTest {

    private static final List<Map<String, @Nullable Object>> ROWS = List.of(
            Output.fields("timestamp", "2026-03-01T10:15:30Z", "details", Map.of("limits", "x".repeat(90)), "n", 1),
            Output.fields("timestamp", "2026-03-01T10:15:31Z", "details", "with some words to break it", "n", 20));

    private static List<String> shown(Terminal terminal, OutputForm form, Consumer<Output> showing) {
        StringWriter out = new StringWriter();
        Output output = new Output(new PrintWriter(out), form, terminal);
        showing.accept(output);
        output.flush();
        return out.toString().lines().toList();
    }

    private static Terminal wide(int columns) {
        return new Terminal(true, columns, StandardCharsets.UTF_8, false);
    }

    @Test
    void rows_onATerminalOfAnyWidth_fit_andLoseNothing() {
        for (int width = 40; width <= 200; width++) {
            int columns = width;
            for (Consumer<Output> showing : List.<Consumer<Output>>of(
                    output -> output.rows(ROWS, "none"),
                    output -> output.stream(ROWS.iterator(), "none"),
                    output -> output.object(ROWS.get(0)))) {
                List<String> lines = shown(wide(width), OutputForm.table, showing);
                assertThat(lines)
                        .allSatisfy(line -> assertThat(DisplayWidth.of(line)).isLessThanOrEqualTo(columns));
                assertThat(String.join("", lines).chars().filter(c -> c == 'x').count())
                        .isEqualTo(90);
            }
        }
    }

    @Test
    void rows_onANarrowTerminal_areBelowOneAnother() {
        assertThat(shown(wide(40), OutputForm.table, output -> output.rows(ROWS.subList(1, 2), "none")))
                .containsExactly(
                        "TIMESTAMP   2026-03-01T10:15:31Z",
                        "DETAILS     with some words to break it",
                        "N           20");
    }

    @Test
    void rows_whoseHeadingsAreTooWide_haveThemBroken() {
        List<Map<String, @Nullable Object>> rows =
                List.of(Output.fields("entity_id", "key-1", "refill_period_seconds", 60L, "soft", false));
        assertThat(shown(wide(30), OutputForm.table, output -> output.rows(rows, "none")))
                .containsExactly(
                        "ENTITY          REFILL", "ID      PERIOD SECONDS  SOFT", "key-1               60  no");
    }

    @Test
    void rows_intoAPipe_areALineEach() {
        assertThat(shown(
                        Terminal.plain(40, StandardCharsets.UTF_8),
                        OutputForm.table,
                        output -> output.rows(ROWS, "none")))
                .hasSize(3);
    }

    @Test
    void stream_onceBelowOneAnother_staysSo() {
        Stream<Map<String, @Nullable Object>> rows = Stream.iterate(0, i -> i < 1200, i -> i + 1)
                .map(i -> Output.fields("name", i == 700 ? "n".repeat(90) : "name", "number", i));
        List<String> lines = shown(wide(80), OutputForm.table, output -> output.stream(rows.iterator(), "none"));
        assertThat(lines).contains("NUMBER   1199").doesNotContain("name     1199");
    }

    @Test
    void csv_isQuoted_andHoldsNoFormula() {
        assertThat(shown(
                        wide(40),
                        OutputForm.csv,
                        output -> output.rows(
                                List.of(Output.fields(
                                        "a", "x,\"y\"", "b", null, "c", true, "d", -5L, "e", "=1+1", "f", List.of(1L))),
                                "none")))
                .containsExactly("a,b,c,d,e,f", "\"x,\"\"y\"\"\",,true,-5,'=1+1,[1]");
    }
}
