package dev.zaelimiter.dynamodb;

import dev.zaelimiter.ClockStatus;
import dev.zaelimiter.Environment;
import java.util.concurrent.TimeUnit;

/**
 * The server's clock, learned from the {@code Date} of its answers, so that all processes of a table stamp refills by
 * one clock however wrong their own are. Safe for use by many threads.
 *
 * <p>A {@code Date} has whole seconds. Seen from the local monotonic clock, an answer sent for at {@code s}, received
 * at {@code r} and dated {@code D} bounds the offset: {@code D - r <= offset < D + 1 s - s}. The intersection of all
 * bounds, widened by 200 ppm of its age for drift, narrows to about one round trip within a few dozen answers. The
 * estimate moves only if a bound forces it to, and then no further than into the bound: taking the middle anew each
 * time would jump by half a second. Source: Marzullo's intersection of intervals, with one server; the project's design
 * notes, section 5.8.
 *
 * <p>Answers that contradict what is known (a proxy with a clock of its own, a machine that was suspended) are believed
 * only when several come in a row.
 */
final class ServerClock {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** One part in 5,000. */
    private static final long DRIFT_DIVISOR = 5_000;

    /** An answer that took longer says next to nothing. */
    private static final long LONGEST_ROUND_TRIP = TimeUnit.SECONDS.toNanos(10);

    /** So many contradictions in a row are the truth. */
    private static final int CONVINCING = 3;

    private final Environment local;

    // Offsets are nanoseconds: server time since the epoch minus the local monotonic clock.
    private long low;
    private long high;
    private long atNanos;
    private long observations;
    private int contradictions;
    private volatile Offset offset = new Offset(false, 0);

    /**
     * A clock without an answer to learn from yet: it shows the local time.
     *
     * @param local the local clocks
     */
    ServerClock(Environment local) {
        this.local = local;
    }

    private record Offset(boolean known, long nanos) {}

    /**
     * The time.
     *
     * @return milliseconds since the epoch, as the server would say; the local wall clock before the first answer
     */
    long millis() {
        Offset now = offset;
        return now.known ? Math.floorDiv(local.monotonicNanos() + now.nanos, NANOS_PER_MILLI) : local.wallMillis();
    }

    /**
     * Learns from one answer.
     *
     * @param sentNanos when the request was sent, monotonic
     * @param receivedNanos when the answer was received, monotonic
     * @param dateSeconds what the answer says, in seconds since the epoch
     */
    synchronized void observe(long sentNanos, long receivedNanos, long dateSeconds) {
        long took = receivedNanos - sentNanos;
        if (took < 0 || took > LONGEST_ROUND_TRIP || dateSeconds < 0 || dateSeconds > Long.MAX_VALUE / SECOND / 2) {
            return;
        }
        long date = dateSeconds * SECOND;
        long least = date - receivedNanos;
        long most = date + SECOND - sentNanos;
        if (observations == 0) {
            begin(least, most, receivedNanos);
            return;
        }
        long drift = Math.max(0, receivedNanos - atNanos) / DRIFT_DIVISOR;
        long newLow = Math.max(low - drift, least);
        long newHigh = Math.min(high + drift, most);
        if (newLow <= newHigh) {
            contradictions = 0;
            observations++;
            keep(newLow, newHigh, Math.max(atNanos, receivedNanos));
        } else if (++contradictions == CONVINCING) {
            begin(least, most, receivedNanos);
        }
    }

    private void begin(long least, long most, long now) {
        contradictions = 0;
        observations++;
        if (!offset.known) {
            offset = new Offset(true, local.wallMillis() * NANOS_PER_MILLI - local.monotonicNanos());
        }
        keep(least, most, now);
    }

    private void keep(long newLow, long newHigh, long now) {
        low = newLow;
        high = newHigh;
        atNanos = now;
        long estimate = Math.max(low, Math.min(high, offset.nanos));
        if (estimate != offset.nanos) {
            offset = new Offset(true, estimate);
        }
    }

    /**
     * What is known.
     *
     * @return a snapshot
     */
    synchronized ClockStatus status() {
        if (observations == 0) {
            return ClockStatus.LOCAL;
        }
        long drift = Math.max(0, local.monotonicNanos() - atNanos) / DRIFT_DIVISOR;
        long bound = Math.max(offset.nanos - low, high - offset.nanos) + drift;
        return new ClockStatus(observations, millis() - local.wallMillis(), -Math.floorDiv(-bound, NANOS_PER_MILLI));
    }
}
