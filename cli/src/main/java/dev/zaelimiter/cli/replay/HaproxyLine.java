package dev.zaelimiter.cli.replay;

import java.util.List;
import java.util.regex.Pattern;

/**
 * One line of HAProxy, for HTTP or TCP, with or without what syslog puts before it:
 *
 * <pre>
 * ... CLIENT:PORT [TIME] FRONTEND BACKEND/SERVER TIMERS STATUS BYTES - - ---- 1/1/1/1/0 0/0 {...} "REQUEST"
 * ... CLIENT:PORT [TIME] FRONTEND BACKEND/SERVER TIMERS BYTES -- 1/1/1/1/0 0/0
 * </pre>
 *
 * <p>TIME is {@code dd/Mon/yyyy:hh:mm:ss.mmm}. Not thread-safe.
 */
final class HaproxyLine implements LineParser {

    private static final List<String> COLUMNS =
            List.of("client_ip", "time", "frontend", "backend", "status", "bytes", "method", "path", "protocol");
    private static final int CLIENT = 0;
    private static final int TIME = 1;
    private static final int FRONTEND = 2;
    private static final int BACKEND = 3;
    private static final int STATUS = 4;
    private static final int BYTES = 5;
    private static final int METHOD = 6;
    private static final Pattern BEGINNING = Pattern.compile(
            "(?:.* )?\\S+:\\d{1,5} \\[\\d{2}/[A-Za-z]{3}/\\d{4}:\\d{2}:\\d{2}:\\d{2}\\.\\d{3}] \\S+ \\S+ [-+\\d]+/.*");

    private final LineWords tokens = new LineWords();

    static boolean looksLikeOne(String line) {
        return BEGINNING.matcher(line).matches();
    }

    @Override
    public List<String> columns() {
        return COLUMNS;
    }

    @Override
    public boolean read(char[] line, int from, int to, RowCells row) {
        int bracket = bracket(line, from, to);
        if (bracket < 0) {
            return false;
        }
        int client = bracket - 1;
        while (client > from && line[client - 1] != ' ') {
            client--;
        }
        row.set(CLIENT, line, client, bracket - 1 - client);
        tokens.begin(line, bracket, to);
        if (!tokens.next('[')) {
            return false;
        }
        tokens.into(row, TIME);
        if (!tokens.next(' ')) {
            return false;
        }
        tokens.into(row, FRONTEND);
        if (!tokens.next(' ')) {
            return false;
        }
        tokens.into(row, BACKEND);
        return tokens.next(' ') && slashes(line) >= 2 && numbers(row) && request(row);
    }

    private int slashes(char[] line) {
        int slashes = 0;
        for (int i = tokens.start(); i < tokens.start() + tokens.length(); i++) {
            slashes += line[i] == '/' ? 1 : 0;
        }
        return slashes;
    }

    /**
     * Status and bytes of a request, or the bytes alone of a connection; a status of -1 is a request that was cut off.
     */
    private boolean numbers(RowCells row) {
        if (!tokens.next(' ')) {
            return false;
        }
        int start = tokens.start();
        boolean three = tokens.length() == 3 && tokens.isNumber();
        tokens.into(row, three ? STATUS : BYTES);
        if (!tokens.next(' ')) {
            return false;
        }
        if (tokens.isNumber()) {
            tokens.into(row, BYTES);
        }
        return start > 0;
    }

    private boolean request(RowCells row) {
        while (tokens.next()) {
            if (tokens.kind() == '"') {
                tokens.requestInto(row, METHOD, METHOD + 1, METHOD + 2);
                return true;
            }
        }
        return true;
    }

    /** Where a bracket stands that a date follows, and a word goes before. */
    private static int bracket(char[] line, int from, int to) {
        for (int i = from + 2; i < to - 4; i++) {
            if (line[i] == '[' && line[i - 1] == ' ' && line[i + 3] == '/' && line[i - 2] != ' ') {
                return i;
            }
        }
        return -1;
    }
}
