package dev.zaelimiter.dashboard;

import dev.zaelimiter.Environment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Something that tabs look at: read once for all of them, when one asks and it is time; nobody asks, nothing is read.
 * Keeps what it read last, and points for charts. Safe for use by many threads.
 */
final class Followed {

    private static final int MOST_POINTS = 360;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Tabs ask as often as it may be read, and not to the millisecond. */
    private static final double ALMOST = 0.8;

    private final Reading reading;
    private final Environment environment;
    private final ReadAllowance allowance;
    private final StoreWork work;
    private final long everyMillis;

    private final Object lock = new Object();
    private final Deque<Map<String, @Nullable Object>> points = new ArrayDeque<>();
    private @Nullable CompletableFuture<Void> underWay;
    private @Nullable Long startedNanos;
    private @Nullable Map<String, @Nullable Object> shown;
    private @Nullable String error;
    private long readAt;

    Followed(Reading reading, Environment environment, ReadAllowance allowance, StoreWork work, long everyMillis) {
        this.reading = reading;
        this.environment = environment;
        this.allowance = allowance;
        this.work = work;
        this.everyMillis = everyMillis;
    }

    /**
     * What is known, read anew if it is time.
     *
     * @param since points from then on are wanted, in milliseconds since the epoch
     * @param patienceMillis how long to wait for a read that is under way
     * @return for the page; what was read before if there is no answer yet
     */
    Map<String, @Nullable Object> ask(long since, long patienceMillis) {
        long pause = allowance.waitMillis();
        CompletableFuture<Void> mine = null;
        CompletableFuture<Void> wanted;
        long now = environment.monotonicNanos();
        synchronized (lock) {
            if (underWay == null && pause == 0 && isTime(now)) {
                mine = new CompletableFuture<>();
                underWay = mine;
                startedNanos = now;
            }
            wanted = mine != null || shown == null ? underWay : null;
        }
        if (mine != null) {
            read(mine);
        }
        if (wanted != null) {
            await(wanted, patienceMillis);
        }
        return known(since, pause);
    }

    /** Lets the next one who asks have it read, as after a change. */
    void expire() {
        synchronized (lock) {
            startedNanos = null;
        }
    }

    private boolean isTime(long now) {
        return startedNanos == null || now - startedNanos >= everyMillis * NANOS_PER_MILLI * ALMOST;
    }

    private void read(CompletableFuture<Void> mine) {
        CompletableFuture<Reading.Seen> unused = work.read(reading::read).whenComplete((seen, failure) -> {
            try {
                told(seen, failure);
            } finally {
                mine.complete(null);
            }
        });
    }

    private void told(Reading.@Nullable Seen seen, @Nullable Throwable failure) {
        long at = environment.wallMillis();
        if (seen != null) {
            allowance.spend(seen.units());
        }
        String message = failure == null ? null : Failures.message(failure);
        synchronized (lock) {
            underWay = null;
            error = message;
            if (seen != null) {
                shown = seen.shown();
                readAt = at;
                keep(seen.point(), at);
            }
        }
    }

    private void keep(@Nullable Map<String, @Nullable Object> point, long at) {
        if (point != null) {
            points.add(Json.map("at", at, "of", point));
            if (points.size() > MOST_POINTS) {
                points.remove();
            }
        }
    }

    /** In real time, as a browser waits. */
    private static void await(CompletableFuture<Void> read, long millis) {
        try {
            read.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException late) {
            // What is known is told, and that a read is under way.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Map<String, @Nullable Object> known(long since, long pause) {
        synchronized (lock) {
            List<Map<String, @Nullable Object>> wanted = new ArrayList<>();
            for (Map<String, @Nullable Object> point : points) {
                if (point.get("at") instanceof Long at && at > since) {
                    wanted.add(point);
                }
            }
            return Json.map(
                    "value",
                    shown,
                    "readAt",
                    shown == null ? null : readAt,
                    "error",
                    error,
                    "reading",
                    underWay != null,
                    "everyMillis",
                    everyMillis,
                    "pauseMillis",
                    pause,
                    "points",
                    wanted);
        }
    }
}
