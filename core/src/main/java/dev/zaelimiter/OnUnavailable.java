package dev.zaelimiter;

/** What an acquire does when the store gives no answer within the deadline. */
public enum OnUnavailable {

    /** Admit, with a lease that says it is degraded: nothing is known to be taken, and nothing is settled. */
    ALLOW,

    /** Throw {@link RateLimiterUnavailableException}. */
    BLOCK
}
