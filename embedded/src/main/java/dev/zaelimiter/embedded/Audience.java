package dev.zaelimiter.embedded;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import org.jspecify.annotations.Nullable;

/** All who hear of the changes of a file: as long as the process lives, and longer. */
record Audience(Feeds feeds, Followed followed) implements Published {

    @Override
    public void publish(Key key, @Nullable Item before, @Nullable Item after, boolean expired) {
        followed.publish(key, before, after, expired);
        feeds.publish(key, before, after, expired);
    }

    @Override
    public void publishLeft(Key key, Item before, Item after) {
        followed.publish(key, before, after, false);
    }

    /** Whether anybody hears of them now, so that each has to be told. */
    boolean isThere() {
        return feeds.anyOpen() || followed.isOpen();
    }
}
