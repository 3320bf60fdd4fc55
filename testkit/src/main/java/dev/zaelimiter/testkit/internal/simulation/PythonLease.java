package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.WriteResult;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** What a caller of the Python system was granted, and how it ends: one write for each bucket, each by itself. */
final class PythonLease {

    private final ItemStore store;
    private final PythonWrites writes;
    private final Map<String, Long> taken;
    private final List<PythonImage> images;

    PythonLease(ItemStore store, PythonWrites writes, Map<String, Long> taken, List<PythonImage> images) {
        this.store = store;
        this.writes = writes;
        this.taken = taken;
        this.images = images;
    }

    Map<String, Long> taken() {
        return taken;
    }

    /** So much more was used of each limit, or less. */
    CompletableFuture<?> settle(Map<String, Long> more) {
        Map<String, Long> changes = new TreeMap<>(more);
        changes.values().removeIf(milli -> milli == 0);
        if (changes.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return CompletableFuture.allOf(images.stream()
                .map(image -> store.write(writes.adjust(image, changes)).thenCompose(result -> {
                    boolean credits = changes.values().stream().anyMatch(milli -> milli < 0);
                    return result instanceof WriteResult.Refused refused && refused.current() != null && credits
                            ? store.write(writes.trimmed(image.key(), changes))
                            : CompletableFuture.completedFuture(result);
                }))
                .toArray(CompletableFuture[]::new));
    }

    CompletableFuture<?> giveBack() {
        Map<String, Long> all = new TreeMap<>();
        taken.forEach((limit, milli) -> all.put(limit, -milli));
        return settle(all);
    }
}
