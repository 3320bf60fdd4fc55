package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.ItemStore;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads a feed to its end, again and again, and has each batch aggregated before it reads the next. One step at a time; each
 * runs on a thread of the environment and starts the next. Its state is guarded by its lock, and nothing is called under it.
 *
 * <p>It numbers changes as it reads them: a feed keeps the order of one key, and usage sums up several.
 */
final class FeedReader {

    private static final int MOST_RECORDS = 1000;
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long CARE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final ItemStore store;
    private final Environment environment;
    private final Aggregator aggregator;
    private final String streamShard;
    private final long pauseNanos;

    private ChangeFeed feed;
    private long numbered;
    private List<ChangeRecord> left = List.of();
    private int failures;
    private long lastCareNanos;
    private Environment.@Nullable Timer timer;
    private boolean stopped;
    private boolean finishing;
    private boolean idle;
    private List<CompletableFuture<Void>> waiting = new ArrayList<>();
    /** How often the feed must still be found empty: a wait that begins during a step must outlast it. */
    private boolean again;

    FeedReader(
            ItemStore store,
            ChangeFeed feed,
            Environment environment,
            Aggregator aggregator,
            String streamShard,
            Duration pause) {
        this.store = store;
        this.feed = feed;
        this.environment = environment;
        this.aggregator = aggregator;
        this.streamShard = streamShard;
        this.pauseNanos = pause.toNanos();
    }

    void start() {
        synchronized (this) {
            lastCareNanos = environment.monotonicNanos();
        }
        soon();
    }

    /** Done when everything is counted that was written before this call, or the reader was stopped. */
    CompletableFuture<Void> drained() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        boolean wake;
        synchronized (this) {
            if (stopped) {
                done.complete(null);
                return done;
            }
            waiting.add(done);
            again = true;
            wake = idle;
            if (wake) {
                idle = false;
                cancelTimer();
            }
        }
        if (wake) {
            soon();
        }
        return done;
    }

    /** As {@link #drained}, for the last time. */
    CompletableFuture<Void> finish() {
        synchronized (this) {
            finishing = true;
        }
        return drained();
    }

    void stop() {
        List<CompletableFuture<Void>> told;
        ChangeFeed open;
        synchronized (this) {
            stopped = true;
            cancelTimer();
            told = waiting;
            waiting = new ArrayList<>();
            open = feed;
        }
        open.close();
        told.forEach(each -> each.complete(null));
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    private void soon() {
        environment.executor().execute(this::step);
    }

    private void later(long nanos) {
        synchronized (this) {
            if (!stopped) {
                timer = environment.schedule(this::wake, nanos);
            }
        }
    }

    private void wake() {
        synchronized (this) {
            if (stopped || timer == null) {
                return;
            }
            timer = null;
            idle = false;
        }
        soon();
    }

    private void step() {
        List<ChangeRecord> retry;
        ChangeFeed from;
        synchronized (this) {
            if (stopped) {
                return;
            }
            again = false;
            retry = left;
            from = feed;
        }
        try {
            if (retry.isEmpty()) {
                Futures.whenDone(from.poll(MOST_RECORDS), this::polled);
            } else {
                aggregate(retry);
            }
        } catch (RuntimeException e) {
            broken();
        }
    }

    private void polled(@Nullable List<ChangeRecord> changes, @Nullable Throwable failure) {
        if (failure != null || changes == null) {
            broken();
        } else if (changes.isEmpty()) {
            empty();
        } else {
            aggregate(numbered(changes));
        }
    }

    private synchronized List<ChangeRecord> numbered(List<ChangeRecord> changes) {
        List<ChangeRecord> all = new ArrayList<>(changes.size());
        for (ChangeRecord each : changes) {
            all.add(new ChangeRecord(
                    each.key(),
                    each.before(),
                    each.after(),
                    each.expired(),
                    BigInteger.valueOf(++numbered),
                    each.atMillis()));
        }
        return all;
    }

    private void aggregate(List<ChangeRecord> changes) {
        Futures.whenDone(aggregator.process(new StreamBatch(streamShard, changes)), (outcome, failure) -> {
            long pause = 0;
            synchronized (this) {
                BigInteger from = outcome == null ? null : outcome.retryFrom().orElse(null);
                left = from == null
                        ? List.of()
                        : changes.stream()
                                .filter(each -> each.sequence().compareTo(from) >= 0)
                                .toList();
                if (left.isEmpty()) {
                    failures = 0;
                } else {
                    pause = Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(20, failures++));
                }
            }
            if (pause == 0) {
                soon();
            } else {
                later(pause);
            }
        });
    }

    /** All that was there is counted. */
    private void empty() {
        List<CompletableFuture<Void>> told = List.of();
        boolean more;
        boolean care = false;
        synchronized (this) {
            more = again;
            if (!more) {
                told = waiting;
                waiting = new ArrayList<>();
                long now = environment.monotonicNanos();
                care = now - lastCareNanos >= CARE_NANOS;
                lastCareNanos = care ? now : lastCareNanos;
            }
        }
        told.forEach(each -> each.complete(null));
        if (more) {
            soon();
        } else if (care) {
            Futures.whenDone(aggregator.mergeIdle(), (merged, failure) -> rest());
        } else {
            rest();
        }
    }

    /**
     * Waits for a while, unless somebody waits already. Only from here on may others wake it: who did so before would run a
     * second chain of steps, whose changes, if they are counted first, say that the others are counted, too.
     */
    private void rest() {
        boolean more;
        synchronized (this) {
            more = again;
            if (!more && !stopped) {
                idle = !finishing;
                timer = environment.schedule(this::wake, pauseNanos);
            }
        }
        if (more) {
            soon();
        }
    }

    /** The reader fell too far behind, or the store is closed: what came since is lost, and a new feed begins now. */
    private void broken() {
        aggregator.gap(streamShard);
        try {
            ChangeFeed fresh = store.changes();
            ChangeFeed old;
            boolean closed;
            synchronized (this) {
                old = feed;
                closed = stopped;
                feed = closed ? feed : fresh;
            }
            if (closed) {
                fresh.close();
            }
            old.close();
        } catch (RuntimeException e) {
            stop();
            return;
        }
        later(pauseNanos);
    }
}
