package dev.zaelimiter.embedded.journal;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bytes that grow: numbers of variable length and strings. Not for use by several threads. */
final class ByteSink {

    private static final int LONGEST_NUMBER = 10;
    private static final int INITIAL = 16 * 1024;
    /** Beyond this a buffer that one large batch needed is given back. */
    private static final int KEPT = 4 * 1024 * 1024;

    private byte[] bytes = new byte[INITIAL];
    private int length;

    /** Empties it, but for room at the front to be filled later. */
    void reset(int room) {
        if (bytes.length > KEPT) {
            bytes = new byte[INITIAL];
        }
        length = room;
    }

    int length() {
        return length;
    }

    /** The bytes; only the first {@link #length()} count. Good until the next change. */
    byte[] array() {
        return bytes;
    }

    /** Takes back all but the first bytes. */
    void truncate(int newLength) {
        length = newLength;
    }

    void octet(int value) {
        ensure(1);
        bytes[length++] = (byte) value;
    }

    void bytes(byte[] from, int start, int end) {
        int size = end - start;
        ensure(size);
        System.arraycopy(from, start, bytes, length, size);
        length += size;
    }

    void fixed(long value) {
        ensure(Long.BYTES);
        ByteBuffer.wrap(bytes).putLong(length, value);
        length += Long.BYTES;
    }

    /** A number that is mostly small and never negative: seven bits to a byte, the low ones first. */
    void count(long value) {
        ensure(LONGEST_NUMBER);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    /** A number of either sign. */
    void whole(long value) {
        count((value << 1) ^ (value >> (Long.SIZE - 1)));
    }

    /**
     * A string, exactly as it is: one byte for each character if all fit, otherwise two, so that a lone surrogate
     * stays.
     */
    void text(String text) {
        int start = length;
        int size = text.length();
        count((long) size << 1);
        ensure(size);
        byte[] to = bytes;
        int at = length;
        for (int i = 0; i < size; i++) {
            char c = text.charAt(i);
            if (c > 0xFF) {
                length = start;
                wide(text);
                return;
            }
            to[at + i] = (byte) c;
        }
        length = at + size;
    }

    private void wide(String text) {
        int size = text.length();
        count(((long) size << 1) | 1);
        ensure(Math.multiplyExact(size, 2));
        for (int i = 0; i < size; i++) {
            char c = text.charAt(i);
            bytes[length++] = (byte) (c >> 8);
            bytes[length++] = (byte) c;
        }
    }

    private void ensure(int more) {
        int needed = Math.addExact(length, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(needed, 2L * bytes.length)));
        }
    }
}
