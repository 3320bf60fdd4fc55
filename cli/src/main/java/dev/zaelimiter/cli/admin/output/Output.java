package dev.zaelimiter.cli.admin.output;

import dev.zaelimiter.NamePage;
import dev.zaelimiter.cli.OutputForm;
import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.cli.Text;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Shows results: to people as aligned columns, to programs as one JSON value in a line, its keys in the same order each
 * time. What can't be seen is escaped in a table, so that a text from a store can't forge lines, nor steer a terminal.
 * For one thread.
 */
public final class Output {

    /** Rows that are aligned with each other. */
    private static final int AT_ONCE = 500;

    private final PrintWriter out;
    private final OutputForm form;
    private final Terminal terminal;
    private final TableOutput tables;
    private final CsvOutput csv;

    /**
     * Output of one command.
     *
     * @param out where to
     * @param form for whom
     * @param terminal what {@code out} can show
     */
    public Output(PrintWriter out, OutputForm form, Terminal terminal) {
        this(out, form, terminal, List.of());
    }

    /**
     * Output of one command that prints a table.
     *
     * @param out where to
     * @param form for whom
     * @param terminal what {@code out} can show
     * @param columns names of the fields of each row, which CSV begins with also where there is no row
     */
    public Output(PrintWriter out, OutputForm form, Terminal terminal, List<String> columns) {
        this.out = out;
        this.form = form;
        this.terminal = terminal;
        this.tables = new TableOutput(terminal);
        this.csv = new CsvOutput(out, columns);
    }

    /**
     * The same for another table.
     *
     * @param others names of the fields of each row
     * @return output to the same place
     */
    public Output withColumns(String... others) {
        return new Output(out, form, terminal, List.of(others));
    }

    /**
     * Whether a program reads this.
     *
     * @return false if people do
     */
    public boolean isJson() {
        return form == OutputForm.json;
    }

    /**
     * Whether people read this.
     *
     * @return false if a program does
     */
    public boolean isForPeople() {
        return form == OutputForm.table;
    }

    /**
     * What is written to.
     *
     * @return the same each time
     */
    public Terminal terminal() {
        return terminal;
    }

    /**
     * Shows one thing: a line for each of its fields.
     *
     * @param fields texts, whole numbers, booleans, lists, maps or nulls
     */
    public void object(Map<String, @Nullable Object> fields) {
        if (isJson()) {
            json(fields);
            return;
        } else if (form == OutputForm.csv) {
            csv.rows(List.of(fields));
            return;
        }
        List<String> headings = new ArrayList<>();
        List<String> values = new ArrayList<>();
        fields.forEach((name, value) -> {
            if (value instanceof List<?> list && list.size() > 1) {
                // Each in a line of its own: several limits in one line can't be read.
                for (int i = 0; i < list.size(); i++) {
                    headings.add(i == 0 ? CellText.heading(name) : "");
                    values.add(CellText.of(list.get(i)));
                }
            } else {
                headings.add(CellText.heading(name));
                values.add(CellText.of(value));
            }
        });
        Blocks.block(headings, values, terminal.interactive() ? terminal.width() : Integer.MAX_VALUE)
                .forEach(out::println);
    }

    /**
     * Shows several things of one kind: a row for each.
     *
     * @param objects all with the same fields
     * @param ifNone a sentence for people if there is none
     */
    public void rows(List<Map<String, @Nullable Object>> objects, String ifNone) {
        if (isJson()) {
            json(objects);
        } else if (form == OutputForm.csv) {
            csv.rows(objects);
        } else if (objects.isEmpty()) {
            out.println(Text.visible(ifNone));
        } else {
            tables.fitting(objects).forEach(out::println);
        }
    }

    /**
     * Shows things of one kind, of which there may be very many: some rows are shown before the next are read, and none
     * once nobody reads on.
     *
     * @param objects all with the same fields
     * @param ifNone a sentence for people if there is none
     */
    public void stream(Iterator<Map<String, @Nullable Object>> objects, String ifNone) {
        if (isJson()) {
            out.print('[');
            long count = 0;
            while (objects.hasNext()) {
                out.print((count == 0 ? "" : ",") + JsonText.of(objects.next()));
                if (++count % AT_ONCE == 0 && !flush()) {
                    return;
                }
            }
            out.println(']');
            return;
        }
        boolean first = true;
        while (objects.hasNext()) {
            List<Map<String, @Nullable Object>> some = new ArrayList<>();
            while (some.size() < AT_ONCE && objects.hasNext()) {
                some.add(objects.next());
            }
            if (form == OutputForm.csv) {
                csv.rows(some);
            } else {
                tables.next(some, first).forEach(out::println);
            }
            if (!flush()) {
                return;
            }
            first = false;
        }
        if (first && form == OutputForm.csv) {
            csv.rows(List.of());
        } else if (first) {
            out.println(Text.visible(ifNone));
        }
    }

    /**
     * Shows names of which there may be very many: a page is shown before the next is read, and none once nobody reads
     * on.
     *
     * @param name what the names are
     * @param pages gives the page after a token, and the first for null
     * @param ifNone a sentence for people if there is none
     */
    public void column(String name, Function<@Nullable String, NamePage> pages, String ifNone) {
        NamePage page = pages.apply(null);
        if (isJson()) {
            out.print('[');
        } else if (form == OutputForm.csv) {
            out.println(CsvText.line(List.of(name)));
        } else {
            boolean none = page.names().isEmpty() && page.next().isEmpty();
            out.println(none ? ifNone : terminal.bold(CellText.heading(name)));
        }
        String separator = "";
        while (true) {
            for (String each : page.names()) {
                String line = form == OutputForm.csv ? CsvText.line(List.of(each)) : CellText.of(each);
                out.print(isJson() ? separator + JsonText.of(fields(name, each)) : line + System.lineSeparator());
                separator = ",";
            }
            if (!flush()) {
                return;
            } else if (page.next().isEmpty()) {
                break;
            }
            page = pages.apply(page.next().get());
        }
        if (isJson()) {
            out.println(']');
        }
    }

    /**
     * Shows what was done.
     *
     * @param sentence for people
     * @param fields for programs
     */
    public void done(String sentence, Map<String, @Nullable Object> fields) {
        if (isJson()) {
            json(fields);
        } else if (form == OutputForm.csv) {
            csv.rows(List.of(fields));
        } else {
            out.println(Text.visible(sentence));
        }
    }

    /**
     * Shows a line that is laid out already.
     *
     * @param line for people, with nothing in it that steers a terminal unawares
     */
    public void line(String line) {
        out.println(line);
    }

    /**
     * Writes to a terminal, codes that steer it included.
     *
     * @param text as it is
     */
    public void raw(String text) {
        out.print(text);
        out.flush();
    }

    /**
     * Hands on what was written.
     *
     * @return false if something was not: the reader has left, as {@code | head} does, or the disk is full
     */
    public boolean flush() {
        return !out.checkError();
    }

    /**
     * Names and values in turn.
     *
     * @param namesAndValues an even number
     * @return a map in that order
     */
    public static Map<String, @Nullable Object> fields(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return fields;
    }

    /**
     * Values of one field.
     *
     * @param name the field's
     * @param values one for each row
     * @return rows
     */
    public static List<Map<String, @Nullable Object>> column(String name, List<String> values) {
        return values.stream().map(value -> fields(name, value)).toList();
    }

    private void json(Object value) {
        out.println(JsonText.of(value));
    }
}
