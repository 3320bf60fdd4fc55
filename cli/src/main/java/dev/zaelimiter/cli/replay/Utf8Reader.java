package dev.zaelimiter.cli.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Reads UTF-8, and keeps bytes that are not: each becomes one character that UTF-8 can't say, a low surrogate on its
 * own from U+DC80 to U+DCFF, so that two names that differ in such a byte stay two names, and its row can be counted.
 * {@link #readable} shows it as {@code \xe9}.
 *
 * <p>Not thread-safe.
 */
final class Utf8Reader extends Reader {

    private static final char FIRST_STRANGE = '\udc80';
    private static final char LAST_STRANGE = '\udcff';
    private static final int STRANGE_BASE = 0xdc00;
    private static final int BUFFER = 1 << 14;

    private final InputStream in;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).flip();
    private boolean ended;
    private boolean strange;

    /** The second half of a character of which the caller had room for the first alone; 0 if there is none. */
    private char half;

    Utf8Reader(InputStream in) {
        this.in = in;
    }

    /** Whether a byte that is not UTF-8 was met so far. */
    boolean metStrangeBytes() {
        return strange;
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (half != 0) {
            buffer[offset] = half;
            half = 0;
            return 1;
        }
        CharBuffer chars = CharBuffer.wrap(buffer, offset, length);
        int start = chars.position();
        while (chars.position() == start) {
            if (!bytes.hasRemaining() && ended) {
                return -1;
            }
            CoderResult result = decoder.decode(bytes, chars, ended);
            if (result.isMalformed()) {
                keep(chars, result.length());
            } else if (result.isOverflow() && chars.position() == start) {
                splitPair(chars);
            } else if (result.isUnderflow() && chars.position() == start) {
                fill();
            }
        }
        return chars.position() - start;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private void splitPair(CharBuffer chars) {
        char[] pair = new char[2];
        CoderResult result = decoder.decode(bytes, CharBuffer.wrap(pair), ended);
        if (result.isMalformed()) {
            // The decoder asks for room before it looks at more than the first byte.
            keep(chars, result.length());
        } else {
            chars.put(pair[0]);
            half = pair[1];
        }
    }

    private void keep(CharBuffer chars, int malformed) {
        strange = true;
        for (int i = 0; i < malformed && chars.hasRemaining(); i++) {
            chars.put((char) (STRANGE_BASE + (bytes.get() & 0xff)));
        }
    }

    private void fill() throws IOException {
        bytes.compact();
        int read = in.read(bytes.array(), bytes.position(), bytes.remaining());
        if (read < 0) {
            ended = true;
        } else {
            bytes.position(bytes.position() + read);
        }
        bytes.flip();
    }

    static boolean holdsStrangeBytes(char[] text, int start, int end) {
        for (int i = start; i < end; i++) {
            if (isStrange(text, i, start)) {
                return true;
            }
        }
        return false;
    }

    /** The text, with {@code \xhh} for each byte that was not UTF-8. */
    static String readable(char[] text, int start, int end) {
        int first = start;
        while (first < end && !isStrange(text, first, start)) {
            first++;
        }
        if (first == end) {
            return new String(text, start, end - start);
        }
        StringBuilder readable = new StringBuilder();
        for (int i = start; i < end; i++) {
            if (isStrange(text, i, start)) {
                readable.append(String.format(Locale.ROOT, "\\x%02x", text[i] - STRANGE_BASE));
            } else {
                readable.append(text[i]);
            }
        }
        return readable.toString();
    }

    private static boolean isStrange(char[] text, int index, int start) {
        char c = text[index];
        return c >= FIRST_STRANGE
                && c <= LAST_STRANGE
                && (index == start || !Character.isHighSurrogate(text[index - 1]));
    }
}
