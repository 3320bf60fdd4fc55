package dev.zaelimiter.embedded;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Query.Index;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The table in order, and its four indexes. An item is in an index when both of the index's key attributes are strings.
 *
 * <p>Entries are added before an item becomes visible and taken away after it has gone, and readers compare each item
 * with the place they found it at: a query never shows an item where it does not belong. An index is filled at its
 * first query, and kept from then on.
 */
@SuppressWarnings("EnumOrdinal") // an array by index, which lives and dies with this process
final class Indexes {

    private static final Index[] ALL = Index.values();
    private static final String[] PARTITION_ATTRIBUTES = names(true);
    private static final String[] SORT_ATTRIBUTES = names(false);
    private static final Set<String> KEY_ATTRIBUTES = keyAttributes();

    private final OrderedIndex[] indexes = new OrderedIndex[ALL.length];
    private final Backfill[] backfills = new Backfill[ALL.length];

    /**
     * No index is in use yet.
     *
     * @param cells all that there are, at any time
     */
    Indexes(Collection<Cell> cells, Stripes stripes) {
        Arrays.setAll(indexes, index -> new OrderedIndex());
        Arrays.setAll(
                backfills, index -> new Backfill(cells, stripes, PARTITION_ATTRIBUTES[index], SORT_ATTRIBUTES[index]));
    }

    /** Whether an attribute is a key of an index; the table's own keys are not, since no update can name them. */
    static boolean isKeyAttribute(String attribute) {
        return KEY_ATTRIBUTES.contains(attribute);
    }

    /** Refuses an item with an index key that is no string, or empty. */
    static void check(Item item) {
        for (int i = Index.TABLE.ordinal() + 1; i < ALL.length; i++) {
            check(item, PARTITION_ATTRIBUTES[i]);
            check(item, SORT_ATTRIBUTES[i]);
        }
    }

    private static void check(Item item, String attribute) {
        AttributeValue value = item.get(attribute);
        if (value != null
                && !(value instanceof AttributeValue.Text text && !text.value().isEmpty())) {
            throw Errors.misuse("the index key " + attribute + " must be a string, and not empty: " + value);
        }
    }

    /** Enters a cell wherever the new image belongs and the old one did not. */
    void enter(Cell cell, @Nullable Item before, @Nullable Item after) {
        for (int i = 0; i < ALL.length; i++) {
            if (after != null && backfills[i].hasBegun() && isIn(after, i) && !samePlace(before, after, i)) {
                indexes[i].put(
                        Position.of(text(after, PARTITION_ATTRIBUTES[i]), text(after, SORT_ATTRIBUTES[i]), cell.key()),
                        cell);
            }
        }
    }

    /** Takes a cell away from wherever the old image belonged and the new one does not. */
    void leave(Cell cell, @Nullable Item before, @Nullable Item after) {
        for (int i = 0; i < ALL.length; i++) {
            if (before != null && backfills[i].hasBegun() && isIn(before, i) && !samePlace(after, before, i)) {
                indexes[i].remove(text(before, PARTITION_ATTRIBUTES[i]), text(before, SORT_ATTRIBUTES[i]), cell);
            }
        }
    }

    Iterator<Map.Entry<Position, Cell>> range(Query query, @Nullable Position after) {
        return complete(query.index()).range(query, after);
    }

    /** Whether an item belongs where it was found. */
    boolean belongs(Item item, Index index, Position position) {
        return position.partition().equals(item.text(PARTITION_ATTRIBUTES[index.ordinal()]))
                && position.sort().equals(item.text(SORT_ATTRIBUTES[index.ordinal()]));
    }

    Iterator<Cell> allCells() {
        return complete(Index.TABLE).all();
    }

    private OrderedIndex complete(Index index) {
        OrderedIndex ordered = indexes[index.ordinal()];
        backfills[index.ordinal()].into(ordered);
        return ordered;
    }

    /** Whether an index holds what it should without a {@link Backfill}. */
    boolean isComplete(Index index) {
        return backfills[index.ordinal()].isDone();
    }

    /** How many entries an index has. */
    int size(Index index) {
        return indexes[index.ordinal()].size();
    }

    void clear() {
        for (OrderedIndex index : indexes) {
            index.clear();
        }
    }

    private static boolean isIn(Item item, int index) {
        return item.text(PARTITION_ATTRIBUTES[index]) != null && item.text(SORT_ATTRIBUTES[index]) != null;
    }

    private static boolean samePlace(@Nullable Item other, Item item, int index) {
        return other != null
                && text(item, PARTITION_ATTRIBUTES[index]).equals(other.text(PARTITION_ATTRIBUTES[index]))
                && text(item, SORT_ATTRIBUTES[index]).equals(other.text(SORT_ATTRIBUTES[index]));
    }

    private static String text(Item item, String attribute) {
        String text = item.text(attribute);
        if (text == null) {
            throw new IllegalStateException("no " + attribute + " in " + item);
        }
        return text;
    }

    private static String[] names(boolean partition) {
        List<String> names = new ArrayList<>();
        for (Index index : ALL) {
            names.add(partition ? index.partitionAttribute() : index.sortAttribute());
        }
        return names.toArray(String[]::new);
    }

    private static Set<String> keyAttributes() {
        Set<String> names = new HashSet<>(Arrays.asList(PARTITION_ATTRIBUTES));
        names.addAll(Arrays.asList(SORT_ATTRIBUTES));
        names.remove(Item.PK);
        names.remove(Item.SK);
        return Set.copyOf(names);
    }
}
