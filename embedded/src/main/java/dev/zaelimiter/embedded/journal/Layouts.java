package dev.zaelimiter.embedded.journal;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The layouts that were read so far. Each batch brings its own, and nearly all of them have been there before: those
 * are told by their bytes, and not read again. Not for use by several threads.
 */
final class Layouts {

    /** A file that no store wrote could have a layout for each item; beyond this number they are read each time. */
    private static final int MOST = 4096;

    private final Map<Written, Layout> known = new HashMap<>();
    private final Written probe = new Written();

    /** Reads the next layout, or finds it. Throws {@link MalformedBatchException}. */
    Layout read(ByteSource source) {
        int start = source.position();
        Layout.skip(source);
        int end = source.position();
        Layout layout = known.get(probe.on(source.array(), start, end));
        if (layout == null) {
            layout = Layout.read(source.part(start, end));
            if (known.size() < MOST) {
                known.put(new Written().on(Arrays.copyOfRange(source.array(), start, end), 0, end - start), layout);
            }
        }
        return layout;
    }

    /** The bytes of a layout, wherever they stand. */
    private static final class Written {
        private byte[] bytes = new byte[0];
        private int start;
        private int end;

        Written on(byte[] array, int from, int to) {
            bytes = array;
            start = from;
            end = to;
            return this;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Written that && Arrays.equals(bytes, start, end, that.bytes, that.start, that.end);
        }

        @Override
        public int hashCode() {
            return Crc.of(bytes, start, end);
        }
    }
}
