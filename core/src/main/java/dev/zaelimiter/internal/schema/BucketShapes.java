package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.WriteShape;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The shapes made for one layout. The last one used is found without hashing. Safe for use by many threads. */
final class BucketShapes {

    private static final int MOST_PER_LAYOUT = 512;

    /** What the walk over a plan depends on: the kind of plan, and sets of limits as bits. */
    record Key(char kind, int moved, int floors, int ceilings, int full, int remainders, int turned, int flags) {}

    private final Map<Key, WriteShape> all = new ConcurrentHashMap<>();
    private volatile @Nullable Last last;

    @Nullable
    WriteShape get(Key key) {
        Last recent = last;
        if (recent != null && recent.key.equals(key)) {
            return recent.shape;
        }
        WriteShape shape = all.get(key);
        if (shape != null) {
            last = new Last(key, shape);
        }
        return shape;
    }

    WriteShape put(Key key, WriteShape shape) {
        if (all.size() >= MOST_PER_LAYOUT) {
            all.clear();
        }
        WriteShape before = all.putIfAbsent(key, shape);
        return before == null ? shape : before;
    }

    private record Last(Key key, WriteShape shape) {}
}
