package dev.zaelimiter.internal.engine.planning;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Rates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Tells callers how the limits of a bucket stand, in whole tokens. Pure. */
public final class Statuses {

    /** What a status has for a time that does not come. */
    static final long NEVER = -1;

    private Statuses() {}

    /** What a budget lacks never comes back; what any other limit lacks does, however late. */
    static long orNever(long millis, boolean budget) {
        return budget && millis > 0 ? NEVER : millis;
    }

    /** The names of limits, what is asked of each, and what others are getting first, or are about to give back. */
    public interface Asked {
        int size();

        int index(int k);

        long amount(int k);

        /** Millitokens taken ahead of this caller; negative if something comes back. */
        long ahead(int i);

        long mayOwe(int i);

        boolean soft(int i);

        /** Whether the request has what it asked for, so that no limit refuses it. */
        default boolean granted() {
            return false;
        }
    }

    public static List<LimitStatus> of(
            String entity, String resource, BucketImage image, Rates by, long now, Asked asked) {
        List<LimitStatus> statuses = new ArrayList<>(asked.size());
        for (int k = 0; k < asked.size(); k++) {
            int i = asked.index(k);
            if (i >= 0) {
                statuses.add(status(entity, resource, image, by, now, i, asked.amount(k), asked));
            }
        }
        return statuses;
    }

    private static LimitStatus status(
            String entity, String resource, BucketImage image, Rates by, long now, int i, long amount, Asked asked) {
        long ahead = asked.ahead(i);
        boolean soft = asked.soft(i);
        long balance = Math.min(by.cap(i), BucketMath.plus(image.balance(i, by, now), -ahead));
        boolean never = amount > by.most(i);
        boolean exceeded = !asked.granted() && !soft && amount > 0 && (never || amount - asked.mayOwe(i) > balance);
        long retry = !exceeded
                ? 0
                : never ? NEVER : orNever(Math.max(1, image.millisUntil(i, by, amount, ahead, now)), by.ra(i) == 0);
        long left = Math.floorDiv(BucketMath.minus(balance, by.reserve(i)), BucketMath.MILLI);
        long next = nextToken(left);
        long more = next > by.most(i)
                ? NEVER
                : orNever(Math.max(1, image.millisUntil(i, by, next, ahead, now)), by.ra(i) == 0);
        return LimitStatus.of(
                entity,
                resource,
                limit(image.layout().name(i), by, i, soft),
                left,
                amount / BucketMath.MILLI,
                exceeded,
                retry,
                more);
    }

    /** What a balance has to reach before more is available than now, in millitokens. */
    static long nextToken(long left) {
        return (Math.max(0, left) + 1) * BucketMath.MILLI;
    }

    /**
     * Two views of the same limits, of which nobody knows which one holds: each limit by the one that tells the later
     * time. That it never fits is told only where both say so.
     */
    public static List<LimitStatus> later(List<LimitStatus> one, List<LimitStatus> other) {
        List<LimitStatus> later = new ArrayList<>(one.size());
        for (LimitStatus status : one) {
            LimitStatus chosen = status;
            for (LimitStatus same : other) {
                if (same.limit().name().equals(status.limit().name()) && isLater(same, status)) {
                    chosen = same;
                }
            }
            later.add(chosen);
        }
        return later;
    }

    private static boolean isLater(LimitStatus one, LimitStatus than) {
        if (!one.everFits() || !than.everFits()) {
            return one.everFits() && !than.everFits();
        }
        return one.retryAfter()
                        .orElse(Duration.ZERO)
                        .compareTo(than.retryAfter().orElse(Duration.ZERO))
                > 0;
    }

    static Limit limit(String name, Rates by, int i, boolean soft) {
        Limit limit = Limit.custom(
                name,
                Math.min(Limit.MAX_AMOUNT, by.most(i) / BucketMath.MILLI),
                Math.max(1, Math.min(Limit.MAX_AMOUNT, by.ra(i) / BucketMath.MILLI)),
                Duration.ofSeconds(Math.max(1, by.rp(i) / BucketMath.MILLI)));
        return soft ? limit.asSoft() : limit;
    }
}
