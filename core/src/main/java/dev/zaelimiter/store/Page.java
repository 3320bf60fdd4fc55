package dev.zaelimiter.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a query.
 *
 * @param items in order; from an index they may hold no more than the keys of the table and of the index
 * @param next the token to go on with, or null if this is the last page (which may be empty)
 */
public record Page(List<Item> items, @Nullable String next) {

    /** Copies the list. */
    public Page {
        items = List.copyOf(items);
    }
}
