package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.ItemStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A shorter batch after a crash archived again what the longer one before it had in its object. */
class ArchiveCutAnewTest {

    private final ManualClock clock = new ManualClock();
    private final InMemoryStore store = new InMemoryStore(clock);
    private final Map<String, ArchiveObject> archive = new LinkedHashMap<>();

    private CompletableFuture<Optional<BigInteger>> storeIfAbsent(ArchiveObject object) {
        ArchiveObject there = archive.putIfAbsent(object.name(), object);
        try {
            return CompletableFuture.completedFuture(
                    there == null ? Optional.empty() : Optional.of(ArchiveObject.lastIn(there.gzip())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private CompletableFuture<BatchOutcome> process(ItemStore by, long from, long to) {
        List<ChangeRecord> records = LongStream.rangeClosed(from, to)
                .mapToObj(number -> Samples.expired(
                        number,
                        // Every third is of another namespace, and so of another object.
                        Samples.audit("ns" + number % 3 / 2, "e", "id-" + number, "2026-01-01T10:00:00.000Z")))
                .toList();
        return Aggregator.builder(by, clock)
                .archive(this::storeIfAbsent)
                .build()
                .process(new StreamBatch("shardId-1", records));
    }

    private int archived() {
        return archive.values().stream().mapToInt(ArchiveObject::events).sum();
    }

    @Test
    void archive_aShorterBatchAfterACrash_holdsEachRecordOnce() {
        assertThat(process(new DyingStore(store, 2), 1, 20)).isNotDone();
        assertThat(archived()).isEqualTo(20);
        assertThat(process(store, 1, 7).join().complete()).isTrue();
        assertThat(process(store, 8, 11).join().complete()).isTrue();
        assertThat(process(store, 12, 30).join().complete()).isTrue();
        assertThat(process(store, 25, 31).join().complete()).isTrue();
        assertThat(archived()).isEqualTo(31);
    }
}
