package dev.zaelimiter.testkit.internal.simulation;

import java.math.BigInteger;

/**
 * The law of one limit of one bucket, in the order in which the store applied the writes: from any write on, what is
 * taken net of what goes back is at most the ceiling and the refill since that write was decided.
 *
 * <p>Kept as the room that is left under the strictest of those windows: a bucket that nobody can lie to, since it
 * knows nothing of stored balances and stamps, only decisions and amounts. A write that was decided before another that
 * landed earlier has a window that began earlier; its ceiling lies higher by what came back meanwhile.
 *
 * <p>Exact, in units of ms x millitokens.
 */
final class WindowLaw {

    private long capMilli;
    private long amountMilli;
    private long periodMillis;
    private long clockMillis;
    private BigInteger room;

    WindowLaw(StoredBucket.LimitView limit, long nowMillis) {
        capMilli = limit.cap();
        amountMilli = limit.ra();
        periodMillis = limit.rp();
        clockMillis = nowMillis;
        room = StoredBucket.times(capMilli, periodMillis);
    }

    private WindowLaw(WindowLaw other) {
        capMilli = other.capMilli;
        amountMilli = other.amountMilli;
        periodMillis = other.periodMillis;
        clockMillis = other.clockMillis;
        room = other.room;
    }

    WindowLaw copy() {
        return new WindowLaw(this);
    }

    /** A write was applied that had been decided at an instant. */
    void decided(long millis) {
        if (millis > clockMillis) {
            room = room.add(StoredBucket.times(millis - clockMillis, amountMilli));
            clockMillis = millis;
        }
        room = room.min(
                StoredBucket.times(capMilli, periodMillis).add(StoredBucket.times(clockMillis - millis, amountMilli)));
    }

    /** Net amount of the write: negative if more went back than was taken. */
    void took(long milli) {
        room = room.subtract(StoredBucket.times(milli, periodMillis));
    }

    /** The limit was changed by a write with a stamp. */
    void changed(StoredBucket.LimitView limit, long stampMillis) {
        decided(stampMillis);
        if (limit.isBudget() && amountMilli == 0 && periodMillis == limit.rp()) {
            // What was used of a budget stays used.
            took(capMilli - limit.cap());
            capMilli = limit.cap();
            return;
        }
        BigInteger period = BigInteger.valueOf(limit.rp());
        // What was granted for the time between the stamp and a faster clock came at the old rate.
        BigInteger faster = StoredBucket.times(clockMillis - stampMillis, limit.ra())
                .subtract(StoredBucket.times(clockMillis - stampMillis, amountMilli)
                        .multiply(period)
                        .divide(BigInteger.valueOf(periodMillis)))
                .max(BigInteger.ZERO);
        room = room.multiply(period)
                .divide(BigInteger.valueOf(periodMillis))
                .add(BigInteger.ONE)
                .add(faster);
        capMilli = limit.cap();
        amountMilli = limit.ra();
        periodMillis = limit.rp();
        room = room.min(StoredBucket.times(capMilli, periodMillis)
                .add(StoredBucket.times(clockMillis - stampMillis, amountMilli)));
    }

    /**
     * The shards hold an amount in ms x millitokens: it may be given under the numbers of now, though a part of it came
     * early under those before.
     */
    void holdsEarly(BigInteger held, BigInteger earlyMilli) {
        BigInteger most = room.add(earlyMilli.multiply(BigInteger.valueOf(periodMillis)));
        room = room.max(held.min(most));
    }

    /** Whether the room is overdrawn by more than an allowance, and the millitoken that whole arithmetic may be off. */
    boolean overdrawn(BigInteger allowedMilli) {
        return room.add(allowedMilli.add(BigInteger.ONE).multiply(BigInteger.valueOf(periodMillis)))
                        .signum()
                < 0;
    }

    /** What fits at an instant, in ms x millitokens, of a window that does not begin then. */
    BigInteger at(long millis) {
        return room.add(StoredBucket.times(millis - clockMillis, amountMilli));
    }

    /** Whole millitokens that fit at an instant of the clock. */
    BigInteger roomAt(long millis) {
        WindowLaw then = copy();
        then.decided(Math.max(millis, clockMillis));
        BigInteger[] parts = then.room.divideAndRemainder(BigInteger.valueOf(periodMillis));
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }

    /** When the last write was decided, by the fastest clock. */
    long clockMillis() {
        return clockMillis;
    }

    /** Whether an amount in ms x millitokens that is held at an instant may all be granted, but for an allowance. */
    boolean covers(BigInteger held, long millis, BigInteger allowedMilli) {
        return held.compareTo(room.add(StoredBucket.times(millis - clockMillis, amountMilli))
                        .add(allowedMilli.multiply(BigInteger.valueOf(periodMillis))))
                <= 0;
    }

    boolean full(long millis) {
        return roomAt(millis).compareTo(BigInteger.valueOf(capMilli)) >= 0;
    }

    long capMilli() {
        return capMilli;
    }

    @Override
    public String toString() {
        return "room of " + room.divide(BigInteger.valueOf(periodMillis)) + " millitokens under " + capMilli + " + "
                + amountMilli + "/" + periodMillis + " ms";
    }
}
