package dev.zaelimiter.embedded.journal;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * How far a file is acknowledged; written after each batch, over the mark before. A file that ends before this point
 * was cut short. It lies within one sector and one page, so neither a kill nor a power cut leaves half of it.
 *
 * @param length bytes up to the end of the last batch
 * @param batches how many batches there are
 * @param chain the sum of the last batch's head, or of the file's if there is no batch
 * @param state how the file was left
 * @param snapshotLength how long the file was when it was last written from the start
 */
record Mark(long length, long batches, int chain, State state, long snapshotLength) {

    static final int AT = 64;
    static final int SIZE = 36;

    private static final int CRC_AT = SIZE - Integer.BYTES;

    /** How a file was left. The numbers are in files. */
    enum State {
        /** Closed: it ends at the mark. */
        CLOSED(1),
        /** In use, or its process was killed: the beginning of one more batch may follow the mark. */
        OPEN(2),
        /** As open, by a process that synchronised each batch: anything may follow after a power cut. */
        OPEN_SYNCHRONISED(3);

        private final int number;

        State(int number) {
            this.number = number;
        }
    }

    static Mark empty() {
        return new Mark(FileHead.SIZE, 0, 0, State.OPEN, FileHead.SIZE);
    }

    Mark in(State newState) {
        return new Mark(length, batches, chain, newState, snapshotLength);
    }

    byte[] encode() {
        ByteBuffer bytes = ByteBuffer.allocate(SIZE);
        bytes.putLong(length)
                .putLong(batches)
                .putInt(chain)
                .putInt(state.number)
                .putLong(snapshotLength)
                .putInt(Crc.of(bytes.array(), 0, CRC_AT));
        return bytes.array();
    }

    /** Reads the mark of a head, or gives null if its sum is wrong. */
    static @Nullable Mark decode(byte[] head) {
        ByteBuffer bytes = ByteBuffer.wrap(head, AT, SIZE).slice();
        if (bytes.getInt(CRC_AT) != Crc.of(head, AT, AT + CRC_AT)) {
            return null;
        }
        int number = bytes.getInt(20);
        for (State state : State.values()) {
            if (state.number == number) {
                return new Mark(bytes.getLong(0), bytes.getLong(8), bytes.getInt(16), state, bytes.getLong(24));
            }
        }
        return null;
    }
}
