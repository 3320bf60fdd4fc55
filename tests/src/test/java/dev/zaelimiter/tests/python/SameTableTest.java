package dev.zaelimiter.tests.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.tests.backends.Backend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What each system does, seen by the other; and the table in the documentation that says so, which is made of what came
 * out here: {@code mvn test -Pextended -pl tests -am -Dtest=SameTableTest -Dsurefire.failIfNoSpecifiedTests=false
 * -DargLine=-Dpin}.
 */
class SameTableTest {

    private static final Path PAGE = Path.of("..", "docs", "operator", "beside-python.md");
    private static final List<SameTableCase> CASES = Stream.of(
                    SameTable.values(), SameTableMore.values(), SameTableAcross.values())
            .<SameTableCase>flatMap(Stream::of)
            .toList();
    private static final String BEGIN = "| One of them | Python, seen by ours | Ours, seen by Python |";

    /** Every row of the page is a case here, and every case a row, whether or not the stores are there to play them. */
    @Test
    void page_rows_areTheCases() throws IOException {
        assertThat(rows(Files.readString(PAGE)).stream().map(row -> row.split(" \\| ")[0]))
                .containsExactlyElementsOf(
                        CASES.stream().map(each -> "| " + each.words()).toList());
    }

    @Test
    @Tag("extended")
    @Tag("back-end")
    @Timeout(600)
    void page_outcomes_areThoseOfTheCases() throws IOException {
        List<String> outcomes = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        try (PythonClients python = new PythonClients(Backend.DYNOXIDE.endpoint())) {
            for (SameTableCase each : CASES) {
                outcomes.add("| " + each.words()
                        + " | " + outcome(python, each, SameTableCase::byPython, failures)
                        + " | " + outcome(python, each, SameTableCase::byOurs, failures) + " |");
            }
        }
        String text = Files.readString(PAGE);
        if (System.getProperty("pin") != null) {
            Files.writeString(PAGE, with(text, outcomes));
        }
        assertThat(rows(Files.readString(PAGE))).as("%s", failures).isEqualTo(outcomes);
    }

    private static String outcome(
            PythonClients python, SameTableCase each, BiConsumer<SameTableCase, Fleet> way, List<String> failures) {
        try (SharedTable table = new SharedTable(python, "0.17.0")) {
            way.accept(each, new Fleet(table));
            return "the same";
        } catch (AssertionError | RuntimeException failure) {
            failures.add(each + ": " + failure);
            return "**differs**";
        }
    }

    private static int begin(String page) {
        int head = page.indexOf(BEGIN);
        return page.indexOf('\n', page.indexOf('\n', head) + 1) + 1;
    }

    private static int end(String page) {
        return page.indexOf("\n\n", begin(page)) + 1;
    }

    private static List<String> rows(String page) {
        return page.substring(begin(page), end(page)).lines().toList();
    }

    private static String with(String page, List<String> rows) {
        return page.substring(0, begin(page)) + String.join("\n", rows) + "\n" + page.substring(end(page));
    }
}
