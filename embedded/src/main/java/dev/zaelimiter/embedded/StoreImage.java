package dev.zaelimiter.embedded;

import dev.zaelimiter.embedded.journal.FileHead;
import dev.zaelimiter.embedded.journal.JournalVisitor;
import dev.zaelimiter.embedded.journal.SpentToken;
import dev.zaelimiter.embedded.journal.StoredChange;
import dev.zaelimiter.embedded.journal.StoredItem;
import dev.zaelimiter.embedded.journal.StoredSums;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a file holds, as it is read. Its cells are those of the {@link Table} that is opened on it. */
final class StoreImage implements JournalVisitor {

    /** Fewer than most items take: a map that is too large costs little, and one that has to grow is built twice. */
    private static final int BYTES_PER_ITEM = 256;

    private static final int MOST_EXPECTED = 1 << 24;

    private final ConcurrentMap<Key, Cell> cells;
    private final List<SpentToken> tokens = new ArrayList<>();
    private final ReplayedChanges changes = new ReplayedChanges();
    private long latestMillis = Long.MIN_VALUE;

    private final @Nullable StoredSums sums;

    /** An image of a file that is so long, and has no sums. */
    StoreImage(long bytes) {
        this(bytes, null);
    }

    /** An image of a file that is so long, and may have sums. */
    StoreImage(long bytes, @Nullable StoredSums sums) {
        this.sums = sums;
        this.cells = new ConcurrentHashMap<>((int) Math.min(MOST_EXPECTED, bytes / BYTES_PER_ITEM));
    }

    @Override
    public void put(Key key, StoredItem item) {
        changed(key);
        Cell fresh = new Cell(key);
        Cell known = cells.putIfAbsent(key, fresh);
        if (known == null) {
            changes.changed(key, null, item, false);
            fresh.restore(item);
        } else {
            changes.changed(known.key(), (StoredItem) known.state(), item, false);
            known.restore(item);
        }
    }

    @Override
    public void remove(Key key) {
        remove(key, false);
    }

    @Override
    public void expire(Key key) {
        remove(key, true);
    }

    private void changed(Key key) {
        if (sums != null) {
            sums.changed(key);
        }
    }

    private void remove(Key key, boolean expired) {
        changed(key);
        Cell gone = cells.remove(key);
        changes.changed(key, gone == null ? null : (StoredItem) gone.state(), null, expired);
        if (gone != null) {
            gone.set(null);
        }
    }

    @Override
    public void batch() {
        if (sums != null) {
            sums.batch();
        }
        changes.batch();
    }

    @Override
    public void follow(String feed) {
        changes.follow(feed);
    }

    @Override
    public void numbers(long first, long atMillis) {
        changes.numbers(first, atMillis);
    }

    @Override
    public void done(long number) {
        changes.done(number);
    }

    @Override
    public void afresh(long next) {
        changes.afresh(next);
    }

    @Override
    public void kept(StoredChange change) {
        changes.kept(change);
    }

    /** The changes that somebody follows and is not done with. */
    ReplayedChanges changes() {
        return changes;
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

    /** What is wrong with the sums of the file, once it is read; null if all is well. */
    @Nullable
    String sumsProblem(FileHead head) throws IOException {
        if (sums == null || !head.hasSums()) {
            return null;
        }
        String problem = sums.problem(head);
        for (Key key : problem == null ? sums.keys() : List.<Key>of()) {
            if (sums.holdsAny(key) && left(key) == null) {
                problem = sums.noSuchItem(key);
            }
        }
        return problem;
    }

    private @Nullable Item left(Key key) {
        Cell cell = cells.get(key);
        Item item = cell == null ? null : cell.peek();
        return item == null || sums == null ? null : sums.left(item);
    }

    /** Adds the sums of the file, in which nothing is wrong, to its items. Once, when nothing more comes. */
    List<Item> addSums(FileHead head) {
        List<Item> all = new ArrayList<>();
        if (sums != null && head.hasSums()) {
            for (Key key : sums.keys()) {
                Item left = sums.holdsAny(key) ? left(key) : null;
                Cell cell = cells.get(key);
                if (left != null && cell != null) {
                    cell.set(left);
                    all.add(left);
                }
            }
        }
        return all;
    }

    void clear() {
        cells.clear();
        tokens.clear();
        changes.clear();
        latestMillis = Long.MIN_VALUE;
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
                .map(entry -> Objects.requireNonNull(entry.getValue().peek()));
    }

    List<SpentToken> tokens() {
        return tokens;
    }
}
