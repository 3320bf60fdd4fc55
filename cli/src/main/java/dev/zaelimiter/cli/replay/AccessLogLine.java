package dev.zaelimiter.cli.replay;

import java.util.List;
import java.util.regex.Pattern;

/**
 * One line of an access log, as Apache and nginx write them:
 *
 * <pre>
 * [HOST] CLIENT IDENT USER [dd/Mon/yyyy:hh:mm:ss zone] "METHOD PATH PROTOCOL" STATUS BYTES
 *     ["REFERER" "AGENT" ["FORWARDED"]]
 * </pre>
 *
 * <p>Here in two lines, there in one. The common format ends after BYTES; HOST comes first in Apache's
 * {@code vhost_combined}, and FORWARDED last in nginx's {@code main}. CLIENT may be a list of addresses. In quotes a
 * backslash takes the next character's meaning away, so that {@code \"} ends nothing; escapes are left as they are. Not
 * thread-safe.
 */
final class AccessLogLine implements LineParser {

    private static final List<String> COLUMNS = List.of(
            "client_ip",
            "time",
            "remote_user",
            "host",
            "method",
            "path",
            "protocol",
            "status",
            "bytes",
            "referer",
            "agent",
            "forwarded_for");

    private static final int CLIENT = 0;
    private static final int TIME = 1;
    private static final int USER = 2;
    private static final int HOST = 3;
    private static final int METHOD = 4;
    private static final int PATH = 5;
    private static final int PROTOCOL = 6;
    private static final int STATUS = 7;
    private static final int BYTES = 8;
    private static final int REFERER = 9;
    private static final int LAST = 11;

    private static final char[] NOTHING = {'0'};
    private static final Pattern BEGINNING = Pattern.compile("\\S+ .*\\[\\d{1,2}/[A-Za-z]{3}/\\d{4}:.*");

    private char[] text = NOTHING;
    private int at;
    private int end;

    /** Whether a line begins as those of an access log do, up to the time. */
    static boolean looksLikeOne(String line) {
        return BEGINNING.matcher(line).matches();
    }

    @Override
    public List<String> columns() {
        return COLUMNS;
    }

    @Override
    public boolean read(char[] line, int from, int to, RowCells row) {
        text = line;
        at = from;
        end = to;
        int bracket = bracket();
        return bracket >= 0 && names(bracket, row) && request(row) && numbers(row) && rest(row);
    }

    /**
     * Where the time begins: the first bracket after a space with a day and a slash behind it. A name may have others.
     */
    private int bracket() {
        for (int i = at + 1; i < end - 3; i++) {
            if (text[i] == '['
                    && text[i - 1] == ' '
                    && isDigit(text[i + 1])
                    && (text[i + 2] == '/' || (isDigit(text[i + 2]) && text[i + 3] == '/'))) {
                return i;
            }
        }
        return -1;
    }

    /** Everything up to the time, and the time; a user's name may hold spaces, and IDENT is almost always a dash. */
    private boolean names(int bracket, RowCells row) {
        int first = at;
        int firstEnd = list();
        int second = at;
        int secondEnd = word();
        int third = at;
        int thirdEnd = at < bracket ? word() : at;
        boolean virtualHost = !isDash(second, secondEnd) && isDash(third, thirdEnd) && at < bracket;
        if (virtualHost) {
            row.set(HOST, text, first, hostEnd(first, firstEnd) - first);
            row.set(CLIENT, text, second, secondEnd - second);
        } else {
            at = third;
            row.set(CLIENT, text, first, firstEnd - first);
        }
        if (at >= bracket || firstEnd == first) {
            return false;
        }
        repeatedClient(bracket);
        if (at < bracket - 1 && !isDash(at, bracket - 1)) {
            row.set(USER, text, at, bracket - 1 - at);
        }
        at = bracket + 1;
        int close = indexOf(']', at);
        if (close < 0) {
            return false;
        }
        row.set(TIME, text, at, close - at);
        at = close + 1;
        return true;
    }

