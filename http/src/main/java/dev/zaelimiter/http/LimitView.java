package dev.zaelimiter.http;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import java.time.Duration;

/** One limit as it stood when a request was decided. Immutable. */
public final class LimitView {

    private final String entity;
    private final Limit limit;
    private final boolean ofParent;
    private final long remaining;
    private final boolean violated;
    private final long waitMillis;
    private final long moreAfterMillis;
    private final long debt;

    private LimitView(
            String entity,
            Limit limit,
            boolean ofParent,
            long remaining,
            long debt,
            boolean violated,
            long waitMillis,
            long moreAfterMillis) {
        this.entity = entity;
        this.limit = limit;
        this.ofParent = ofParent;
        this.remaining = remaining;
        this.debt = debt;
        this.violated = violated;
        this.waitMillis = waitMillis;
        this.moreAfterMillis = moreAfterMillis;
    }

    /** What a status says. */
    static LimitView of(LimitStatus status, boolean ofParent) {
        Limit limit = status.limit();
        long more = status.moreAfter().map(Duration::toMillis).orElse(Times.NEVER);
        long wait = status.retryAfter().map(Duration::toMillis).orElse(Long.MAX_VALUE);
        return new LimitView(
                status.entity(), limit, ofParent, status.available(), status.debt(), status.exceeded(), wait, more);
    }

    /**
     * The limit as it was applied.
     *
     * @return its name and numbers
     */
    public Limit limit() {
        return limit;
    }

    /**
     * Whose it is. Whoever sends a request need not be told: with somebody else's key he would learn its id.
     *
     * @return the entity of the request, or its parent
     */
    public String entity() {
        return entity;
    }

    /**
     * Whether it is the parent's.
     *
     * @return true if it is the limit of the entity's parent
     */
    public boolean ofParent() {
        return ofParent;
    }

    /**
     * What was left when the request had been decided.
     *
     * @return whole tokens, 0 to the capacity; 0 in debt
     */
    public long remaining() {
        return remaining;
    }

    /**
     * Whether this limit refused the request.
     *
     * @return false for a limit that would have granted it
     */
    public boolean violated() {
        return violated;
    }

    /** Milliseconds until the request fits this limit; the largest number if it never does. */
    long waitMillis() {
        return waitMillis;
    }

    /** How much of the capacity is left, 0 to 1. */
    double partLeft() {
        return limit.capacity() == 0 ? 0 : (double) remaining / limit.capacity();
    }

    /**
     * Milliseconds until more than {@link #remaining()} is there; {@link Times#NEVER} for a full one and for a budget.
     */
    long moreAfterMillis() {
        return moreAfterMillis;
    }

    /** Whether it ever holds more than now. */
    boolean grows() {
        return moreAfterMillis != Times.NEVER;
    }

    /** Milliseconds until the capacity is there again; {@link Times#NEVER} for a budget that was used. */
    long fullAfterMillis() {
        if (remaining >= limit.capacity()) {
            return 0;
        }
        return limit.isBudget() ? Times.NEVER : refillMillis(limit.capacity() - remaining + debt);
    }

    /** Milliseconds in which so many tokens come back. */
    long refillMillis(long tokens) {
        return refillMillis(limit, tokens);
    }

    private static long refillMillis(Limit limit, long tokens) {
        return Times.refillMillis(
                tokens, limit.refillAmount(), limit.refillPeriod().toSeconds());
    }
}
