package dev.zaelimiter.internal.engine.kernel;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What was opened last, up to a number: whoever opens one more than that has the oldest closed, if it is still open. So
 * what nobody asks for any more does not stay open in any number. Safe for use by many threads.
 */
public final class LatestOpened {

    private final AtomicReferenceArray<@Nullable Opened> places;
    private final AtomicInteger next = new AtomicInteger();

    /** With how many may be open: a power of two. */
    LatestOpened(int most) {
        places = new AtomicReferenceArray<>(most);
    }

    /** What may have been closed by now. */
    public interface Opened {

        /** As many others were opened since. Must not block. */
        void outlived();
    }

    /** Something was opened. */
    public void add(Opened one) {
        Opened oldest = places.getAndSet(next.getAndIncrement() & (places.length() - 1), one);
        if (oldest != null) {
            oldest.outlived();
        }
    }
}
