package dev.zaelimiter.loadtest.internal.report;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * The times of one interval, packed: unpacked they take 190 KB, and an hour of a few workers has tens of thousands.
 *
 * @param atMillis its beginning, by the worker's clock
 * @param tag what was timed
 * @param packed as the log has it
 */
record Timed(long atMillis, String tag, String packed) {

    /** Unpacks them, in microseconds. What is damaged throws whatever the library's decoder meets. */
    Histogram histogram() throws DataFormatException {
        return Histogram.decodeFromCompressedByteBuffer(
                ByteBuffer.wrap(Base64.getDecoder().decode(packed)), 0);
    }
}
