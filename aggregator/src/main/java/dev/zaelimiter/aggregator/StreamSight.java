package dev.zaelimiter.aggregator;

import dev.zaelimiter.store.ChangeStream;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Looks which shards the stream has, and which leases of them there are. Safe for use by many threads. */
final class StreamSight {

    /** A stream has some seven shards for each partition of its table; an answer without an end is none. */
    private static final int MOST_PAGES = 1000;

    private final PollerParts parts;
    private final long sinceMillis;

    /**
     * For a poller.
     *
     * @param sinceMillis from when on to count, should it be the first poller of the table; 0 for all
     */
    StreamSight(PollerParts parts, long sinceMillis) {
        this.parts = parts;
        this.sinceMillis = sinceMillis;
    }

    /**
     * What was seen.
     *
     * @param listing the shards
     * @param leases all there are
     */
    record Seen(ChangeStream.Listing listing, List<StreamLease> leases) {}

    CompletableFuture<Seen> look() {
        return parts.attempts()
                .make(() -> parts.stream().shards())
                .thenCompose(listing -> StreamHead.note(parts.store(), parts.attempts(), listing.newest(), sinceMillis)
                        .thenCompose(found -> {
                            parts.countFrom(found.head().sinceMillis());
                            if (found.another()) {
                                parts.gap(listing.newest());
                            }
                            return leases(null, new ArrayList<>(), MOST_PAGES);
                        })
                        .thenApply(leases -> new Seen(listing, leases)));
    }

    private CompletableFuture<List<StreamLease>> leases(@Nullable String after, List<StreamLease> found, int pages) {
        Query query = Query.of(Query.Index.TABLE, StreamLease.PARTITION)
                .sortPrefix(StreamLease.PREFIX)
                .limit(Query.MAX_LIMIT)
                .after(after);
        return parts.attempts().make(() -> parts.store().query(query)).thenCompose(page -> {
            for (Item each : page.items()) {
                StreamLease lease = StreamLease.of(each);
                if (lease != null) {
                    found.add(lease);
                }
            }
            if (page.next() == null) {
                return CompletableFuture.completedFuture(found);
            }
            return pages == 1
                    ? CompletableFuture.failedFuture(new IllegalStateException("the leases have no end"))
                    : leases(page.next(), found, pages - 1);
        });
    }
}
