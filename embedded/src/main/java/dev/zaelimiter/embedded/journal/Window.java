package dev.zaelimiter.embedded.journal;

import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * A piece of a file in memory, that moves on: small batches are read many at a time. Not for use by several threads.
 */
final class Window {

    private static final int USUAL = 1024 * 1024;

    private final RandomAccessFile file;
    private final long length;
    private byte[] bytes = new byte[0];
    private long start;
    private int size;

    /** A window on the first bytes of a file, as many as it had when somebody looked. */
    Window(RandomAccessFile file, long length) {
        this.file = file;
        this.length = length;
    }

    /** What is in memory. Good until the next call of {@link #locate}. */
    byte[] array() {
        return bytes;
    }

    /** Sees to it that a part of the file, which must be there, is in the array, and tells where. */
    int locate(long at, int count) throws IOException {
        if (at < start || at + count > start + size) {
            size = 0;
            int wanted = (int) Math.min(length - at, Math.max(count, USUAL));
            if (bytes.length < wanted) {
                bytes = new byte[wanted];
            }
            file.seek(at);
            file.readFully(bytes, 0, wanted);
            start = at;
            size = wanted;
        }
        return (int) (at - start);
    }
}
