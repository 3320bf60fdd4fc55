package dev.zaelimiter.embedded.journal;

import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.math.BigInteger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A change that is kept until the reader of a feed is done with it.
 *
 * @param feed the name of the feed that it belongs to
 * @param number its number, 1 or more
 * @param atMillis when it was written, in milliseconds since the epoch
 * @param key of the item
 * @param expired whether the item went because its time to live had passed
 * @param before the item before, or null
 * @param after the item after, or null
 */
public record KeptChange(
        String feed,
        long number,
        long atMillis,
        Key key,
        boolean expired,
        @Nullable Item before,
        @Nullable Item after) {

    /**
     * Whether it left the item as it was: that is written, and is no change to whoever reads a feed.
     *
     * @return true if nothing has changed
     */
    public boolean isNone() {
        return Objects.equals(before, after);
    }

    /**
     * The change as feeds tell it.
     *
     * @return a record
     */
    public ChangeRecord told() {
        return new ChangeRecord(key, before, after, expired, BigInteger.valueOf(number), atMillis);
    }
}
