package dev.zaelimiter.embedded.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads what a {@link ByteSink} wrote, and trusts none of it. Not for use by several threads. */
final class ByteSource {

    private final byte[] bytes;
    private final int end;
    private int at;

    ByteSource(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.at = start;
        this.end = end;
    }

    boolean hasMore() {
        return at < end;
    }

    /** Where it is in the array. */
    int position() {
        return at;
    }

    byte[] array() {
        return bytes;
    }

    /** Another source, of a part of the same array. */
    ByteSource part(int from, int to) {
        return new ByteSource(bytes, from, to);
    }

    /** Copies what was read since it was at that position. */
    void copyTo(ByteSink sink, int from) {
        sink.bytes(bytes, from, at);
    }

    int octet() {
        need(1);
        return bytes[at++] & 0xFF;
    }

    long fixed() {
        need(Long.BYTES);
        long value = ByteBuffer.wrap(bytes).getLong(at);
        at += Long.BYTES;
        return value;
    }

    /** A count of things that take at least one byte each: so never more than what is left. */
    int count() {
        long value = varint();
        if (value < 0 || value > end - at) {
            throw new MalformedBatchException("a count of " + value + " with " + (end - at) + " bytes left");
        }
        return (int) value;
    }

    long whole() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    String text() {
        long header = varint();
        int size = textSize(header);
        int from = at;
        at += size;
        if ((header & 1) == 0) {
            return new String(bytes, from, size, StandardCharsets.ISO_8859_1);
        }
        char[] chars = new char[size / 2];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) ((bytes[from + 2 * i] << 8) | (bytes[from + 2 * i + 1] & 0xFF));
        }
        return new String(chars);
    }

    void skipText() {
        int size = textSize(varint());
        at += size;
    }

    private int textSize(long header) {
        long size = (header & 1) != 0 ? (header >>> 1) * 2 : header >>> 1;
        if (size < 0 || size > end - at) {
            throw new MalformedBatchException("a string of " + size + " bytes with " + (end - at) + " left");
        }
        return (int) size;
    }

    long varint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = octet();
            value |= (long) (next & 0x7F) << shift;
            if ((next & 0x80) == 0) {
                return value;
            }
        }
        throw new MalformedBatchException("a number of more than 10 bytes");
    }

    private void need(int more) {
        if (more > end - at) {
            throw new MalformedBatchException("it ends too early");
        }
    }
}
