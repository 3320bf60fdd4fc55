package dev.zaelimiter.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ids that two queries find, each once and in order: an entity may have a record, or buckets, or both. For one
 * call.
 */
final class MergedNames {

    private final KeyNames records;
    private final KeyNames buckets;
    private String last;

    /**
     * Begins after an id.
     *
     * @param last the id that was given last, or an empty text
     */
    MergedNames(KeyNames records, KeyNames buckets, String last) {
        this.records = records;
        this.buckets = buckets;
        this.last = last;
    }

    /**
     * Adds ids until there are enough of them.
     *
     * @param most ids in the list
     * @param pages the most pages that are read for it
     * @return whether there may be more ids; false once all are given
     */
    boolean addTo(List<String> names, int most, int pages) {
        while (names.size() < most) {
            KeyNames unready = unready();
            if (unready == null) {
                String name = earlier(records.first(), buckets.first());
                if (name == null) {
                    return false;
                }
                names.add(name);
                last = name;
            } else if (pages() < pages) {
                unready.read();
            } else {
                return true;
            }
        }
        return true;
    }

    /** The one of the two that must read a page before the next id can be told; null if neither has to. */
    private @Nullable KeyNames unready() {
        if (!records.isReady(last)) {
            return records;
        }
        return buckets.isReady(last) ? null : buckets;
    }

    private static @Nullable String earlier(@Nullable String one, @Nullable String other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) <= 0 ? one : other;
    }

    /** How many pages were read. */
    int pages() {
        return records.pages() + buckets.pages();
    }

    /** The id that was given last. */
    String last() {
        return last;
    }
}
