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

    private final ConcurrentMap<Key, Cell> cells = new ConcurrentHashMap<>();
    private final List<SpentToken> tokens = new ArrayList<>();

    @Override
    public void put(Key key, StoredItem item) {
        Cell cell = cells.get(key);
        if (cell == null) {
            cell = new Cell(key);
            cells.put(key, cell);
        }
        cell.restore(item);
    }

    @Override
    public void remove(Key key) {
        cells.remove(key);
    }

    @Override
    public void token(SpentToken token) {
        tokens.add(token);
    }

    void clear() {
        cells.clear();
        tokens.clear();
    }

    int size() {
        return cells.size();
    }

    ConcurrentMap<Key, Cell> cells() {
        return cells;
    }

    /** The items in the order of their keys, each made when it is asked for. */
    Stream<Item> items() {
        return cells.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> Objects.requireNonNull(entry.getValue().item()));
    }

    List<SpentToken> tokens() {
        return tokens;
    }
}
