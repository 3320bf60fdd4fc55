package dev.zaelimiter.embedded.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a file is: written once, and the same for as long as the file lives.
 *
 * <pre>
 *   0  16  "zae-limiter file"
 *  16   4  version of the format
 *  20   4  zero
 *  24   8  number of the file, drawn anew each time one is written from the start
 *  32   8  when it was made, in milliseconds since the epoch
 *  40   4  CRC-32C of the bytes before
 *  64  36  the {@link Mark}
 * 512      the first batch; all that is not named is zero
 * </pre>
 *
 * @param version the version of the format
 * @param fileId the number of the file
 * @param createdMillis when it was made, in milliseconds since the epoch
 */
public record FileHead(int version, long fileId, long createdMillis) {

    /** Where the first batch begins. */
    public static final int SIZE = 512;

    /** The version that is written. Version 1 is read and gone on with, and has no times. */
    static final int VERSION = 2;

    private static final int OLDEST_VERSION = 1;
    private static final int VERSION_WITH_TIMES = 2;

    private static final byte[] MAGIC = "zae-limiter file".getBytes(StandardCharsets.US_ASCII);
    private static final int CRC_AT = 40;

    /** Whether bytes begin as the head of a store file does. */
    static boolean isOurs(byte[] head) {
        return head.length >= MAGIC.length && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    /** The 512 bytes of a head and a mark. */
    static byte[] encode(FileHead head, Mark mark) {
        ByteBuffer bytes = ByteBuffer.allocate(SIZE);
        bytes.put(MAGIC)
                .putInt(head.version)
                .putInt(0)
                .putLong(head.fileId)
                .putLong(head.createdMillis)
                .putInt(Crc.of(bytes.array(), 0, CRC_AT));
        System.arraycopy(mark.encode(), 0, bytes.array(), Mark.AT, Mark.SIZE);
        return bytes.array();
    }

    /** Reads the head, or gives null if its sum is wrong. */
    static @Nullable FileHead decode(byte[] head) {
        ByteBuffer bytes = ByteBuffer.wrap(head);
        if (bytes.getInt(CRC_AT) != Crc.of(head, 0, CRC_AT)) {
            return null;
        }
        return new FileHead(bytes.getInt(16), bytes.getLong(24), bytes.getLong(32));
    }

    /** Whether this program reads it. */
    boolean isReadable() {
        return version >= OLDEST_VERSION && version <= VERSION;
    }

    /** Whether programs that read it know of times. */
    boolean hasTimes() {
        return version >= VERSION_WITH_TIMES;
    }

    /** Whether all is zero that is neither head nor mark. */
    static boolean restIsZero(byte[] head) {
        return isZero(head, CRC_AT + Integer.BYTES, Mark.AT) && isZero(head, Mark.AT + Mark.SIZE, SIZE);
    }

    private static boolean isZero(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    /** What the first batch is chained to. */
    int chainStart() {
        return Crc.of(encode(this, Mark.empty()), 0, CRC_AT);
    }
}
