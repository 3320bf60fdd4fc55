package dev.zaelimiter.store;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The patterns of one layout. The first item makes one. Items that fit none make others, more and more rarely, so that
 * those that never fit cost little; which ones are known changes how much memory items take, and nothing else. Safe for
 * use by many threads.
 */
final class ItemPatterns {

    private static final int MOST = 8;

    private final AtomicInteger misfits = new AtomicInteger();
    /** The latest first. Two threads may forget one another's, of which there will be another. */
    private volatile ItemPattern[] known = {};

    PackedItem pack(Item item, Key key) {
        KeyParts parts = new KeyParts(key);
        ItemPattern best = null;
        int fewest = Integer.MAX_VALUE;
        for (ItemPattern pattern : known) {
            int own = pattern.misfits(item, parts);
            if (own < fewest) {
                best = pattern;
                fewest = own;
            }
            if (own == 0) {
                break;
            }
        }
        if (best == null || (fewest > 0 && isAnotherDue())) {
            best = remember(ItemPattern.of(item, parts, best));
        }
        return best.pack(item, parts);
    }

    /** After one, two, four, eight that fit none. */
    private boolean isAnotherDue() {
        int number = misfits.incrementAndGet();
        return (number & (number - 1)) == 0;
    }

    private ItemPattern remember(ItemPattern pattern) {
        ItemPattern[] before = known;
        ItemPattern[] next = new ItemPattern[Math.min(before.length + 1, MOST)];
        next[0] = pattern;
        System.arraycopy(before, 0, next, 1, next.length - 1);
        known = next;
        return pattern;
    }
}
