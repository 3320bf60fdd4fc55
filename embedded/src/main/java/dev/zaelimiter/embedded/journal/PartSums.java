package dev.zaelimiter.embedded.journal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.zip.CRC32C;

/**
 * The checksum of any part of a file, at the cost of reading two blocks, however long the part is: computed from the
 * checksums of the file's beginnings, which are made in one pass. In a forged file each of many heads may claim all
 * bytes that follow. Not for use by several threads.
 */
final class PartSums {

    private static final int BLOCK = 4096;

    private final RandomAccessFile file;
    private final byte[] block = new byte[BLOCK];
    /** The sum of the first so many blocks. */
    private final int[] beginnings;

    PartSums(RandomAccessFile file, long length) throws IOException {
        this.file = file;
        this.beginnings = new int[(int) (length / BLOCK) + 1];
        CRC32C sum = new CRC32C();
        file.seek(0);
        for (int i = 1; i < beginnings.length; i++) {
            file.readFully(block);
            sum.update(block);
            beginnings[i] = (int) sum.getValue();
        }
    }

    /** The sum of the bytes from one place to another. */
    int of(long from, long to) throws IOException {
        return beginning(to) ^ Crc.followedBy(beginning(from), to - from);
    }

    private int beginning(long end) throws IOException {
        int whole = (int) (end / BLOCK);
        int rest = (int) (end % BLOCK);
        if (rest == 0) {
            return beginnings[whole];
        }
        file.seek((long) whole * BLOCK);
        file.readFully(block, 0, rest);
        return Crc.followedBy(beginnings[whole], rest) ^ Crc.of(block, 0, rest);
    }
}
