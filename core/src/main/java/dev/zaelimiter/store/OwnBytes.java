package dev.zaelimiter.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Numbers and texts in bytes, to be written, or to be read again in the same order. Not for use by several threads. */
final class OwnBytes {

    private static final int LONGEST_HEAD = 6;
    private static final int ODD = 0;
    private static final int TEXT = 1;

    private final byte[] bytes;
    private int at;

    /** Empty, with room for so many bytes, the first of which are left out. */
    OwnBytes(int room, int head) {
        this.bytes = new byte[room];
        this.at = head;
    }

    /** To be read from there. */
    OwnBytes(byte[] written, int head) {
        this.bytes = written;
        this.at = head;
    }

    /** The most bytes that a text takes, with its kind. */
    static int most(String text) {
        return Math.addExact(LONGEST_HEAD, Math.multiplyExact(text.length(), 2));
    }

    /** All that was written, behind these. */
    byte[] taken(byte[] head) {
        byte[] all = Arrays.copyOf(bytes, at);
        System.arraycopy(head, 0, all, 0, head.length);
        return all;
    }

    void kind(boolean text) {
        bytes[at++] = (byte) (text ? TEXT : ODD);
    }

    boolean isText() {
        return bytes[at++] == TEXT;
    }

    /** Seven bits to a byte, the low ones first, and small ones of either sign in few. */
    void whole(long value) {
        count((value << 1) ^ (value >> (Long.SIZE - 1)));
    }

    long whole() {
        long value = count();
        return (value >>> 1) ^ -(value & 1);
    }

    private void count(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
    }

    private long count() {
        long value = 0;
        int shift = 0;
        byte next = bytes[at++];
        while (next < 0) {
            value |= (next & 0x7FL) << shift;
            shift += 7;
            next = bytes[at++];
        }
        return value | ((long) next << shift);
    }

    /** One byte for each character if all fit, otherwise two: a lone surrogate stays. */
    void text(String text) {
        int size = text.length();
        boolean wide = text.chars().anyMatch(c -> c > 0xFF);
        count(((long) size << 1) | (wide ? 1 : 0));
        for (int i = 0; i < size; i++) {
            char c = text.charAt(i);
            if (wide) {
                bytes[at++] = (byte) (c >> 8);
            }
            bytes[at++] = (byte) c;
        }
    }

    String text() {
        long header = count();
        int size = (int) (header >>> 1);
        if ((header & 1) == 0) {
            at += size;
            return new String(bytes, at - size, size, StandardCharsets.ISO_8859_1);
        }
        char[] chars = new char[size];
        for (int i = 0; i < size; i++) {
            chars[i] = (char) ((bytes[at++] << 8) | (bytes[at++] & 0xFF));
        }
        return new String(chars);
    }
}
