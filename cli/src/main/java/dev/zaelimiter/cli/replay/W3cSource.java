package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.BadInputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of a log in W3C's extended format, as IIS and CloudFront write it: a line that begins with {@code #Fields:}
 * says what stands in the lines after it. Date and time become one column; both are in UTC. A server that starts again
 * may write other fields: those of the first such line are the columns.
 */
final class W3cSource implements RowSource {

    private static final String FIELDS = "#Fields:";
    private static final int MOST_FIELDS = 1_000;

    private final LineReader lines;
    private final RowCells row = new RowCells();
    private final Map<String, Integer> columns = new HashMap<>();
    private int[] columnOf = {};
    private int date = -1;
    private int clock = -1;
    private boolean atRow;

    W3cSource(Utf8Reader in) {
        this.lines = new LineReader(in);
    }

    @Override
    public List<String> readHeader() {
        List<String> header = new ArrayList<>();
        while (lines.next()) {
            if (!isDirective()) {
                atRow = true;
                break;
            }
            String line = line();
            if (line.startsWith(FIELDS)) {
                header.clear();
                header.add("time");
                for (String name : names(line)) {
                    if (!name.equals("date") && !name.equals("time")) {
                        header.add(name);
                    }
                }
                fields(line, header);
            }
        }
        if (header.isEmpty()) {
            throw new BadInputException("has no line that begins with " + FIELDS + ", which says what its columns are");
        }
        if (date < 0 || clock < 0) {
            throw new BadInputException("has no " + (date < 0 ? "date" : "time")
                    + " among its fields; the log has to write" + " both date and time");
        }
        return List.copyOf(header);
    }

    @Override
    public boolean next() {
        while (atRow || lines.next()) {
            atRow = false;
            if (!isDirective()) {
                fill();
                return true;
            }
            String line = line();
            if (line.startsWith(FIELDS)) {
                fields(line, List.of());
            }
        }
        return false;
    }

    @Override
    public RowCells row() {
        return row;
    }

    @Override
    public InputFormat format() {
        return InputFormat.W3C;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private boolean isDirective() {
        return lines.text()[lines.start()] == '#';
    }

    private String line() {
        return Utf8Reader.readable(lines.text(), lines.start(), lines.end());
    }

    private static List<String> names(String line) {
        List<String> names = List.of(line.substring(FIELDS.length()).strip().split("[ \t]+"));
        if (names.size() > MOST_FIELDS) {
            throw new BadInputException("has " + names.size() + " fields; " + MOST_FIELDS + " are the most");
        }
        return names;
    }

    private void fields(String line, List<String> header) {
        for (String name : header) {
            columns.put(name, columns.size());
        }
        List<String> names = names(line);
        columnOf = new int[names.size()];
        date = names.indexOf("date");
        clock = names.indexOf("time");
        for (int i = 0; i < columnOf.length; i++) {
            columnOf[i] = i == date || i == clock ? -1 : columns.getOrDefault(names.get(i), -1);
        }
    }

    private void fill() {
        row.begin(lines.number());
        row.expect(columns.size());
        if (lines.isStrange()) {
            row.strange();
        }
        char[] text = lines.text();
        int at = lines.start();
        int field = 0;
        int dateAt = -1;
        int dateLength = 0;
        int clockAt = -1;
        int clockLength = 0;
        while (at < lines.end()) {
            int end = endOfField(text, at);
            if (field < columnOf.length) {
                boolean dash = end - at == 1 && text[at] == '-';
                if (field == date) {
                    dateAt = at;
                    dateLength = end - at;
                } else if (field == clock) {
                    clockAt = at;
                    clockLength = end - at;
                } else if (columnOf[field] >= 0 && !dash && end > at) {
                    row.set(columnOf[field], text, at, end - at);
                }
            }
            field++;
            at = end + 1;
        }
        if (field != columnOf.length) {
            row.broken(new BrokenRowException(
                    "the number of fields",
                    Integer.toString(field),
                    "as many as in the line " + FIELDS + ", " + columnOf.length));
        } else if (dateAt >= 0 && clockAt >= 0) {
            setTime(text, dateAt, dateLength, clockAt, clockLength);
        }
    }

    private int endOfField(char[] text, int at) {
        int end = at;
        while (end < lines.end() && text[end] != ' ' && text[end] != '\t') {
            end++;
        }
        return end;
    }

    /** The first column is the time, which such a line tells in two fields. */
    private void setTime(char[] text, int dateAt, int dateLength, int clockAt, int clockLength) {
        char[] time = new char[dateLength + 1 + clockLength];
        System.arraycopy(text, dateAt, time, 0, dateLength);
        time[dateLength] = ' ';
        System.arraycopy(text, clockAt, time, dateLength + 1, clockLength);
        row.set(0, time, 0, time.length);
    }
}
