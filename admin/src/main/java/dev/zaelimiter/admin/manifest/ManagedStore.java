package dev.zaelimiter.admin.manifest;

import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.BlockingStore;
import dev.zaelimiter.internal.facets.OptimisticRetry;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and replaces the {@link ManagedState} of a namespace, in one item or, where that is full, several. */
final class ManagedStore {

    private static final WriteShape PUT = WriteShape.put(null);
    private static final WriteShape DELETE = WriteShape.delete(null);
    private static final String READING = "reading what manifests declared";
    private static final String WRITING = "remembering what a manifest declares";

    private final Engine engine;
    private final BlockingStore blocking;
    private final OptimisticRetry retry;

    ManagedStore(Engine engine, BlockingStore blocking) {
        this.engine = engine;
        this.blocking = blocking;
        this.retry = new OptimisticRetry(engine, blocking);
    }

    ManagedState read() {
        return retry.run(READING, "items that #PROVISIONER names were missing", this::attempt);
    }

    /** Null if it was replaced between two reads: the item speaks of other parts by now. */
    private @Nullable ManagedState attempt() {
        Key key = ManagedState.key(engine.keys());
        Item item = blocking.read(READING, engine.patientStore().get(key));
        List<Key> parts = ManagedState.parts(item);
        if (parts.isEmpty()) {
            return ManagedState.of(key, item, List.of());
        }
        Map<Key, Item> found = blocking.read(READING, engine.patientStore().batchGet(new LinkedHashSet<>(parts)));
        return found.keySet().containsAll(parts)
                ? ManagedState.of(key, item, parts.stream().map(found::get).toList())
                : null;
    }

    /** False, and nothing is changed, if the state is no longer the one that was read. */
    boolean replace(ManagedState read, ManagedState next) {
        for (Item part : next.parts()) {
            blocking.get(WRITING, engine.patientStore().write(Write.put(PUT, part)));
        }
        boolean replaced =
                blocking.get(WRITING, engine.patientStore().write(next.replacing(read))) instanceof WriteResult.Written;
        Set<Key> left = new LinkedHashSet<>();
        (replaced ? read : next).parts().forEach(part -> left.add(part.key()));
        (replaced ? next : read).parts().forEach(part -> left.remove(part.key()));
        for (Key part : left) {
            blocking.get(WRITING, engine.patientStore().write(Write.of(DELETE, part)));
        }
        return replaced;
    }
}
