package dev.zaelimiter.embedded.journal;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemLayout;
import dev.zaelimiter.store.Key;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes one batch after the other. A batch stands for itself: the layouts of its items are in it, so what is readable
 * of a damaged file never depends on a part that is not. Not for use by several threads.
 */
public final class BatchEncoder {

    private final ByteSink sink = new ByteSink();
    private final IdentityHashMap<ItemLayout, Integer> layouts = new IdentityHashMap<>();
    private int entries;
    private int changes;

    /** An encoder with an empty batch. */
    public BatchEncoder() {
        reset();
    }

    /** Starts an empty batch. */
    public void reset() {
        sink.reset(BatchHead.SIZE);
        layouts.clear();
        entries = 0;
        changes = 0;
    }

    /**
     * Adds an item as it is from now on.
     *
     * @param item the item
     */
    public void put(Item item) {
        int number = number(item.layout());
        sink.octet(Entry.PUT);
        values(number, item);
        changes++;
        entries++;
    }

    private void values(int number, Item item) {
        ItemLayout layout = item.layout();
        sink.count(number);
        int wholes = 0;
        int others = 0;
        for (int i = 0; i < layout.size(); i++) {
            if (layout.isWhole(i)) {
                sink.whole(item.wholeAt(wholes++));
            } else {
                value(item.otherAt(others++));
            }
        }
    }

    /**
     * Adds that an item has gone.
     *
     * @param key its key
     */
    public void remove(Key key) {
        remove(Entry.REMOVE, key);
    }

    /**
     * Adds that an item has gone because its time to live had passed. Only for files that keep changes.
     *
     * @param key its key
     */
    public void expire(Key key) {
        remove(Entry.EXPIRE, key);
    }

    private void remove(int entry, Key key) {
        sink.octet(entry);
        key(key);
        changes++;
        entries++;
    }

    private void key(Key key) {
        sink.text(key.pk());
        sink.text(key.sk());
    }

    /**
     * Adds whose the changes with numbers are from now on.
     *
     * @param feed the name of the feed
     */
    public void follow(String feed) {
        sink.octet(Entry.FOLLOW);
        sink.text(feed);
        entries++;
    }

    /**
     * Gives numbers to the changes that are added from now on, which is no reason to write a batch.
     *
     * @param first of the first one
     * @param atMillis when they are written, in milliseconds since the epoch
     */
    public void numbers(long first, long atMillis) {
        sink.octet(Entry.NUMBERS);
        sink.fixed(first);
        sink.fixed(atMillis);
    }

    /**
     * Adds that all changes up to a number are done with.
     *
     * @param number of the last one
     */
    public void done(long number) {
        sink.octet(Entry.DONE);
        sink.fixed(number);
        entries++;
    }

    /**
     * Adds that what had a number in this file until now is told anew.
     *
     * @param next the number that the next change will have
     */
    public void afresh(long next) {
        sink.octet(Entry.AFRESH);
        sink.fixed(next);
        entries++;
    }

    /**
     * Adds a change that was written to another file.
     *
     * @param change the change
     */
    public void kept(KeptChange change) {
        Item before = change.before();
        Item after = change.after();
        int layoutBefore = before == null ? 0 : number(before.layout());
        int layoutAfter = after == null ? 0 : number(after.layout());
        sink.octet(Entry.KEPT);
        sink.text(change.feed());
        sink.fixed(change.number());
        sink.fixed(change.atMillis());
        key(change.key());
        sink.octet(change.expired() ? 1 : 0);
        image(layoutBefore, before);
        image(layoutAfter, after);
        entries++;
    }

    private void image(int layout, @Nullable Item item) {
        sink.octet(item == null ? 0 : 1);
        if (item != null) {
            values(layout, item);
        }
    }

    /**
     * How many changes are in the batch: items as they are from now on, and items that have gone.
     *
     * @return 0 or more
     */
    public int changes() {
        return changes;
    }

    /**
     * Adds the token of a transaction.
     *
     * @param token the token
     */
    public void token(SpentToken token) {
        sink.octet(Entry.TOKEN);
        sink.text(token.token());
        sink.fixed(token.digest().high());
        sink.fixed(token.digest().low());
        sink.fixed(token.wallMillis());
        sink.count(token.writes());
        entries++;
    }

    /**
     * Adds when the batch is written, which is no reason to write one.
     *
     * @param wallMillis milliseconds since the epoch
     */
    public void time(long wallMillis) {
        sink.octet(Entry.TIME);
        sink.fixed(wallMillis);
    }

    /**
     * Whether there is anything in the batch.
     *
     * @return false for an empty one
     */
    public boolean isEmpty() {
        return entries == 0;
    }

    /**
     * How large the batch is.
     *
     * @return bytes, its head included
     */
    public int length() {
        return sink.length();
    }

    /** The batch, with room for its head. Good until the next change. */
    byte[] array() {
        return sink.array();
    }

    private int number(ItemLayout layout) {
        Integer known = layouts.get(layout);
        if (known != null) {
            return known;
        }
        sink.octet(Entry.LAYOUT);
        sink.count(layout.size());
        for (int i = 0; i < layout.size(); i++) {
            sink.text(layout.name(i));
            sink.octet(layout.isWhole(i) ? 1 : 0);
        }
        int number = layouts.size();
        layouts.put(layout, number);
        return number;
    }

    private void value(AttributeValue value) {
        if (value instanceof AttributeValue.Text text) {
            sink.octet(Entry.TEXT);
            sink.text(text.value());
        } else if (value instanceof AttributeValue.Whole whole) {
            sink.octet(Entry.WHOLE);
            sink.whole(whole.value());
        } else if (value instanceof AttributeValue.Bool bool) {
            sink.octet(bool.value() ? Entry.TRUE : Entry.FALSE);
        } else if (value instanceof AttributeValue.Decimal decimal) {
            sink.octet(Entry.DECIMAL);
            sink.text(decimal.text());
        } else if (value instanceof AttributeValue.Null) {
            sink.octet(Entry.NULL);
        } else if (value instanceof AttributeValue.Opaque opaque) {
            sink.octet(Entry.OPAQUE);
            sink.text(opaque.type());
            // FileStore lets no other kind in.
            sink.text((String) opaque.value());
        } else {
            composite(value);
        }
    }

    private void composite(AttributeValue value) {
        if (value instanceof AttributeValue.Sequence sequence) {
            List<AttributeValue> elements = sequence.values();
            sink.octet(Entry.SEQUENCE);
            sink.count(elements.size());
            elements.forEach(this::value);
        } else if (value instanceof AttributeValue.Mapping mapping) {
            sink.octet(Entry.MAPPING);
            sink.count(mapping.values().size());
            mapping.values().forEach((name, element) -> {
                sink.text(name);
                value(element);
            });
        } else if (value instanceof AttributeValue.TextSet set) {
            sink.octet(Entry.TEXT_SET);
            sink.count(set.values().size());
            set.values().forEach(sink::text);
        } else {
            throw new IllegalStateException("a kind of value that the file does not know: " + value);
        }
    }
}
