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
 *  20   4  the version that it had when it was made, if that was another
 *  24   8  number of the file, drawn anew each time one is written from the start
 *  32   8  when it was made, in milliseconds since the epoch
 *  40   4  CRC-32C of the bytes before
 *  64  36  the {@link Mark}
 * 512      the first batch; all that is not named is zero
 * </pre>
 *
 * <p>A file gets another version where it stands, by this one field, when somebody follows its changes, and for as long
 * as it has {@linkplain SumsFile sums}. Its first batch stays chained to the head that it was made with.
 *
 * @param version the version of the format
 * @param born the version that it was made with
 * @param fileId the number of the file
 * @param createdMillis when it was made, in milliseconds since the epoch
 */
public record FileHead(int version, int born, long fileId, long createdMillis) {

    /** Where the first batch begins. */
    public static final int SIZE = 512;

    /** The version that a new file has. Version 1 is read and gone on with, and has no times. */
    static final int VERSION = 2;

    /** The latest version that there is. */
    static final int NEWEST_VERSION = 5;

    private static final int OLDEST_VERSION = 1;
    private static final int VERSION_WITH_TIMES = 2;
    /** The version of a file that keeps changes. Older programs do not know how, and refuse it. */
    private static final int VERSION_WITH_CHANGES = 3;
    /** The versions of a file that is not whole without its sums: the plain one, and one that keeps changes. */
    private static final int VERSION_WITH_SUMS = 4;

    private static final int VERSION_WITH_BOTH = 5;

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
                .putInt(head.born == head.version ? 0 : head.born)
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
        int version = bytes.getInt(16);
        int born = bytes.getInt(20);
        return new FileHead(version, born == 0 ? version : born, bytes.getLong(24), bytes.getLong(32));
    }

    /** The head of a file that has just been made. */
    static FileHead made(long fileId, long createdMillis) {
        return new FileHead(VERSION, VERSION, fileId, createdMillis);
    }

    /** The same file, which keeps changes from now on. */
    FileHead keepingChanges() {
        return in(hasSums() ? VERSION_WITH_BOTH : VERSION_WITH_CHANGES);
    }

    /** Whether programs that read it know of changes that are kept. */
    boolean keepsChanges() {
        return version == VERSION_WITH_CHANGES || version == VERSION_WITH_BOTH;
    }

    /**
     * Whether a part of what is held is in a file of sums.
     *
     * @return false if the file is whole in itself
     */
    public boolean hasSums() {
        return version >= VERSION_WITH_SUMS;
    }

    /** The same file, with sums or without from now on. It must be one that knows of times. */
    FileHead withSums(boolean sums) {
        int without = keepsChanges() ? VERSION_WITH_CHANGES : VERSION_WITH_TIMES;
        int with = keepsChanges() ? VERSION_WITH_BOTH : VERSION_WITH_SUMS;
        return in(sums ? with : without);
    }

    private FileHead in(int newVersion) {
        return new FileHead(newVersion, born, fileId, createdMillis);
    }

    /** The first bytes of a head, up to and with its sum. */
    static byte[] encodeStart(FileHead head) {
        return Arrays.copyOf(encode(head, Mark.empty()), CRC_AT + Integer.BYTES);
    }

    /** Whether this program reads it. */
    boolean isReadable() {
        return version >= OLDEST_VERSION && version <= NEWEST_VERSION;
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
        FileHead asMade = new FileHead(born, born, fileId, createdMillis);
        return Crc.of(encode(asMade, Mark.empty()), 0, CRC_AT);
    }
}
