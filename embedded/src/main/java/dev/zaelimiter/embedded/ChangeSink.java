package dev.zaelimiter.embedded;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Is told of each change under the lock of its key, which is what orders changes. Must return immediately and never
 * fail: what is staged will become visible.
 */
interface ChangeSink extends Published {

    /** A change that is about to become visible. */
    void stage(Key key, @Nullable Item before, @Nullable Item after, boolean expired);

    /** The changes of a transaction, maybe none, all of which are about to become visible. */
    void stage(List<Change> changes, String token, List<Write> writes);
}
