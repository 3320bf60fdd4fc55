package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.Tokens;
import dev.zaelimiter.internal.guard.OneByOne;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Those who took a bucket's tokens as debt and wait until their part of it has come back: by refill, or because
 * somebody who was granted before them gives tokens back. What comes from behind helps nobody in front, so first come
 * stays first served.
 *
 * <p>Grants and returns belong to the one who works the pipeline; a wait may end on any thread. Hence the lock, which
 * is held for a few instructions and never while anything is called.
 */
public final class DebtQueue {

    /** The place of a grant that nobody knows: what it gives back helps nobody who waits. */
    public static final long LAST = Long.MAX_VALUE;

    private static final long NANOS_PER_MILLI = 1_000_000;
    /** Longer than any wait. */
    private static final long MOST_MILLIS = 1_000_000_000_000L;

    private final List<Debt> waiting = new ArrayList<>();
    private long places;

    /** Hears that its wait is shorter than it was. */
    public interface Waiter {
        public void shortened(Outbox out);
    }

    /** The place of whoever is granted now: behind all who wait. */
    long place() {
        return places;
    }

    /** Whether anybody waits. */
    synchronized boolean any() {
        return !waiting.isEmpty();
    }

    /**
     * A demand that will have to wait, behind all others. Nothing is owed yet.
     *
     * @param shards into how many shards its bucket is divided
     */
    public Debt enter(long shards) {
        Debt debt = new Debt(++places, shards);
        synchronized (this) {
            waiting.add(debt);
        }
        return debt;
    }

    /**
     * Tokens have come back to the bucket. Who owed before it was divided owes a part of that in another shard, to
     * which nothing came back; so does who owed in a shard of this size that was made one with another meanwhile.
     *
     * @param place of the grant that they come from
     * @param amounts millitokens per limit
     * @param shards into how many shards the bucket is divided
     * @param out for those whose wait is over
     */
    void returned(long place, Tokens amounts, long shards, Outbox out) {
        List<Waiter> helped = new ArrayList<>();
        synchronized (this) {
            for (Debt debt : waiting) {
                if (debt.place > place && debt.shards >= shards && debt.shorten(amounts) && debt.waiter != null) {
                    helped.add(debt.waiter);
                }
            }
        }
        OneByOne.each(helped, waiter -> waiter.shortened(out));
    }

    /**
     * The bucket was seen in so many shards; 0 for a shard that is not there, since another one has its tokens. Who
     * owed in a smaller one owes in all of that by now, and in a part of it only once it is divided again.
     */
    synchronized void seenIn(long shards) {
        for (Debt debt : waiting) {
            debt.shards = Math.min(debt.shards, shards);
        }
    }

    /** What one demand owes. */
    public final class Debt {
        private final long place;
        /** Into how many shards the bucket was divided at least, as far as was seen since. */
        private long shards;

        private final List<Owed> owed = new ArrayList<>();
        private @Nullable Waiter waiter;

        private Debt(long place, long shards) {
            this.place = place;
            this.shards = shards;
        }

        long place() {
            return place;
        }

        /**
         * Adds a limit, by its rate and when refill alone will have paid it back. That is known to a millisecond,
         * counted from when the answer came: within one, nobody is let go before those in front.
         */
        public void owes(String limit, long refillMilli, long periodMillis, long paidAtNanos) {
            synchronized (DebtQueue.this) {
                long front = lastInFront(limit, paidAtNanos);
                long order = front - paidAtNanos;
                owed.add(new Owed(
                        limit, refillMilli, periodMillis, order > 0 && order < NANOS_PER_MILLI ? front : paidAtNanos));
            }
        }

        /** When the nearest one in front that owes the limit is paid back; the other instant if there is none. */
        private long lastInFront(String limit, long otherwise) {
            for (int i = waiting.size() - 1; i >= 0; i--) {
                Debt other = waiting.get(i);
                for (Owed one : other == this ? List.<Owed>of() : other.owed) {
                    if (one.limit.equals(limit)) {
                        return one.paidAtNanos;
                    }
                }
            }
            return otherwise;
        }

        /** Whoever waits for it hears from now on when it is shortened. */
        public void tell(Waiter listening) {
            synchronized (DebtQueue.this) {
                waiter = listening;
            }
        }

        /** How long until all is paid back, 0 or negative if it is. */
        public long remainingNanos(long nowNanos) {
            synchronized (DebtQueue.this) {
                long most = 0;
                for (Owed one : owed) {
                    most = Math.max(most, one.paidAtNanos - nowNanos);
                }
                return most;
            }
        }

        private boolean shorten(Tokens amounts) {
            boolean shorter = false;
            for (Owed one : owed) {
                long amount = amounts.milli(one.limit);
                if (amount > 0) {
                    // Rounded down, against the waiter: a whole number of milliseconds that refill would have needed.
                    long millis =
                            BucketMath.millisUntil(amount, one.refillMilli, one.periodMillis, one.refillMilli - 1);
                    one.paidAtNanos -= NANOS_PER_MILLI * Math.max(0, Math.min(millis, MOST_MILLIS));
                    shorter = true;
                }
            }
            return shorter;
        }

        /** Nobody waits for it any more. */
        public void leave() {
            synchronized (DebtQueue.this) {
                waiting.remove(this);
                waiter = null;
            }
        }
    }

    private static final class Owed {
        private final String limit;
        private final long refillMilli;
        private final long periodMillis;
        private long paidAtNanos;

        Owed(String limit, long refillMilli, long periodMillis, long paidAtNanos) {
            this.limit = limit;
            this.refillMilli = refillMilli;
            this.periodMillis = periodMillis;
            this.paidAtNanos = paidAtNanos;
        }
    }
}
