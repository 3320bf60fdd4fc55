package dev.zaelimiter.aggregator;

import dev.zaelimiter.internal.schema.UsageMark;
import dev.zaelimiter.store.ChangeRecord;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Stores records in an archive, an object for each namespace and day. Where an object is there already, what it lacks
 * goes to another.
 */
final class ArchiveParts {

    /** Each object that is there already ends later than the one before. */
    private static final int MOST_OBJECTS = 1000;

    private final Attempts attempts;
    private final ArchiveSink sink;

    ArchiveParts(Attempts attempts, ArchiveSink sink) {
        this.attempts = attempts;
        this.sink = sink;
    }

    /**
     * Stores records of a shard, and gives how far each part is archived then, where that is known.
     *
     * @param before what is known of that
     */
    CompletableFuture<Map<String, String>> store(
            String streamShard, List<ChangeRecord> records, Map<String, String> before, Tally tally) {
        Map<String, String> ahead = new TreeMap<>(before);
        CompletableFuture<Map<String, String>> all = CompletableFuture.completedFuture(ahead);
        for (AuditArchive.Part part : AuditArchive.parts(records)) {
            String name = AuditArchive.partName(part.records().get(0));
            all = all.thenCompose(stored -> store(streamShard, part, MOST_OBJECTS, tally))
                    .thenApply(furthest -> {
                        if (furthest != null) {
                            ahead.put(name, UsageMark.text(furthest));
                        }
                        return ahead;
                    });
        }
        return all;
    }

    /** Stores a part, and gives the last number that is archived of it by somebody else; null if there is none. */
    private CompletableFuture<@Nullable BigInteger> store(
            String streamShard, AuditArchive.Part part, int most, Tally tally) {
        if (most == 0) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException("the archive already has objects of " + part + ", without an end"));
        }
        ArchiveObject object = part.object(streamShard);
        // Once: what fails is put aside, which costs less than that usage waits.
        return attempts.once(() -> sink.storeIfAbsent(object)).thenCompose(there -> {
            if (there.isEmpty()) {
                tally.archived(object.events());
                return CompletableFuture.<@Nullable BigInteger>completedFuture(null);
            }
            AuditArchive.Part rest = part.after(there.get());
            return rest.records().isEmpty()
                    ? CompletableFuture.<@Nullable BigInteger>completedFuture(there.get())
                    : store(streamShard, rest, most - 1, tally);
        });
    }
}
