package dev.zaelimiter;

/**
 * What was consumed of one limit in one window.
 *
 * @param consumed all of it, what was bypassed included, less what went back
 * @param bypassed how much of it was taken while a bypass held, and limited nobody
 * @param overdrawn how many takes left a soft limit in debt
 */
public record LimitUsage(UsageAmount consumed, UsageAmount bypassed, long overdrawn) {

    /** Nothing. */
    public static final LimitUsage NONE = new LimitUsage(UsageAmount.NONE, UsageAmount.NONE, 0);

    /**
     * The sum of two.
     *
     * @param other another
     * @return the sum
     */
    public LimitUsage plus(LimitUsage other) {
        return new LimitUsage(
                consumed.plus(other.consumed), bypassed.plus(other.bypassed), overdrawn + other.overdrawn);
    }
}
