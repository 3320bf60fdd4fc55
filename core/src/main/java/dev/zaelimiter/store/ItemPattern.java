package dev.zaelimiter.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One item of a layout, by which others are told: by the numbers in which they differ, and the texts that are not the
 * same but for the key. Immutable.
 *
 * <p>What an item has of its own is written down as bits, one for each value, and then those that differ: the time to
 * live first, which is asked for alone, and the other whole numbers, each as what it is more; then the texts.
 */
final class ItemPattern {

    private static final int LONGEST_NUMBER = 10;

    private final ItemLayout layout;
    private final long[] wholes;
    private final AttributeValue[] others;
    /** For each of the others that is a text; null for one that each item has of its own. */
    private final @Nullable TextPattern[] texts;

    private ItemPattern(ItemLayout layout, long[] wholes, AttributeValue[] others, @Nullable TextPattern[] texts) {
        this.layout = layout;
        this.wholes = wholes;
        this.others = others;
        this.texts = texts;
    }

    /**
     * The pattern of an item.
     *
     * @param unlike a pattern that does not fit it; or null. Fixed texts in which both differ are each item's own
     */
    static ItemPattern of(Item item, KeyParts key, @Nullable ItemPattern unlike) {
        ItemLayout layout = item.layout();
        long[] wholes = item.copyWholes();
        AttributeValue[] others = new AttributeValue[layout.size() - wholes.length];
        TextPattern[] texts = new TextPattern[others.length];
        for (int i = 0; i < others.length; i++) {
            others[i] = item.otherAt(i);
            if (others[i] instanceof AttributeValue.Text text) {
                TextPattern pattern = TextPattern.of(text.value(), key);
                boolean own = pattern.isFixed() && unlike != null && !unlike.fits(i, others[i], key);
                texts[i] = own ? null : pattern;
            }
        }
        return new ItemPattern(layout, wholes, others, texts);
    }

    /** How many values other than whole numbers an item has of its own that are not each item's own. */
    int misfits(Item item, KeyParts key) {
        int misfits = 0;
        for (int i = 0; i < others.length; i++) {
            if (!isOwn(i) && !fits(i, item.otherAt(i), key)) {
                misfits++;
            }
        }
        return misfits;
    }

    private boolean isOwn(int other) {
        return texts[other] == null && others[other] instanceof AttributeValue.Text;
    }

    @SuppressWarnings("ReferenceEquality") // the very same needs no comparison
    private boolean fits(int other, AttributeValue value, KeyParts key) {
        if (isOwn(other)) {
            return false;
        }
        TextPattern pattern = texts[other];
        if (pattern != null && value instanceof AttributeValue.Text text) {
            return pattern.fits(text.value(), key);
        }
        return value == others[other] || value.equals(others[other]);
    }

    PackedItem pack(Item item, KeyParts key) {
        int head = (wholes.length + others.length + 7) >>> 3;
        byte[] bits = new byte[head];
        AttributeValue[] odd = new AttributeValue[others.length];
        int odds = 0;
        int room = head + LONGEST_NUMBER * wholes.length;
        for (int i = 0; i < others.length; i++) {
            AttributeValue value = item.otherAt(i);
            if (fits(i, value, key)) {
                continue;
            }
            mark(bits, wholes.length + i);
            if (value instanceof AttributeValue.Text text) {
                room += OwnBytes.most(text.value());
            } else {
                room++;
                odd[odds++] = value;
            }
        }
        OwnBytes own = new OwnBytes(room, head);
        int ttl = layout.ttlSlot();
        if (ttl >= 0) {
            number(item, ttl, own, bits);
        }
        for (int i = 0; i < wholes.length; i++) {
            if (i != ttl) {
                number(item, i, own, bits);
            }
        }
        for (int i = 0; i < others.length; i++) {
            if (isMarked(bits, wholes.length + i) && item.otherAt(i) instanceof AttributeValue.Text text) {
                own.kind(true);
                own.text(text.value());
            } else if (isMarked(bits, wholes.length + i)) {
                own.kind(false);
            }
        }
        return new PackedItem(this, own.taken(bits), odds == 0 ? null : Arrays.copyOf(odd, odds));
    }

    private void number(Item item, int slot, OwnBytes own, byte[] bits) {
        long more = item.wholeAt(slot) - wholes[slot];
        if (more != 0) {
            mark(bits, slot);
            own.whole(more);
        }
    }

    Item unpack(byte[] bytes, AttributeValue @Nullable [] odd, Key key) {
        OwnBytes own = new OwnBytes(bytes, (wholes.length + others.length + 7) >>> 3);
        long[] numbers = wholes.clone();
        int ttl = layout.ttlSlot();
        if (ttl >= 0 && isMarked(bytes, ttl)) {
            numbers[ttl] += own.whole();
        }
        for (int i = 0; i < numbers.length; i++) {
            if (i != ttl && isMarked(bytes, i)) {
                numbers[i] += own.whole();
            }
        }
        AttributeValue[] values = others.clone();
        KeyParts parts = new KeyParts(key);
        int odds = 0;
        for (int i = 0; i < values.length; i++) {
            if (!isMarked(bytes, wholes.length + i)) {
                values[i] = filled(i, parts);
            } else if (own.isText()) {
                values[i] = new AttributeValue.Text(own.text());
            } else if (odd != null) {
                values[i] = odd[odds++];
            }
        }
        return new Item(layout, numbers, values);
    }

    private AttributeValue filled(int other, KeyParts key) {
        TextPattern pattern = texts[other];
        if (pattern == null || pattern.isFixed()) {
            return others[other];
        }
        String text = pattern.fill(key);
        // Most sort keys are the same.
        return others[other] instanceof AttributeValue.Text known
                        && known.value().equals(text)
                ? known
                : new AttributeValue.Text(text);
    }

    /** A text without the rest of the item; null if it has none of that name. */
    @Nullable
    String text(byte[] bytes, AttributeValue @Nullable [] odd, String name, Key key) {
        int slot = layout.otherSlot(name);
        if (slot < 0) {
            return null;
        }
        AttributeValue value = isMarked(bytes, wholes.length + slot)
                ? unpack(bytes, odd, key).otherAt(slot)
                : filled(slot, new KeyParts(key));
        return value instanceof AttributeValue.Text text ? text.value() : null;
    }

    /** The time to live without the rest of the item. */
    long ttl(byte[] bytes, long otherwise) {
        int ttl = layout.ttlSlot();
        if (ttl < 0) {
            return otherwise;
        }
        return isMarked(bytes, ttl)
                ? wholes[ttl] + new OwnBytes(bytes, (wholes.length + others.length + 7) >>> 3).whole()
                : wholes[ttl];
    }

    private static void mark(byte[] bits, int which) {
        bits[which >>> 3] |= (byte) (1 << (which & 7));
    }

    private static boolean isMarked(byte[] bits, int which) {
        return (bits[which >>> 3] & (1 << (which & 7))) != 0;
    }
}
