package dev.zaelimiter;

/**
 * What an acquire does when the store gives no answer within the deadline.
 *
 * <p>An answer that is an error is not this. If the store denies access, or the item of the bucket or of its limits is
 * damaged, waiting does not help, and admitting everybody would hide it: {@link RateLimiterUnavailableException} is
 * thrown under both policies.
 */
public enum OnUnavailable {

    /** Admit, with a lease that says it is degraded: nothing is known to be taken, and nothing is settled. */
    ALLOW,

    /** Throw {@link RateLimiterUnavailableException}. */
    BLOCK
}
