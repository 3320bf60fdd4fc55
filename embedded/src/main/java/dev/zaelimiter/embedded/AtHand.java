package dev.zaelimiter.embedded;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The cells whose items are as they are used, up to a number. They lie in a ring: one that comes takes the next place,
 * and whoever lay there has its item packed, unless it was used since it took that place; then it goes on to the next
 * one. So an item that is in use stays as it is, one that was used once takes a third of the memory a while later, and
 * no timer looks for it. Safe for use by many threads, none of which waits for another.
 */
final class AtHand {

    /** More than a repository has hot buckets, with its stored limits beside them. A power of two. */
    static final int USUAL = 1 << 14;

    /** If so many in a row are in use, the last one has to go nevertheless: more are than there are places. */
    private static final int MOST_STEPS = 8;

    private final AtomicReferenceArray<@Nullable Cell> places;
    private final AtomicInteger next = new AtomicInteger();

    /** With so many places: a power of two. */
    AtHand(int most) {
        places = new AtomicReferenceArray<>(most);
    }

    /** Somebody asks for what is in a cell, or has just put it there. */
    void use(Cell cell) {
        if (cell.use()) {
            place(cell);
        }
    }

    private void place(Cell newcomer) {
        Cell cell = newcomer;
        for (int step = 0; step < MOST_STEPS; step++) {
            Cell before = places.getAndSet(next.getAndIncrement() & (places.length() - 1), cell);
            if (before == null) {
                return;
            }
            cell = before;
            boolean goesOn = cell.wasUsed() && step < MOST_STEPS - 1;
            if (!goesOn && cell.pack()) {
                return;
            }
        }
    }

    void clear() {
        for (int i = 0; i < places.length(); i++) {
            places.set(i, null);
        }
    }
}
