package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemLayout;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Query.Index;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The items, by key and in order. Reading takes no lock, but for the first query of an index, which waits once for the
 * writes that are under way; whatever changes a cell holds the lock of its key's stripe.
 *
 * <p>What somebody asks for is at hand for a while, and packed later on ({@link AtHand}).
 *
 * <p>An item whose time to live has passed counts as gone for everybody from that instant on. It is taken out by the
 * first write that meets it, or by a read or the {@link Sweeper} if nobody else is at work on its stripe.
 */
final class Table {

    private static final long MILLIS_PER_SECOND = 1000;

    private final Environment environment;
    private final Stripes stripes;
    private final ChangeSink sink;
    private final ConcurrentMap<Key, Cell> cells;
    private final Indexes indexes;
    private final AtHand atHand;

    /** A table of what an image holds, whose cells are its own from now on. */
    Table(Environment environment, Stripes stripes, ChangeSink sink, StoreImage image, AtHand atHand) {
        this.environment = environment;
        this.stripes = stripes;
        this.sink = sink;
        this.cells = image.cells();
        this.indexes = new Indexes(cells.values(), stripes);
        this.atHand = atHand;
    }

    @Nullable
    Cell cell(Key key) {
        return cells.get(key);
    }

    private @Nullable Item unlessExpired(@Nullable Item item) {
        return item == null || isExpired(item) ? null : item;
    }

    private @Nullable Item ask(Cell cell) {
        Item item = cell.item();
        if (item != null) {
            atHand.use(cell);
        }
        return item;
    }

    /** Reads one item without a lock. */
    @Nullable
    Item read(Key key) {
        Cell cell = cells.get(key);
        if (cell == null) {
            return null;
        }
        Item item = unlessExpired(ask(cell));
        if (item == null) {
            tryExpire(cell);
        }
        return item;
    }

    /** The item in a cell; one that has expired is taken out, and its cell with it. Under the lock of its key. */
    @Nullable
    Item current(@Nullable Cell cell) {
        Item item = cell == null ? null : ask(cell);
        // Both are decided by one reading of the clock: if it ran back between two readings, an item that counts as
        // gone could stay.
        if (cell == null || item == null || !isExpired(item)) {
            return item;
        }
        sink.stage(cell.key(), item, null, true);
        replace(cell, item, null, true);
        sink.publish(cell.key(), item, null, true);
        return null;
    }

    /** Takes an item out if it has expired. Nobody asks for it: what is changed in place goes on being so. */
    void sweep(Cell cell) {
        if (isExpired(cell.ttl())) {
            tryExpire(cell);
        }
    }

    /** Takes an item out if it has expired, or leaves it to somebody else if the stripe is taken. */
    void tryExpire(Cell cell) {
        ReentrantLock lock = stripes.of(cell.key());
        if (lock.tryLock()) {
            try {
                current(cell);
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Takes an item out if it has expired or may go, or leaves it if the stripe is taken. What came with the file and
     * stays is left as it is there.
     */
    void shed(Cell cell, Predicate<Item> mayGo) {
        Item seen = cell.peek();
        if (seen == null || !(isExpired(seen) || mayGo.test(seen))) {
            return;
        }
        ReentrantLock lock = stripes.of(cell.key());
        if (!lock.tryLock()) {
            return;
        }
        try {
            Item item = current(cell);
            if (item != null && mayGo.test(item)) {
                sink.stage(cell.key(), item, null, true);
                replace(cell, item, null, true);
                sink.publish(cell.key(), item, null, true);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The time to live is in whole seconds since the epoch, and has passed when the next second has begun. */
    private boolean isExpired(Item item) {
        int slot = item.layout().ttlSlot();
        return slot != ItemLayout.ABSENT && isExpired(item.wholeAt(slot));
    }

    private boolean isExpired(long ttl) {
        return ttl < Math.floorDiv(environment.wallMillis(), MILLIS_PER_SECOND);
    }

    /** Puts another image into a cell, or the first, or none. Under the lock of its key. */
    void replace(Cell cell, @Nullable Item before, @Nullable Item after, boolean movesIndexes) {
        if (before != null && after != null && !movesIndexes) {
            cell.set(after);
            return;
        }
        prepare(cell, before, after);
        cell.set(after);
        finish(cell, before, after);
    }

    /** Makes the cell known wherever its new image will belong. It shows the old image until it is set. */
    void prepare(Cell cell, @Nullable Item before, @Nullable Item after) {
        if (before == null && after != null) {
            cells.put(cell.key(), cell);
        }
        indexes.enter(cell, before, after);
    }

    /** Takes the cell away from wherever its old image belonged. */
    void finish(Cell cell, @Nullable Item before, @Nullable Item after) {
        if (after == null) {
            cells.remove(cell.key(), cell);
        } else if (before == null) {
            atHand.use(cell);
        }
        indexes.leave(cell, before, after);
    }

    Iterator<Map.Entry<Position, Cell>> range(Query query, @Nullable Position after) {
        return indexes.range(query, after);
    }

    /** The item of an entry of an index, if it is alive and belongs there. */
    @Nullable
    Item found(Query query, Map.Entry<Position, Cell> entry) {
        Cell cell = entry.getValue();
        // Who lists all there is does not ask for each.
        Item item = unlessExpired(cell.isPacked() ? cell.peek() : ask(cell));
        return item != null && indexes.belongs(item, query.index(), entry.getKey()) ? item : null;
    }

    /** Every cell that is there during the whole call, in no particular order. */
    Iterator<Cell> allCells() {
        return indexes.isComplete(Index.TABLE)
                ? indexes.allCells()
                : cells.values().iterator();
    }

    /** How many items are held, including expired ones that were not removed yet. */
    int size() {
        return cells.size();
    }

    /** How many entries an index holds. */
    int indexSize(Index index) {
        return indexes.size(index);
    }

    void clear() {
        cells.clear();
        indexes.clear();
        atHand.clear();
    }
}
