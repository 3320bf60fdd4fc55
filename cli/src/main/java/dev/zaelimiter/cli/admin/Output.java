package dev.zaelimiter.cli.admin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.zaelimiter.Limit;
import dev.zaelimiter.NamePage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Shows results: to people as aligned columns, to programs as one JSON value in a line, its keys in the same order. */
final class Output {

    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    private static final String GAP = "   ";

    private final PrintWriter out;
    private final Form form;

    /** The forms; their names are those of the option. */
    enum Form {
        /** Aligned columns. */
        table,
        /** One JSON value in a line. */
        json
    }

    Output(PrintWriter out, Form form) {
        this.out = out;
        this.form = form;
    }

    /** Shows one thing: a line for each of its fields. */
    void object(Map<String, @Nullable Object> fields) {
        if (form == Form.json) {
            json(fields);
        } else {
            List<List<String>> rows = new ArrayList<>();
            fields.forEach((name, value) -> rows.add(List.of(heading(name), text(value))));
            print(rows);
        }
    }

    /** Shows several things of one kind: a row for each; all have the same fields. */
    void rows(List<Map<String, @Nullable Object>> objects, String ifNone) {
        if (form == Form.json) {
            json(objects);
        } else if (objects.isEmpty()) {
            out.println(ifNone);
        } else {
            List<List<String>> rows = new ArrayList<>();
            rows.add(objects.get(0).keySet().stream().map(Output::heading).toList());
            objects.forEach(fields ->
                    rows.add(fields.values().stream().map(Output::text).toList()));
            print(rows);
        }
    }

    /** Shows names of which there may be very many: a page is shown before the next is read. */
    void column(String name, Function<@Nullable String, NamePage> pages, String ifNone) {
        NamePage page = pages.apply(null);
        if (form == Form.table) {
            out.println(page.names().isEmpty() && page.next().isEmpty() ? ifNone : heading(name));
        } else {
            out.print('[');
        }
        String separator = "";
        while (true) {
            for (String each : page.names()) {
                out.print(
                        form == Form.table
                                ? text(each) + System.lineSeparator()
                                : separator + compact(fields(name, each)));
                separator = ",";
            }
            out.flush();
            if (page.next().isEmpty()) {
                break;
            }
            page = pages.apply(page.next().get());
        }
        if (form == Form.json) {
            out.println(']');
        }
    }

    /** Shows what was done; a program gets the fields. */
    void done(String sentence, Map<String, @Nullable Object> fields) {
        if (form == Form.json) {
            json(fields);
        } else {
            out.println(sentence);
        }
    }

    void flush() {
        out.flush();
    }

    static Map<String, @Nullable Object> fields(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return fields;
    }

    static Map<String, @Nullable Object> limit(Limit limit) {
        return fields(
                "name", limit.name(),
                "capacity", limit.capacity(),
                "refill_amount", limit.refillAmount(),
                "refill_period_seconds", limit.refillPeriod().toSeconds());
    }

    private static String heading(String name) {
        return name.toUpperCase(Locale.ROOT).replace('_', ' ');
    }

    private static String text(@Nullable Object value) {
        if (value == null) {
            return "-";
        } else if (value instanceof List<?> list) {
            return list.isEmpty()
                    ? "-"
                    : String.join(", ", list.stream().map(Output::text).toList());
        } else if (value instanceof Map<?, ?> map) {
            List<String> entries = new ArrayList<>();
            map.forEach((name, each) -> entries.add(name + "=" + text(each)));
            return entries.isEmpty() ? "-" : String.join(" ", entries);
        }
        return visible(value.toString());
    }

    /** Text from a store can't forge lines, nor steer a terminal. */
    private static String visible(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                shown.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }

    private void print(List<List<String>> rows) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                line.append(i == 0 ? "" : GAP)
                        .append(row.get(i))
                        .append(" ".repeat(widths[i] - row.get(i).length()));
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private void json(Object value) {
        out.println(compact(value));
    }

    private static String compact(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            write(json, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                json.writeFieldName(String.valueOf(entry.getKey()));
                write(json, entry.getValue());
            }
            json.writeEndObject();
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object each : list) {
                write(json, each);
            }
            json.writeEndArray();
        } else if (value instanceof Long number) {
            json.writeNumber(number);
        } else if (value instanceof Boolean bool) {
            json.writeBoolean(bool);
        } else if (value == null) {
            json.writeNull();
        } else {
            json.writeString(value.toString());
        }
    }
}
