package dev.zaelimiter.embedded.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The file of sums beside a store's file: what was changed in place since a change of its item was last logged. Its
 * numbers are little-endian, as most processors add them.
 *
 * <pre>
 * Head, {@value #HEAD} bytes          Row, {@value #ROW} bytes
 *  0  16  "zae-limiter sums"      0   8  0, or {@link #OPEN}
 * 16   4  version                 8   8  the first batch that an item changed since could be in
 * 20   4  rows                   16   8  what the mark becomes
 * 24   8  number of the file     24   4  how many sums
 * 32   4  CRC-32C of the above   28   4  CRC-32C of bytes 8 to 511 but for this field
 *                                32  30  slots: of the mark, of balances, of counters
 *                                64   4  bytes of pk, and 68 of sk, then both
 *                               512      the lines
 * Line, {@value #LINE} bytes
 *  0   8  how many threads are in it
 *  8  56  what was added to each balance
 * 64  56  the same once more, negated
 *
 * End, {@value #END} bytes
 *  0   8  how many batches the file has, at least
 *  8   8  number of the file, once more: while they are copied they may be given to another one
 * </pre>
 */
final class SumsFormat {

    static final byte[] MAGIC = "zae-limiter sums".getBytes(StandardCharsets.US_ASCII);
    static final int VERSION = 1;

    static final int HEAD = 4096;
    static final int ROWS = 1024;
    static final int LINES = 17;
    static final int LINE = 128;
    static final int LINES_AT = 512;
    static final int ROW = LINES_AT + LINES * LINE;
    static final int END = 64;

    /**
     * Behind all rows, since most programs copy a file from its begin: whatever such a copy lacks was logged before.
     */
    static final int BATCHES_AT = HEAD + ROWS * ROW;

    static final int FILE_ID_AGAIN_AT = BATCHES_AT + Long.BYTES;

    static final int SIZE = BATCHES_AT + END;

    static final int VERSION_AT = 16;
    static final int ROWS_AT = 20;
    static final int FILE_ID_AT = 24;
    static final int HEAD_CRC_AT = 32;

    static final int FIRST_AT = 8;
    static final int MARK_AT = 16;
    static final int COUNT_AT = 24;
    static final int ROW_CRC_AT = 28;
    static final int SLOTS_AT = 32;
    static final int PK_LENGTH_AT = 64;
    static final int SK_LENGTH_AT = 68;
    static final int KEY_AT = 72;
    static final int MOST_KEY = LINES_AT - KEY_AT;

    /** What a line has room for. */
    static final int MOST_SUMS = 7;

    static final int SUMS_AT = 8;
    static final int AGAINST_AT = 64;

    /** The state of a row that counts. No few bits that fall over make it of another state. */
    static final long OPEN = 0x5A41_454C_414E_4531L;

    static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private SumsFormat() {}

    /** Where the sums of a store's file are. */
    static Path beside(Path store) {
        return store.resolveSibling(store.getFileName() + ".sums");
    }

    static int rowCrc(byte[] row) {
        byte[] covered = row.clone();
        ByteBuffer.wrap(covered).putInt(ROW_CRC_AT, 0);
        return Crc.of(covered, FIRST_AT, LINES_AT);
    }
}
