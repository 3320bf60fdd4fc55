package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.BadInputException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/** Splits a text into lines, which end with LF or CR LF. One buffer for all lines; not thread-safe. */
final class LineReader implements Closeable {

    private final Utf8Reader in;
    private char[] buffer = new char[1 << 15];
    private int filled;
    private int start;
    private int end;
    private int next;
    private long number;

    LineReader(Utf8Reader in) {
        this.in = in;
    }

    /**
     * Finds the next line that is not blank.
     *
     * @return false at the end
     * @throws BadInputException if reading fails, or a line is too long
     */
    boolean next() {
        try {
            do {
                if (!nextAny()) {
                    return false;
                }
            } while (isBlank());
            return true;
        } catch (IOException e) {
            throw new BadInputException(InputFile.unreadable(e).getMessage() + " (in line " + (number + 1) + ")", e);
        }
    }

    /** Where the line stands, from {@link #start()} to {@link #end()}; not to be changed. */
    char[] text() {
        return buffer;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    /** The number of the line, from 1. */
    long number() {
        return number;
    }

    /** Whether the line has bytes that are not UTF-8. */
    boolean isStrange() {
        return in.metStrangeBytes() && Utf8Reader.holdsStrangeBytes(buffer, start, end);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private boolean nextAny() throws IOException {
        start = next;
        int at = start;
        while (true) {
            for (; at < filled; at++) {
                if (buffer[at] == '\n') {
                    end = at > start && buffer[at - 1] == '\r' ? at - 1 : at;
                    next = at + 1;
                    number++;
                    return true;
                }
            }
            int before = start;
            boolean more = fill();
            at -= before - start;
            if (!more) {
                end = filled;
                next = filled;
                number += end > start ? 1 : 0;
                return end > start;
            }
        }
    }

    /** Reads on, with the line that has begun moved to the front. */
    private boolean fill() throws IOException {
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, filled - start);
            filled -= start;
            start = 0;
        }
        if (filled > RowCells.LONGEST) {
            throw new BadInputException(
                    "line " + (number + 1) + " is longer than " + (RowCells.LONGEST >> 20) + " million characters");
        }
        if (buffer.length - filled < buffer.length / 4) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        int read = in.read(buffer, filled, buffer.length - filled);
        filled += Math.max(0, read);
        return read > 0;
    }

    private boolean isBlank() {
        for (int i = start; i < end; i++) {
            if (buffer[i] > ' ') {
                return false;
            }
        }
        return true;
    }
}
