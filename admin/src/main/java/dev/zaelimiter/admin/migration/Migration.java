package dev.zaelimiter.admin.migration;

import dev.zaelimiter.internal.facets.Pages;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One change of what is stored. It only says what is to be written; {@link Runs} writes it, and remembers how far it
 * came. So a plan is a run without the writing.
 *
 * <p>A write must be safe to repeat, and harmless if somebody else was quicker: it has a condition that then does not
 * hold.
 */
interface Migration {

    /** Its name for ever: the version of the items that it leads to, and what it is about. */
    String id();

    /** What it does, in a sentence. */
    String what();

    /** Why it can't be run on this store, or null. */
    @Nullable
    String obstacle();

    /**
     * Reads one part of the store.
     *
     * @param place where it begins; null for the first part
     * @return what lies there
     */
    Pages.Part<Piece> read(@Nullable String place);

    /**
     * What lies in a part.
     *
     * @param looked how many items were looked at
     * @param writes what is to be written, each to another key
     * @param left how many items should be changed, but may not yet
     * @param why the reason why they may not; null if there are none
     */
    record Piece(
            long looked,
            List<Write> writes,
            long left,
            @Nullable String why) {

        static Piece of(List<Item> items, List<Write> writes) {
            return new Piece(items.size(), writes, 0, null);
        }
    }
}
