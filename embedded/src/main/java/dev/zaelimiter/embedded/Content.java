package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What both forms of the store share: everything that is held, and the calls of the port without their futures. Safe
 * for use by many threads; reads take no lock.
 */
final class Content {

    private final Stripes stripes;
    private final Table table;
    private final TransactionLog log;
    private final WriteApplier writer;
    private final Room room;

    /** The content of an image, whose cells are its own from now on, and no more than so many items by and by. */
    Content(Environment environment, ChangeSink sink, StoreImage image, int most, AtHand atHand) {
        this.stripes = new Stripes();
        this.table = new Table(environment, stripes, sink, image, atHand);
        this.log = new TransactionLog(environment);
        this.room = new Room(table, environment, most);
        this.writer = new WriteApplier(table, stripes, sink, new Sweeper(table), room, log);
    }

    Room room() {
        return room;
    }

    WriteResult write(Write write) {
        return writer.write(write);
    }

    TransactionResult transact(List<Write> writes, String token) {
        return writer.transact(writes, token);
    }

    @Nullable
    Item get(Key key) {
        Values.check(key);
        return table.read(key);
    }

    Map<Key, Item> batchGet(Collection<Key> keys) {
        Map<Key, @Nullable Item> found = new LinkedHashMap<>();
        for (Key key : keys) {
            Values.check(key);
            if (found.containsKey(key)) {
                throw Errors.misuse("the key " + key + " is asked for twice");
            }
            found.put(key, table.read(key));
        }
        Map<Key, Item> items = new LinkedHashMap<>();
        found.forEach((key, item) -> {
            if (item != null) {
                items.put(key, item);
            }
        });
        return Collections.unmodifiableMap(items);
    }

    /** Lets some numbers of an item be changed in place; null if it is not the one that is there, or may not now. */
    @SuppressWarnings("ReferenceEquality") // the very item that was answered last
    @Nullable
    Account account(CellAccount.Opener accounts, Item item, Account.Attributes attributes, long mark) {
        Cell cell = table.cell(item.key());
        if (cell == null) {
            return null;
        }
        ReentrantLock lock = stripes.of(item.key());
        lock.lock();
        try {
            CellAccount account = table.current(cell) == item ? accounts.open(item, attributes, mark) : null;
            if (account != null) {
                cell.open(account);
            }
            return account;
        } finally {
            lock.unlock();
        }
    }

    Page query(Query query) {
        if (query.partition().isEmpty()) {
            throw Errors.misuse("a query of an empty partition key");
        }
        List<Item> items = new ArrayList<>();
        Position last = null;
        Iterator<Map.Entry<Position, Cell>> entries = table.range(query, PageToken.parse(query));
        while (entries.hasNext()) {
            Map.Entry<Position, Cell> entry = entries.next();
            Item item = table.found(query, entry);
            if (item == null) {
                table.tryExpire(entry.getValue());
                continue;
            }
            if (last != null && items.size() == query.limit()) {
                return new Page(
                        items,
                        PageToken.of(
                                query, last.sort(), items.get(items.size() - 1).key()));
            }
            items.add(item);
            last = entry.getKey();
        }
        return new Page(items, null);
    }

    Table table() {
        return table;
    }

    TransactionLog log() {
        return log;
    }

    void clear() {
        table.clear();
    }
}
