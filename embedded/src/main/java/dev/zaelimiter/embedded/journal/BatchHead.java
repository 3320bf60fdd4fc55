package dev.zaelimiter.embedded.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What stands before each batch. It can be found and checked alone, and is chained to the one before: nothing can be
 * left out, repeated, or brought in from another file.
 *
 * <pre>
 *  0  8  "zaebatch"
 *  8  8  number of the file
 * 16  8  number of the batch, from 0
 * 24  4  bytes that follow
 * 28  4  sum of the head before
 * 32  4  CRC-32C of what follows
 * 36  4  CRC-32C of the bytes before
 * </pre>
 *
 * @param fileId the number of the file
 * @param number the number of the batch
 * @param length bytes that follow
 * @param previous the sum of the head before
 * @param content the sum of what follows
 * @param sum the sum of this head
 */
record BatchHead(long fileId, long number, int length, int previous, int content, int sum) {

    static final int SIZE = 40;
    static final byte[] MAGIC = "zaebatch".getBytes(StandardCharsets.US_ASCII);

    private static final int LENGTH_AT = 24;
    private static final int PREVIOUS_AT = 28;
    private static final int SUM_AT = SIZE - Integer.BYTES;

    /** Puts a head before a batch that has room for it, and gives its sum. */
    static int fill(byte[] batch, int size, long fileId, long number, int previous) {
        ByteBuffer bytes = ByteBuffer.wrap(batch);
        bytes.put(MAGIC)
                .putLong(fileId)
                .putLong(number)
                .putInt(size - SIZE)
                .putInt(previous)
                .putInt(Crc.of(batch, SIZE, size));
        int sum = Crc.of(batch, 0, SUM_AT);
        bytes.putInt(sum);
        return sum;
    }

    /** Reads a head, or gives null if it is none. */
    static @Nullable BatchHead decode(byte[] head) {
        ByteBuffer bytes = ByteBuffer.wrap(head);
        int sum = bytes.getInt(SUM_AT);
        if (!Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length) || sum != Crc.of(head, 0, SUM_AT)) {
            return null;
        }
        int length = bytes.getInt(LENGTH_AT);
        return length < 0
                ? null
                : new BatchHead(
                        bytes.getLong(8), bytes.getLong(16), length, bytes.getInt(PREVIOUS_AT), bytes.getInt(32), sum);
    }

    boolean follows(long ofFile, long expectedNumber, int chain) {
        return fileId == ofFile && number == expectedNumber && previous == chain;
    }

    /** Whether fewer bytes than a head's can be the beginning of the next one. */
    static boolean mayBegin(byte[] bytes, int size, long fileId, long number, int chain) {
        byte[] expected = new byte[SIZE];
        fill(expected, SIZE, fileId, number, chain);
        int known = Math.min(size, LENGTH_AT);
        return Arrays.equals(bytes, 0, known, expected, 0, known)
                && (size < PREVIOUS_AT + Integer.BYTES
                        || Arrays.equals(
                                bytes,
                                PREVIOUS_AT,
                                PREVIOUS_AT + Integer.BYTES,
                                expected,
                                PREVIOUS_AT,
                                PREVIOUS_AT + Integer.BYTES));
    }
}