    /** A word, or several with commas behind all but the last: addresses that proxies listed, the client's first. */
    private int list() {
        int wordEnd = word();
        while (wordEnd > 0 && text[wordEnd - 1] == ',' && at < end && text[at] != '-') {
            wordEnd = word();
        }
        return wordEnd > 0 && text[wordEnd - 1] == ',' ? wordEnd - 1 : wordEnd;
    }

    /** What ingress-nginx wrote until 2019: {@code CLIENT - [CLIENT] - USER [time]}. */
    private void repeatedClient(int bracket) {
        if (text[at] == '[') {
            int dash = indexOf(']', at);
            if (dash > 0
                    && dash + 3 < bracket
                    && text[dash + 1] == ' '
                    && text[dash + 2] == '-'
                    && text[dash + 3] == ' ') {
                at = dash + 4;
            }
        }
    }

    /** Method, path and protocol; a request that is not made of these, as a scanner sends, is all path. */
    private boolean request(RowCells row) {
        int start = quoted();
        if (start < 0) {
            return false;
        }
        int close = at - 1;
        int space = indexOf(' ', start);
        int last = close;
        while (last > start && text[last - 1] != ' ') {
            last--;
        }
        if (space < 0 || space >= last - 1 || last > close) {
            row.set(PATH, text, start, close - start);
            return true;
        }
        row.set(METHOD, text, start, space - start);
        row.set(PATH, text, space + 1, last - 1 - (space + 1));
        row.set(PROTOCOL, text, last, close - last);
        return true;
    }

    private boolean numbers(RowCells row) {
        skipSpace();
        int status = at;
        int statusEnd = word();
        int bytes = at;
        int bytesEnd = word();
        if (statusEnd - status != 3 || !areDigits(status, statusEnd) || bytesEnd == bytes) {
            return false;
        }
        row.set(STATUS, text, status, 3);
        if (isDash(bytes, bytesEnd)) {
            row.set(BYTES, NOTHING, 0, 1);
            return true;
        }
        row.set(BYTES, text, bytes, bytesEnd - bytes);
        return areDigits(bytes, bytesEnd);
    }

    /** What the combined format adds, as far as it is there; a quote that is never closed is a line cut short. */
    private boolean rest(RowCells row) {
        for (int column = REFERER; column <= LAST; column++) {
            skipSpace();
            if (at == end || text[at] != '"') {
                return true;
            }
            int start = quoted();
            if (start < 0) {
                return false;
            }
            if (!isDash(start, at - 1)) {
                row.set(column, text, start, at - 1 - start);
            }
        }
        return true;
    }

    /** Passes a word and the space after it; where the word ends. */
    private int word() {
        while (at < end && text[at] != ' ') {
            at++;
        }
        int wordEnd = at;
        skipSpace();
        return wordEnd;
    }

    /** Passes a text in quotes; where it begins, or -1. It ends before the character that was passed last. */
    private int quoted() {
        skipSpace();
        if (at == end || text[at] != '"') {
            return -1;
        }
        int start = ++at;
        for (; at < end; at++) {
            if (text[at] == '\\') {
                at++;
            } else if (text[at] == '"') {
                at++;
                return start;
            }
        }
        at = end;
        return -1;
    }

    /** Apache writes the port behind the name of the host. */
    private int hostEnd(int start, int hostEnd) {
        int i = hostEnd;
        while (i > start && isDigit(text[i - 1])) {
            i--;
        }
        return i > start + 1 && i < hostEnd && text[i - 1] == ':' ? i - 1 : hostEnd;
    }

    private int indexOf(char c, int from) {
        for (int i = from; i < end; i++) {
            if (text[i] == c) {
                return i;
            }
        }
        return -1;
    }

    private void skipSpace() {
        while (at < end && text[at] == ' ') {
            at++;
        }
    }

    private boolean isDash(int start, int wordEnd) {
        return wordEnd - start == 1 && text[start] == '-';
    }

    private boolean areDigits(int start, int wordEnd) {
        for (int i = start; i < wordEnd; i++) {
            if (!isDigit(text[i])) {
                return false;
            }
        }
        return wordEnd > start;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
