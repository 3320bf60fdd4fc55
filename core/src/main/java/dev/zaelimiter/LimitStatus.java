package dev.zaelimiter;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How one limit stood when a request was decided: of the entity, or of its parent. Immutable.
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

    private LimitStatus(
            String entity,
            String resource,
            Limit limit,
            long balance,
            long requested,
            boolean exceeded,
            long retryAfterMillis) {
        this.entity = entity;
        this.resource = resource;
        this.limit = limit;
        this.balance = balance;
        this.requested = requested;
        this.exceeded = exceeded;
        this.retryAfterMillis = retryAfterMillis;
    }

    /**
     * A status with each part given; applications receive them, the engine and tests make them.
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
        return new LimitStatus(entity, resource, limit, balance, requested, exceeded, retryAfterMillis);
    }

    /** The same of an entity by another name. */
    LimitStatus of(String otherEntity) {
        return new LimitStatus(otherEntity, resource, limit, balance, requested, exceeded, retryAfterMillis);
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

    /** The same in milliseconds, without an object for it; negative if it never can. */
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
                && retryAfterMillis == that.retryAfterMillis;
    }

    @Override
    public int hashCode() {
        return Objects.hash(entity, resource, limit, balance, requested, exceeded, retryAfterMillis);
    }

    @Override
    public String toString() {
        String when = exceeded ? (everFits() ? ", retry in " + retryAfterMillis + " ms" : ", never fits") : "";
        return Shown.pair(entity, resource) + " " + limit + ": " + available() + " of " + limit.capacity()
                + " available, " + requested + " requested" + when;
    }
}
