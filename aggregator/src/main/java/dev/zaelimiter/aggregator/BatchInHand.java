package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.ChangeRecord;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Changes of a shard of the stream until they are aggregated: what of them is left, and how long to wait before that is
 * tried again. After a day they are put aside: a stream would have dropped them by then, and those after them would be
 * next. Safe for use by many threads; one call of {@link #aggregate} at a time.
 */
final class BatchInHand {

    private static final long MOST_NANOS = TimeUnit.HOURS.toNanos(24);

    private final Aggregator aggregator;
    private String streamShard;
    private final Patience patience;
    private List<ChangeRecord> left = List.of();

    BatchInHand(Environment environment, Aggregator aggregator, String streamShard) {
        this.aggregator = aggregator;
        this.streamShard = streamShard;
        this.patience = Patience.of(environment, MOST_NANOS);
    }

    synchronized boolean isEmpty() {
        return left.isEmpty();
    }

    /** Takes the next changes, perhaps of another shard. */
    synchronized void take(StreamBatch batch) {
        streamShard = batch.streamShard();
        left = batch.records();
    }

    /** Takes the next changes. */
    synchronized void take(List<ChangeRecord> changes) {
        left = changes;
    }

    /**
     * Aggregates what is left; done with how long to wait before the rest is tried again, 0 if nothing is left. Never
     * fails.
     */
    CompletableFuture<Long> aggregate() {
        List<ChangeRecord> changes;
        String shard;
        synchronized (this) {
            changes = left;
            shard = streamShard;
        }
        CompletableFuture<Long> pause = new CompletableFuture<>();
        Futures.whenDone(process(shard, changes), (outcome, failure) -> {
            BigInteger from =
                    outcome == null ? BigInteger.ZERO : outcome.retryFrom().orElse(null);
            long wait = ended(changes, from);
            if (wait >= 0) {
                pause.complete(wait);
            } else {
                Futures.whenDone(
                        aggregator.giveUp(shard, changes), (put, none) -> pause.complete(ended(changes, null)));
            }
        });
        return pause;
    }

    private CompletableFuture<BatchOutcome> process(String shard, List<ChangeRecord> changes) {
        try {
            return aggregator.process(new StreamBatch(shard, changes));
        } catch (RuntimeException | LinkageError e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Notes what is left; gives how long to wait, or less than 0 if that has gone on for too long. */
    private synchronized long ended(List<ChangeRecord> changes, @Nullable BigInteger from) {
        if (from == null) {
            left = List.of();
            patience.succeeded();
            return 0;
        }
        left = changes.stream()
                .filter(each -> each.sequence().compareTo(from) >= 0)
                .toList();
        long pause = patience.failed();
        return patience.isOver() ? -1 : pause;
    }
}
