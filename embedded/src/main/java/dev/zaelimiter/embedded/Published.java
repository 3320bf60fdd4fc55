package dev.zaelimiter.embedded;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import org.jspecify.annotations.Nullable;

/** Hears of changes that may be told to others. Must return immediately and never fail. */
interface Published {

    /** A change, alone or of a transaction, that has become visible. */
    void publish(Key key, @Nullable Item before, @Nullable Item after, boolean expired);

    /**
     * What was changed in place has become visible as one change. That was done while nobody heard of changes, so only
     * who counts them with the file is told.
     */
    default void publishLeft(Key key, Item before, Item after) {}
}
