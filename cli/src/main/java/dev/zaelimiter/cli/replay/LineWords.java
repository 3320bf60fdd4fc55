package dev.zaelimiter.cli.replay;

/**
 * The words of a line with spaces between them: a text in double quotes is one word, and so is one in brackets or
 * braces. In quotes a backslash takes the next character's meaning away. Not thread-safe.
 */
final class LineWords {

    private char[] text = {};
    private int at;
    private int end;
    private int wordStart;
    private int wordEnd;
    private char kind;

    /** Begins with a line. */
    void begin(char[] line, int from, int to) {
        text = line;
        at = from;
        end = to;
    }

    /**
     * Finds the next word.
     *
     * @return false at the end, or where quotes or brackets are never closed
     */
    boolean next() {
        while (at < end && (text[at] == ' ' || text[at] == '\t')) {
            at++;
        }
        if (at >= end) {
            return false;
        }
        kind = text[at];
        char close = kind == '"' ? '"' : kind == '[' ? ']' : kind == '{' ? '}' : ' ';
        if (close == ' ') {
            kind = ' ';
            wordStart = at;
            while (at < end && text[at] != ' ' && text[at] != '\t') {
                at++;
            }
            wordEnd = at;
            return true;
        }
        wordStart = ++at;
        while (at < end && text[at] != close) {
            at += text[at] == '\\' && close == '"' ? 2 : 1;
        }
        if (at >= end) {
            at = end;
            return false;
        }
        wordEnd = at++;
        return true;
    }

    /**
     * The next word, which must be bare, in quotes, in brackets or in braces, as {@code ' '}, {@code '"'} and so on
     * say.
     */
    boolean next(char wanted) {
        return next() && kind == wanted;
    }

    /** What the word was put into: {@code '"'}, <code>'['</code>, <code>'{'</code>, or a space for none. */
    char kind() {
        return kind;
    }

    int start() {
        return wordStart;
    }

    int length() {
        return wordEnd - wordStart;
    }

    boolean isDash() {
        return wordEnd - wordStart == 1 && text[wordStart] == '-';
    }

    /** Whether the word is made of digits. */
    boolean isNumber() {
        for (int i = wordStart; i < wordEnd; i++) {
            if (text[i] < '0' || text[i] > '9') {
                return false;
            }
        }
        return wordEnd > wordStart;
    }

    /** Puts the word into a cell, unless it says that there is nothing. */
    void into(RowCells row, int column) {
        if (!isDash() && wordEnd > wordStart) {
            row.set(column, text, wordStart, wordEnd - wordStart);
        }
    }

    /**
     * Puts method, path and protocol into three cells; what is not made of these, as a scanner sends it, is all path.
     */
    void requestInto(RowCells row, int method, int path, int protocol) {
        int first = wordStart;
        while (first < wordEnd && text[first] != ' ') {
            first++;
        }
        int last = wordEnd;
        while (last > wordStart && text[last - 1] != ' ') {
            last--;
        }
        if (first >= last - 1 || last == wordEnd) {
            into(row, path);
            return;
        }
        row.set(method, text, wordStart, first - wordStart);
        row.set(path, text, first + 1, last - 1 - (first + 1));
        row.set(protocol, text, last, wordEnd - last);
    }
}
