package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.StreamPage;
import dev.zaelimiter.store.StreamPlace;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads one shard of a stream and has each page aggregated before it reads the next. One step at a time; each starts the next
 * on a thread of the environment. Its state is guarded by its lock, and nothing is called under it.
 */
final class ShardReader {

    static final int MOST_RECORDS = 1000;

    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** How many pages in a row must be empty to believe that there is no more: a page may be empty in the middle, too. */
    private static final int QUIET_PAGES = 3;

    private final PollerParts parts;
    private final Runnable ended;
    private final CompletableFuture<Void> finished = new CompletableFuture<>();

    private StreamLease lease;
    private StreamPlace place;
    private List<ChangeRecord> left = List.of();
    private @Nullable StreamPlace afterLeft;
    private boolean closing;
    private boolean through;
    private boolean busy;
    private int failures;
    private int emptyPages;
    private long readUpToMillis;
    private long lagMillis;
    private long readAtNanos;
    private Environment.@Nullable Timer timer;

    /**
     * A reader.
     *
     * @param lease of the shard, which is ours
     * @param ended is run when all of the shard is read
     */
    ShardReader(PollerParts parts, StreamLease lease, Runnable ended) {
        this.parts = parts;
        this.lease = lease;
        this.ended = ended;
        this.place = StreamPlace.of(lease.shard(), lease.position());
    }

    void start() {
        next(0);
    }

    synchronized StreamLease lease() {
        return lease;
    }

    synchronized void renewed(StreamLease now) {
        lease = now;
    }

    /** Behind which change to go on, or null for the oldest. */
    synchronized @Nullable String position() {
        return place.after();
    }

    /** Whether all of the shard is read and aggregated. */
    synchronized boolean isThrough() {
        return through;
    }

    synchronized long lagMillis() {
        return lagMillis;
    }

    /** Whether all that was written before a time is aggregated, as far as one can tell. */
    synchronized boolean hasReached(long millis) {
        return through || emptyPages >= QUIET_PAGES || readUpToMillis > millis;
    }

    /** Reads no more; done when what was read is aggregated, or has failed. */
    CompletableFuture<Void> stop() {
        boolean idle;
        synchronized (this) {
            closing = true;
            idle = !busy;
            if (timer != null) {
                timer.cancel();
                timer = null;
            }
        }
        if (idle) {
            finished.complete(null);
        }
        return finished;
    }

    private void next(long pauseNanos) {
        boolean stop;
        synchronized (this) {
            busy = false;
            stop = closing || through;
            if (!stop) {
                if (pauseNanos > 0) {
                    timer = parts.environment().schedule(this::wake, pauseNanos);
                } else {
                    busy = true;
                }
            }
        }
        if (stop) {
            finished.complete(null);
        } else if (pauseNanos <= 0) {
            parts.turns().enter(this::step);
        }
    }

    private void wake() {
        synchronized (this) {
            if (closing || timer == null) {
                return;
            }
            timer = null;
            busy = true;
        }
        parts.turns().enter(this::step);
    }

    private void step() {
        List<ChangeRecord> retry;
        StreamPlace from;
        boolean stop;
        synchronized (this) {
            retry = left;
            from = place;
            stop = closing;
            readAtNanos = retry.isEmpty() ? parts.environment().monotonicNanos() : readAtNanos;
        }
        if (stop) {
            goOn(0);
        } else if (retry.isEmpty()) {
            parts.figures().reads.increment();
            Futures.whenDone(
                    parts.attempts().once(() -> parts.stream().read(from, MOST_RECORDS)),
                    (page, failure) ->
                            parts.environment().executor().execute(() -> guarded(() -> arrived(page, failure))));
        } else {
            guarded(() -> aggregate(retry));
        }
    }

    /** Whatever is thrown, the shard is read on, after a pause. */
    private void guarded(Runnable part) {
        try {
            part.run();
        } catch (RuntimeException | LinkageError e) {
            parts.failed("aggregating changes of a shard of the stream", e);
            goOn(backOff());
        }
    }

    private void arrived(@Nullable StreamPage page, @Nullable Throwable failure) {
        if (page == null) {
            parts.failed("reading a shard of the stream", failure);
            goOn(backOff());
            return;
        }
        if (page.gap()) {
            parts.gap(lease().shard().id());
        }
        List<ChangeRecord> fresh = parts.wanted(page.records());
        synchronized (this) {
            left = fresh;
            afterLeft = page.next();
        }
        if (fresh.isEmpty()) {
            parts.figures().emptyReads.increment();
            arrivedAll(page.records());
        } else {
            aggregate(fresh);
        }
    }

    private void aggregate(List<ChangeRecord> changes) {
        StreamBatch batch = new StreamBatch(lease().shard().id(), changes);
        Futures.whenDone(parts.aggregator().process(batch), (outcome, failure) -> {
            BigInteger from =
                    outcome == null ? BigInteger.ZERO : outcome.retryFrom().orElse(null);
            if (from == null) {
                arrivedAll(changes);
                return;
            }
            synchronized (this) {
                left = changes.stream()
                        .filter(each -> each.sequence().compareTo(from) >= 0)
                        .toList();
            }
            goOn(backOff());
        });
    }

    /** All of a page is aggregated: the place moves on. */
    private void arrivedAll(List<ChangeRecord> changes) {
        boolean done;
        long pause;
        synchronized (this) {
            left = List.of();
            failures = 0;
            done = afterLeft == null;
            place = afterLeft == null ? place : afterLeft;
            through = done;
            long last = changes.isEmpty() ? 0 : changes.get(changes.size() - 1).atMillis();
            emptyPages = changes.isEmpty() ? emptyPages + 1 : 0;
            readUpToMillis = Math.max(readUpToMillis, last);
            lagMillis = last == 0 ? 0 : Math.max(0, parts.environment().wallMillis() - last);
            // What comes late comes in large pages, which are cheaper for all that is done with them.
            boolean behind =
                    changes.size() >= MOST_RECORDS || lagMillis > 2 * TimeUnit.NANOSECONDS.toMillis(parts.pollNanos());
            // From read to read: what aggregating takes is not waited for once more.
            long since = parts.environment().monotonicNanos() - readAtNanos;
            pause = behind ? 0 : Math.max(0, parts.pollNanos() - since);
        }
        goOn(pause);
        if (done) {
            ended.run();
        }
    }

    private void goOn(long pauseNanos) {
        parts.turns().leave();
        next(pauseNanos);
    }

    private synchronized long backOff() {
        long pause = Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(20, failures++));
        return pause + parts.environment().random().nextLong(pause / 2);
    }
}
