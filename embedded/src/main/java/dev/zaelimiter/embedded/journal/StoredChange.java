package dev.zaelimiter.embedded.journal;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import org.jspecify.annotations.Nullable;

/**
 * A change of which a file says that somebody is not done with it, as it stands there. Immutable.
 *
 * @param feed the name of the feed that it belongs to
 * @param number its number, 1 or more
 * @param atMillis when it was written, in milliseconds since the epoch
 * @param key of the item
 * @param expired whether the item went because its time to live had passed
 * @param before the item before, or null
 * @param after the item after, or null
 */
public record StoredChange(
        String feed,
        long number,
        long atMillis,
        Key key,
        boolean expired,
        @Nullable StoredItem before,
        @Nullable StoredItem after) {

    /**
     * Makes the images.
     *
     * @return the same change
     */
    public KeptChange decode() {
        return new KeptChange(feed, number, atMillis, key, expired, made(before), made(after));
    }

    private @Nullable Item made(@Nullable StoredItem item) {
        return item == null ? null : item.decode(key);
    }
}
