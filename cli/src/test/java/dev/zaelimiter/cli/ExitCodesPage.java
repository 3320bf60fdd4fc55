package dev.zaelimiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables of the page of exit codes. Each of their situations is brought about, and none that is not there. */
public final class ExitCodesPage {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| (.+) \\| ([0-3]) \\|$");

    private ExitCodesPage() {}

    /** What brings a situation about, and the exit code that it gives. */
    @FunctionalInterface
    public interface Situation {
        int exitCode() throws Exception;
    }

    public static void says(String heading, Map<String, Situation> situations) throws Exception {
        Map<String, Integer> documented = table(heading);
        assertThat(situations.keySet()).containsExactlyInAnyOrderElementsOf(documented.keySet());
        Map<String, Integer> found = new LinkedHashMap<>();
        for (String situation : documented.keySet()) {
            found.put(situation, situations.get(situation).exitCode());
        }
        assertThat(found).isEqualTo(documented);
    }

    private static Map<String, Integer> table(String heading) throws IOException {
        String page = Files.readString(Path.of("..", "docs", "operator", "exit-codes.md"));
        int start = page.indexOf("\n## " + heading);
        int end = page.indexOf("\n## ", start + 1);
        Map<String, Integer> rows = new LinkedHashMap<>();
        for (Matcher row = ROW.matcher(page.substring(start, end < 0 ? page.length() : end)); row.find(); ) {
            rows.put(row.group(1), Integer.valueOf(row.group(2)));
        }
        return rows;
    }
}
