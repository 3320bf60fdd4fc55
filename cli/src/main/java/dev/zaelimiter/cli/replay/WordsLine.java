package dev.zaelimiter.cli.replay;

import java.util.ArrayList;
import java.util.List;

/**
 * A line of words, each of which is one field: the logs of AWS load balancers, of S3 and of Envoy. A shape says what
 * the words are, in their order: {@code time}, {@code "request"} for one in quotes, {@code [time]} for one in brackets,
 * {@code #status} for a number or a dash, and {@code -} before the name, in quotes as well, of what is not needed. What
 * follows the shape is passed over. Not thread-safe.
 */
final class WordsLine implements LineParser {

    private static final String REQUEST = "request";

    private final LineWords tokens = new LineWords();
    private final List<String> columns = new ArrayList<>();
    private final List<Field> fields = new ArrayList<>();
    private final int least;

    /**
     * One word.
     *
     * @param kind what it stands in
     * @param number whether it has to be one
     * @param column where it goes, or -1
     * @param request whether it is method, path and protocol
     */
    private record Field(char kind, boolean number, int column, boolean request) {}

    /**
     * A format.
     *
     * @param shape its words
     * @param optional how many of the last words may be missing
     */
    WordsLine(String shape, int optional) {
        for (String word : shape.split(" ")) {
            boolean unused = word.contains("-");
            String rest = word.replace("-", "");
            boolean number = rest.startsWith("#");
            char first = rest.charAt(0);
            char kind = first == '"' || first == '[' ? first : ' ';
            String name = rest.replaceAll("[\"\\[\\]#]", "");
            boolean request = name.equals(REQUEST);
            fields.add(new Field(kind, number, unused ? -1 : columns.size(), request));
            if (request) {
                columns.addAll(List.of("method", "path", "protocol"));
            } else if (!unused) {
                columns.add(name);
            }
        }
        this.least = fields.size() - optional;
    }

    @Override
    public List<String> columns() {
        return columns;
    }

    @Override
    public boolean read(char[] line, int from, int to, RowCells row) {
        tokens.begin(line, from, to);
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            if (!tokens.next()) {
                return i >= least;
            }
            boolean fits = tokens.kind() == field.kind || (field.kind == '"' && tokens.isDash());
            if (!fits || (field.number && !tokens.isNumber() && !tokens.isDash())) {
                return false;
            }
            if (field.request) {
                tokens.requestInto(row, field.column, field.column + 1, field.column + 2);
            } else if (field.column >= 0) {
                tokens.into(row, field.column);
            }
        }
        return true;
    }
}
