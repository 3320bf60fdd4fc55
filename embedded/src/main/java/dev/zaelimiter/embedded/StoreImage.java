package dev.zaelimiter.embedded;

import dev.zaelimiter.embedded.journal.JournalVisitor;
import dev.zaelimiter.embedded.journal.SpentToken;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a file holds, as it is read. */
final class StoreImage implements JournalVisitor {

    private final Map<Key, Item> items = new HashMap<>();
    private final List<SpentToken> tokens = new ArrayList<>();

    @Override
    public void put(Item item) {
        items.put(item.key(), item);
    }

    @Override
    public void remove(Key key) {
        items.remove(key);
    }

    @Override
    public void token(SpentToken token) {
        tokens.add(token);
    }

    void clear() {
        items.clear();
        tokens.clear();
    }

    int size() {
        return items.size();
    }

    /** The items in the order of their keys. */
    List<Item> items() {
        return items.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .toList();
    }

    /** The items, those of one partition together, in an order that is quick to make. */
    List<Item> itemsByPartition() {
        return items.entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getKey().pk()))
                .map(Map.Entry::getValue)
                .toList();
    }

    List<SpentToken> tokens() {
        return tokens;
    }
}
