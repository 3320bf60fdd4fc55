package dev.zaelimiter.cli.admin.output;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows as CSV, below the names of their fields. For one thread. */
final class CsvOutput {

    private final PrintWriter out;
    private final List<String> columns;
    private List<String> head = List.of();

    CsvOutput(PrintWriter out, List<String> columns) {
        this.out = out;
        this.columns = List.copyOf(columns);
    }

    /** A reader looks for the names first, also where no row follows; and between rows it takes them for one more. */
    void rows(List<Map<String, @Nullable Object>> objects) {
        List<String> names =
                objects.isEmpty() ? columns : List.copyOf(objects.get(0).keySet());
        if (!names.equals(head)) {
            out.println(CsvText.line(names));
            head = names;
        }
        objects.forEach(fields -> out.println(CsvText.line(fields.values())));
    }
}
