package dev.zaelimiter.embedded;

import dev.zaelimiter.embedded.journal.JournalVisitor;
import dev.zaelimiter.embedded.journal.SpentToken;
import dev.zaelimiter.embedded.journal.StoredItem;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

/** What a file holds, as it is read. Its cells are those of the {@link Table} that is opened on it. */
final class StoreImage implements JournalVisitor {

    /** Fewer than most items take: a map that is too large costs little, and one that has to grow is built twice. */
    private static final int BYTES_PER_ITEM = 256;

    private static final int MOST_EXPECTED = 1 << 24;

    private final ConcurrentMap<Key, Cell> cells;
    private final List<Cell> inOrder = new ArrayList<>();
    private final List<SpentToken> tokens = new ArrayList<>();
    private long latestMillis = Long.MIN_VALUE;

    /** An image of a file that is so long. */
    StoreImage(long bytes) {
        this.cells = new ConcurrentHashMap<>((int) Math.min(MOST_EXPECTED, bytes / BYTES_PER_ITEM));
    }

    @Override
    public void put(Key key, StoredItem item) {
        Cell fresh = new Cell(key);
        Cell known = cells.putIfAbsent(key, fresh);
        if (known == null) {
            fresh.restore(item);
            inOrder.add(fresh);
        } else {
            known.restore(item);
        }
    }

    @Override
    public void remove(Key key) {
        Cell gone = cells.remove(key);
        if (gone != null) {
            gone.set(null);
        }
    }

    @Override
    public void token(SpentToken token) {
        tokens.add(token);
        time(token.wallMillis());
    }

    @Override
    public void time(long wallMillis) {
        latestMillis = Math.max(latestMillis, wallMillis);
    }

    /** The latest time at which the file is known to have been written, in milliseconds since the epoch. */
    long latestMillis() {
        return latestMillis;
    }

    void clear() {
        cells.clear();
        inOrder.clear();
        tokens.clear();
        latestMillis = Long.MIN_VALUE;
    }

    int size() {
        return cells.size();
    }

    ConcurrentMap<Key, Cell> cells() {
        return cells;
    }

    /** The same cells in the order in which the file first names them, and empty ones of items that have gone. */
    List<Cell> inOrder() {
        return inOrder;
    }

    /** The items in the order of their keys, each made when it is asked for. */
    Stream<Item> items() {
        return cells.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> Objects.requireNonNull(entry.getValue().peek()));
    }

    List<SpentToken> tokens() {
        return tokens;
    }
}
