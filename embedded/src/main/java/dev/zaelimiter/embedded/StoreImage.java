package dev.zaelimiter.embedded;

import dev.zaelimiter.embedded.journal.JournalVisitor;
import dev.zaelimiter.embedded.journal.SpentToken;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.util.ArrayList;
import java.util.Collection;
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

    Collection<Item> items() {
        return items.values();
    }

    List<SpentToken> tokens() {
        return tokens;
    }
}
