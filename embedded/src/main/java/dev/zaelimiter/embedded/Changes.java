package dev.zaelimiter.embedded;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who is told of changes, under the lock of their keys, which is what orders them. Must return at once and never fail:
 * what is staged will become visible.
 */
interface Changes {

    /** A change that is about to become visible. */
    void stage(Key key, @Nullable Item before, @Nullable Item after, boolean expired);

    /** The changes of a transaction, maybe none, all of which are about to become visible. */
    void stage(List<Change> changes, String token, List<Write> writes);

    /** A change, alone or of a transaction, that has become visible. */
    void publish(Key key, @Nullable Item before, @Nullable Item after, boolean expired);
}
