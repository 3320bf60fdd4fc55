package dev.zaelimiter.testkit.internal.simulation;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * What was given back to one limit of one bucket, and may not have landed: each amount until an instant. While its
 * process still writes to the bucket without it, that instant is put off.
 *
 * <p>Instants never run back, so what is told first is over first, and nothing is looked at before it is due: in a
 * scenario in which most ends within a millisecond, thousands are under way.
 */
final class OnTheWayBack {

    private final Map<String, Open> open = new HashMap<>();
    /** Those that went along with a write: whatever comes later does not put them off. */
    private final ArrayDeque<Back> gone = new ArrayDeque<>();

    private BigInteger milli = BigInteger.ZERO;

    /** An amount that a client gave back at an instant. */
    private record Back(BigInteger milli, long nanos, long untilMillis) {}

    /** What may still be put off, of one client. */
    private static final class Open {
        private final ArrayDeque<Back> backs = new ArrayDeque<>();
        /** To which all that were there then were put off last. */
        private long putOffMillis = Long.MIN_VALUE;

        private long untilMillis(Back back) {
            return Math.max(back.untilMillis, putOffMillis);
        }
    }

    /** All of it. */
    BigInteger milli() {
        return milli;
    }

    /** A client gives an amount back, which has landed by an instant that is no earlier than that of any before. */
    void add(String client, BigInteger amount, long nanos, long untilMillis) {
        open.computeIfAbsent(client, key -> new Open()).backs.add(new Back(amount, nanos, untilMillis));
        milli = milli.add(amount);
    }

    /** What has surely landed by now is no longer on its way. */
    void landed(long nowMillis) {
        landed(gone, Long.MIN_VALUE, nowMillis);
        for (Open each : open.values()) {
            landed(each.backs, each.putOffMillis, nowMillis);
        }
    }

    private void landed(ArrayDeque<Back> backs, long putOffMillis, long nowMillis) {
        while (!backs.isEmpty() && Math.max(backs.element().untilMillis, putOffMillis) < nowMillis) {
            milli = milli.subtract(backs.remove().milli);
        }
    }

    /**
     * A write of a client has come.
     *
     * @param gives whether it gives something back: then all goes along that was there when it was sent
     */
    void arrived(String client, boolean gives, long sentNanos, long untilMillis) {
        Open of = open.get(client);
        if (of == null) {
            return;
        }
        of.putOffMillis = Math.max(of.putOffMillis, untilMillis);
        while (gives && !of.backs.isEmpty() && of.backs.element().nanos <= sentNanos) {
            Back back = of.backs.remove();
            gone.add(new Back(back.milli, back.nanos, of.untilMillis(back)));
        }
    }
}
