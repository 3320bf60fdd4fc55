package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.StreamPage;
import dev.zaelimiter.store.StreamPlace;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads one shard of a stream and has each page aggregated before it reads the next. One step at a time; each starts
 * the next on a thread of the environment. Its state is guarded by its lock, and nothing is called under it.
 *
 * <p>A shard that can't be read for two minutes is left to others: it stops, and its owner gives the lease back.
 */
final class ShardReader {

    static final int MOST_RECORDS = 1000;

    private static final long MOST_UNREAD_NANOS = TimeUnit.MINUTES.toNanos(2);

    /**
     * How many pages in a row must be empty to believe that there is no more: a page may be empty in the middle, too.
     */
    private static final int QUIET_PAGES = 3;

    private final PollerParts parts;
    private final Runnable ended;
    private final CompletableFuture<Void> finished = new CompletableFuture<>();
    private final BatchInHand hand;
    private final Patience reading;

    private StreamLease lease;
    private StreamPlace place;
    private List<ChangeRecord> page = List.of();
    private @Nullable StreamPlace afterPage;
    private State state = State.READING;
    private boolean busy;
    private int emptyPages;
    private long readUpToMillis;
    private long lagMillis;
    private long readAtNanos;
    private Environment.@Nullable Timer timer;

    private enum State {
        READING,
        /** All of the shard is read and aggregated. */
        THROUGH,
        /** It could not be read for too long. */
        GIVEN_UP,
        /** Somebody has stopped it. */
        STOPPED
    }

    /**
     * A reader.
     *
     * @param lease of the shard, which is ours
     * @param ended is run when all of the shard is read, or it can't be
     */
    ShardReader(PollerParts parts, StreamLease lease, Runnable ended) {
        this.parts = parts;
        this.lease = lease;
        this.ended = ended;
        this.place = StreamPlace.of(lease.shard(), lease.position());
        this.hand = new BatchInHand(
                parts.environment(),
                parts.aggregator(),
                StreamBatch.tableShard(lease.shard().stream(), lease.shard().id()));
        this.reading = Patience.of(parts.environment(), MOST_UNREAD_NANOS);
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

    synchronized boolean isThrough() {
        return state == State.THROUGH;
    }

    synchronized boolean isGivenUp() {
        return state == State.GIVEN_UP;
    }

    synchronized long lagMillis() {
        return lagMillis;
    }

    /** Whether all that was written before a time is aggregated, as far as one can tell. */
    synchronized boolean hasReached(long millis) {
        return state == State.THROUGH
                || (state == State.READING && (emptyPages >= QUIET_PAGES || readUpToMillis > millis));
    }

    /** Reads no more; done when what was read is aggregated, or has failed. */
    CompletableFuture<Void> stop() {
        boolean idle;
        synchronized (this) {
            state = state == State.READING ? State.STOPPED : state;
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
            stop = state != State.READING;
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
            if (state != State.READING || timer == null) {
                return;
            }
            timer = null;
            busy = true;
        }
        parts.turns().enter(this::step);
    }

    private void step() {
        StreamPlace from;
        boolean stop;
        boolean read = hand.isEmpty();
        synchronized (this) {
            from = place;
            stop = state != State.READING;
            readAtNanos = read ? parts.environment().monotonicNanos() : readAtNanos;
        }
        if (stop) {
            goOn(0);
        } else if (read) {
            parts.figures().reads.increment();
            Futures.whenDone(
                    parts.attempts().once(() -> parts.stream().read(from, MOST_RECORDS)),
                    (answer, failure) ->
                            parts.environment().executor().execute(() -> guarded(() -> arrived(answer, failure))));
        } else {
            guarded(this::aggregate);
        }
    }

    /** Whatever is thrown, the shard is read on, after a pause, or given up. */
    private void guarded(Runnable part) {
        try {
            part.run();
        } catch (RuntimeException | LinkageError e) {
            unread(e);
        }
    }

    private void arrived(@Nullable StreamPage answer, @Nullable Throwable failure) {
        if (answer == null) {
            unread(failure);
            return;
        }
        if (answer.gap()) {
            parts.gap(lease().shard().id());
        }
        List<ChangeRecord> fresh = parts.wanted(answer.records());
        synchronized (this) {
            reading.succeeded();
            page = answer.records();
            afterPage = answer.next();
        }
        hand.take(fresh);
        if (fresh.isEmpty()) {
            parts.figures().emptyReads.increment();
            arrivedAll();
        } else {
            aggregate();
        }
    }

    /** What the service does not understand is not asked for again: the place is looked for by the step before that. */
    private void unread(@Nullable Throwable failure) {
        parts.failed("reading a shard of the stream", failure);
        boolean damaged = false;
        boolean over;
        long pause;
        synchronized (this) {
            if (failure instanceof StoreException.Misuse && (place.handle() != null || place.after() != null)) {
                damaged = place.handle() == null;
                place = StreamPlace.of(lease.shard(), damaged ? null : place.after());
            }
            pause = reading.failed();
            over = reading.isOver() && state == State.READING;
            state = over ? State.GIVEN_UP : state;
        }
        if (damaged) {
            parts.tell("the place in the lease of shard " + lease().shard().id()
                    + " of the stream is damaged: the shard is read again from its oldest change, of which nothing is"
                    + " counted twice");
        } else if (over) {
            parts.tell("shard " + lease().shard().id() + " of the stream could not be read for "
                    + TimeUnit.NANOSECONDS.toSeconds(MOST_UNREAD_NANOS)
                    + " s: it is left to other pollers, and tried again later");
        }
        goOn(pause);
        if (over) {
            ended.run();
        }
    }

    private void aggregate() {
        Futures.whenDone(hand.aggregate(), (pause, failure) -> {
            if (pause == null || pause > 0) {
                goOn(pause == null ? parts.pollNanos() : pause);
            } else {
                arrivedAll();
            }
        });
    }

    /** All of a page is aggregated: the place moves on. */
    private void arrivedAll() {
        boolean done;
        long pause;
        synchronized (this) {
            done = afterPage == null;
            place = afterPage == null ? place : afterPage;
            state = done ? State.THROUGH : state;
            long last = page.isEmpty() ? 0 : page.get(page.size() - 1).atMillis();
            emptyPages = page.isEmpty() ? emptyPages + 1 : 0;
            readUpToMillis = Math.max(readUpToMillis, last);
            lagMillis = last == 0 ? 0 : Math.max(0, parts.environment().wallMillis() - last);
            // What comes late comes in large pages, which are cheaper for all that is done with them.
            boolean behind =
                    page.size() >= MOST_RECORDS || lagMillis > 2 * TimeUnit.NANOSECONDS.toMillis(parts.pollNanos());
            page = List.of();
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
}
