package dev.zaelimiter.aggregator;

import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.LastingFeed;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a store in batches, as a worker counts them. Where the store keeps changes, what earlier workers had
 * not counted comes first, under their names and numbers: so a sum that has counted some of it says so. Safe for use by
 * many threads; one batch at a time.
 */
final class WorkerFeed {

    private static final int MOST_RECORDS = 1000;

    private final ItemStore store;
    private final String streamShard;
    private final FeedNumbers numbers = new FeedNumbers();
    private final Deque<StreamBatch> left = new ArrayDeque<>();
    private ChangeFeed feed;
    private @Nullable StreamBatch given;
    private boolean closed;

    WorkerFeed(ItemStore store, ChangeFeed feed, String streamShard) {
        this.store = store;
        this.feed = feed;
        this.streamShard = streamShard;
        if (feed instanceof LastingFeed lasting) {
            for (LastingFeed.Leftover each : lasting.left()) {
                List<ChangeRecord> changes = each.changes();
                for (int from = 0; from < changes.size(); from += MOST_RECORDS) {
                    int to = Math.min(changes.size(), from + MOST_RECORDS);
                    left.add(new StreamBatch(each.feed(), changes.subList(from, to)));
                }
            }
        }
    }

    /** Begins with the changes from now on. */
    static CompletableFuture<WorkerFeed> open(ItemStore store, String streamShard) {
        return changes(store, streamShard).thenApply(feed -> new WorkerFeed(store, feed, streamShard));
    }

    private static CompletableFuture<? extends ChangeFeed> changes(ItemStore store, String streamShard) {
        CompletableFuture<LastingFeed> lasting = store.follow(streamShard);
        return lasting == null ? CompletableFuture.completedFuture(store.changes()) : lasting;
    }

    /** The name under which changes from now on are counted. */
    String streamShard() {
        return streamShard;
    }

    /** The next changes, or null if there are none now. */
    CompletableFuture<@Nullable StreamBatch> next() {
        ChangeFeed from;
        synchronized (this) {
            given = left.peek();
            if (given != null) {
                return CompletableFuture.completedFuture(given);
            }
            from = feed;
        }
        return from.poll(MOST_RECORDS).thenApply(changes -> take(from, changes));
    }

    private synchronized @Nullable StreamBatch take(ChangeFeed from, List<ChangeRecord> changes) {
        boolean numbered = from instanceof LastingFeed;
        given = changes.isEmpty() ? null : new StreamBatch(streamShard, numbered ? changes : numbers.next(changes));
        return given;
    }

    /** The batch that was given last is counted. */
    synchronized void done() {
        StreamBatch batch = given;
        given = null;
        if (batch == null) {
            return;
        }
        left.poll();
        if (feed instanceof LastingFeed lasting) {
            List<ChangeRecord> records = batch.records();
            lasting.done(records.get(records.size() - 1).sequence());
        }
    }

    /** Whether changes of an earlier worker may come yet, so that what it has counted must not be forgotten. */
    synchronized boolean owes(String shard) {
        return left.stream().anyMatch(each -> each.streamShard().equals(shard));
    }

    /** Begins anew with the changes from now on; what came since the feed broke is lost. */
    CompletableFuture<Void> reopen() {
        ChangeFeed old;
        synchronized (this) {
            old = feed;
        }
        try {
            old.close();
            return changes(store, streamShard).thenAccept(this::use);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void use(ChangeFeed fresh) {
        boolean late;
        synchronized (this) {
            late = closed;
            feed = late ? feed : fresh;
        }
        if (late) {
            fresh.close();
        }
    }

    void close() {
        ChangeFeed open;
        synchronized (this) {
            closed = true;
            open = feed;
        }
        open.close();
    }
}
