package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads a feed to its end, again and again, and has each batch aggregated before it reads the next. One step at a time;
 * each runs on a thread of the environment and starts the next. Its state is guarded by its lock, and nothing is called
 * under it.
 */
final class FeedReader {

    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long MOST_BROKEN_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final long CARE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Environment environment;
    private final Aggregator aggregator;
    private final long pauseNanos;
    private final WorkerFeed feed;
    private final BatchInHand hand;
    private final Patience reading;
    private long lastCareNanos;
    private Environment.@Nullable Timer timer;
    private boolean stopped;
    private boolean gaveUp;
    private boolean finishing;
    private boolean idle;
    private List<CompletableFuture<Void>> waiting = new ArrayList<>();
    /** How often the feed must still be found empty: a wait that begins during a step must outlast it. */
    private boolean again;

    FeedReader(WorkerFeed feed, Environment environment, Aggregator aggregator, Duration pause) {
        this.feed = feed;
        this.environment = environment;
        this.aggregator = aggregator;
        this.pauseNanos = pause.toNanos();
        this.hand = new BatchInHand(environment, aggregator, feed.streamShard());
        this.reading =
                new Patience(environment, pauseNanos, Math.max(pauseNanos, LONGEST_PAUSE_NANOS), MOST_BROKEN_NANOS);
    }

    void start() {
        synchronized (this) {
            lastCareNanos = environment.monotonicNanos();
        }
        soon();
    }

    /**
     * Done when everything is counted that was written before this call, or the reader was stopped; fails if the reader
     * has given up.
     */
    CompletableFuture<Void> drained() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        boolean wake;
        synchronized (this) {
            if (stopped) {
                end(done, gaveUp);
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
        boolean failed;
        synchronized (this) {
            stopped = true;
            failed = gaveUp;
            cancelTimer();
            told = waiting;
            waiting = new ArrayList<>();
        }
        feed.close();
        told.forEach(each -> end(each, failed));
    }

    private static void end(CompletableFuture<Void> waiting, boolean failed) {
        if (failed) {
            waiting.completeExceptionally(new IllegalStateException("the reader has given up"));
        } else {
            waiting.complete(null);
        }
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
        synchronized (this) {
            if (stopped) {
                return;
            }
            again = false;
        }
        try {
            if (hand.isEmpty()) {
                Futures.whenDone(feed.next(), this::polled);
            } else {
                aggregate();
            }
        } catch (RuntimeException e) {
            // A feed of somebody else's may throw anything: it is opened anew, a bounded number of times.
            broken();
        }
    }

    private void polled(@Nullable StreamBatch batch, @Nullable Throwable failure) {
        if (failure != null) {
            broken();
        } else if (batch == null) {
            read();
            empty();
        } else {
            read();
            hand.take(batch);
            aggregate();
        }
    }

    private synchronized void read() {
        reading.succeeded();
    }

    private void aggregate() {
        Futures.whenDone(hand.aggregate(), (pause, failure) -> {
            if (pause != null && pause == 0) {
                feed.done();
                soon();
            } else {
                later(pause == null ? pauseNanos : pause);
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
            CompletableFuture<Void> unused = aggregator.archiveAgain();
        } else {
            rest();
        }
    }

    /**
     * Waits for a while, unless somebody waits already. Only from here on may others wake it: who did so before would
     * run a second chain of steps, whose changes, if they are counted first, say that the others are counted, too.
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

    /**
     * The reader fell too far behind, or the store is closed: what came since is lost, and a new feed begins now. One
     * that does nothing but break for an hour is not asked any more.
     */
    private void broken() {
        aggregator.gap(feed.streamShard());
        boolean over;
        long pause;
        synchronized (this) {
            pause = reading.failed();
            over = reading.isOver();
        }
        if (over) {
            giveUp("the changes of the store could not be read for an hour: nothing is counted any more");
            return;
        }
        Futures.whenDone(feed.reopen(), (nothing, failure) -> {
            boolean mayWork = failure instanceof StoreException && !(failure instanceof StoreException.Misuse);
            if (failure == null || mayWork) {
                later(pause);
            } else {
                // Whatever the store throws, those who wait for the reader are told.
                giveUp("the store gives its changes no more: " + failure.getMessage());
            }
        });
    }

    /** Whoever waits is told that it is not counted. */
    private void giveUp(String why) {
        boolean known;
        synchronized (this) {
            known = stopped;
            gaveUp = true;
        }
        if (!known) {
            aggregator.tell(why);
        }
        stop();
    }
}
