package dev.zaelimiter;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How one limit stood when a request was decided: of the entity, or of its parent. In a {@link Refusal} and an
 * {@link Availability} nothing is taken off; in a {@link Lease} what it took is. Immutable.
 *
 * <p>Amounts are whole tokens in totals for the entity, whatever the number of shards its bucket has.
 */
public final class LimitStatus {

    private final String entity;
    private final String resource;
    private final Limit limit;
    private final long balance;
    private final long requested;
    private final boolean exceeded;
    private final long retryAfterMillis;
    private final long moreAfterMillis;

    private LimitStatus(
            String entity,
            String resource,
            Limit limit,
            long balance,
            long requested,
            boolean exceeded,
            long retryAfterMillis,
            long moreAfterMillis) {
        this.entity = entity;
        this.resource = resource;
        this.limit = limit;
        this.balance = balance;
        this.requested = requested;
        this.exceeded = exceeded;
        this.retryAfterMillis = retryAfterMillis;
        this.moreAfterMillis = moreAfterMillis;
    }

    /**
     * A status of which the time until more is available is told by the whole balance, at most as much too late as one
     * token takes to come back. Applications receive statuses, the engine and tests make them.
     *
     * @param entity whose limit
     * @param resource on what
     * @param limit its definition
     * @param balance whole tokens, rounded down; negative in debt
     * @param requested whole tokens asked
     * @param exceeded whether this limit alone refuses the request
     * @param retryAfterMillis milliseconds until the request fits: 0 if it does now, negative if it never can
     * @return the status
     */
    public static LimitStatus of(
            String entity,
            String resource,
            Limit limit,
            long balance,
            long requested,
            boolean exceeded,
            long retryAfterMillis) {
        return of(
                entity,
                resource,
                limit,
                balance,
                requested,
                exceeded,
                retryAfterMillis,
                moreAfterMillis(limit, balance));
    }

    /**
     * A status with each part given.
     *
     * @param entity whose limit
     * @param resource on what
     * @param limit its definition
     * @param balance whole tokens, rounded down; negative in debt
     * @param requested whole tokens asked
     * @param exceeded whether this limit alone refuses the request
     * @param retryAfterMillis milliseconds until the request fits: 0 if it does now, negative if it never can
     * @param moreAfterMillis milliseconds until a token more is available, 1 or more; negative if none ever is
     * @return the status
     */
    public static LimitStatus of(
            String entity,
            String resource,
            Limit limit,
            long balance,
            long requested,
            boolean exceeded,
            long retryAfterMillis,
            long moreAfterMillis) {
        return new LimitStatus(
                entity, resource, limit, balance, requested, exceeded, retryAfterMillis, moreAfterMillis);
    }

    /** Until the token after the last whole one is there, rounded up. */
    private static long moreAfterMillis(Limit limit, long balance) {
        if (balance >= limit.capacity() || limit.isBudget()) {
            return -1;
        }
        BigInteger missing = BigInteger.valueOf(Math.max(0, balance) + 1).subtract(BigInteger.valueOf(balance));
        BigInteger amount = BigInteger.valueOf(limit.refillAmount());
        return missing.multiply(BigInteger.valueOf(limit.refillPeriod().toMillis()))
                .add(amount)
                .subtract(BigInteger.ONE)
                .divide(amount)
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .longValue();
    }

    /**
     * The same limit where it does not decide: something else lets the request through, or keeps it out.
     *
     * @param refuses whether the request is kept out, for ever
     * @return exceeded and never fitting, or neither
     */
    public LimitStatus overruled(boolean refuses) {
        return of(entity, resource, limit, balance, requested, refuses, refuses ? -1 : 0, moreAfterMillis);
    }

    /** The same of an entity by another name. */
    LimitStatus of(String otherEntity) {
        return of(otherEntity, resource, limit, balance, requested, exceeded, retryAfterMillis, moreAfterMillis);
    }

    /**
     * Whose limit.
     *
     * @return the entity of the request or its parent
     */
    public String entity() {
        return entity;
    }

    /**
     * On what.
     *
     * @return the resource
     */
    public String resource() {
        return resource;
    }

    /**
     * The limit as it was applied.
     *
     * @return its definition
     */
    public Limit limit() {
        return limit;
    }

    /**
     * What can be used now.
     *
     * @return whole tokens, 0 to the capacity, even in debt
     */
    public long available() {
        return Math.max(0, Math.min(balance, limit.capacity()));
    }

    /**
     * What must come back before anything is available.
     *
     * @return whole tokens, 0 if there is no debt
     */
    public long debt() {
        return Math.max(0, -balance);
    }

    /**
     * What was asked.
     *
     * @return whole tokens
     */
    public long requested() {
        return requested;
    }

    /**
     * Whether this limit alone refuses the request.
     *
     * @return true for a violated limit, false for a passed one
     */
    public boolean exceeded() {
        return exceeded;
    }

    /**
     * Whether the request could ever fit.
     *
     * @return false if more is asked than the capacity, or than is left of a budget
     */
    public boolean everFits() {
        return retryAfterMillis >= 0;
    }

    /**
     * How long until the request fits this limit, if nobody else takes from it.
     *
     * @return zero if it fits now, empty if it never can
     */
    public Optional<Duration> retryAfter() {
        return everFits() ? Optional.of(Duration.ofMillis(retryAfterMillis)) : Optional.empty();
    }

    /**
     * How long until more is available than {@link #available()}, if nobody else takes from it: until the next whole
     * token has come back, and all of the debt before it.
     *
     * @return a millisecond or more, rounded up; empty if no more comes back by itself, since the limit is full, or a
     *     budget
     */
    public Optional<Duration> moreAfter() {
        return moreAfterMillis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(moreAfterMillis));
    }

    /** {@link #retryAfter()} in milliseconds, without an object for it; negative if it never can. */
    long retryAfterMillis() {
        return retryAfterMillis;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LimitStatus that
                && entity.equals(that.entity)
                && resource.equals(that.resource)
                && limit.equals(that.limit)
                && balance == that.balance
                && requested == that.requested
                && exceeded == that.exceeded
                && retryAfterMillis == that.retryAfterMillis
                && moreAfterMillis == that.moreAfterMillis;
    }

    @Override
    public int hashCode() {
        return Objects.hash(entity, resource, limit, balance, requested, exceeded, retryAfterMillis, moreAfterMillis);
    }

    @Override
    public String toString() {
        String when = exceeded ? (everFits() ? ", retry in " + retryAfterMillis + " ms" : ", never fits") : "";
        return Shown.pair(entity, resource) + " " + limit + ": " + available() + " of " + limit.capacity()
                + " available, " + requested + " requested" + when;
    }
}
