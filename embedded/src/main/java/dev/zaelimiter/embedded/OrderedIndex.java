package dev.zaelimiter.embedded;

import dev.zaelimiter.store.Query;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Cells in the order of a partition and a sort key. Readers take no lock; they see the cells, and must look for
 * themselves whether the item in it (still) belongs where they found it.
 */
final class OrderedIndex {

    private final ConcurrentNavigableMap<Position, Cell> cells = new ConcurrentSkipListMap<>();

    void put(Position position, Cell cell) {
        cells.put(position, cell);
    }

    void remove(String partition, String sort, Cell cell) {
        cells.remove(Position.of(partition, sort, cell.key()));
    }

    /** The cells that a query asks for, from a place on; the place itself is left out. */
    Iterator<Map.Entry<Position, Cell>> range(Query query, @Nullable Position after) {
        Position first = Position.before(query.partition(), query.sortPrefix());
        Position last = Position.after(query.partition(), query.sortPrefix());
        ConcurrentNavigableMap<Position, Cell> range = query.ascending()
                ? cells.subMap(after == null ? first : after, false, last, false)
                : cells.subMap(first, false, after == null ? last : after, false)
                        .descendingMap();
        return range.entrySet().iterator();
    }

    /** Every cell, in order. */
    Iterator<Cell> all() {
        return cells.values().iterator();
    }

    int size() {
        return cells.size();
    }

    void clear() {
        cells.clear();
    }
}
