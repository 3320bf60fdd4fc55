package dev.zaelimiter;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How much may be used: a token bucket that holds up to {@link #capacity()} tokens and gains {@link #refillAmount()}
 * tokens each {@link #refillPeriod()}, evenly over the period.
 *
 * <pre>{@code
 * Limit.perMinute("rpm", 100)                  // 100 in one instant, 100 per minute on average
 * Limit.perMinute("tpm", 50_000).burst(80_000) // 80,000 in one instant, 50,000 per minute on average
 * Limit.custom("bulk", 10, 1, Duration.ofSeconds(90))
 * }</pre>
 *
 * <p>Immutable; every instance is valid.
 */
public final class Limit {

    /** The largest capacity and refill amount: 10^15 tokens. */
    public static final long MAX_AMOUNT = 1_000_000_000_000_000L;

    /** The longest refill period: 10^9 seconds, some 31 years. */
    public static final Duration MAX_PERIOD = Duration.ofSeconds(1_000_000_000L);

    private final String name;
    private final long capacity;
    private final long refillAmount;
    private final Duration refillPeriod;
    private final boolean soft;

    private Limit(String name, long capacity, long refillAmount, Duration refillPeriod) {
        this(name, capacity, refillAmount, refillPeriod, false);
    }

    private Limit(String name, long capacity, long refillAmount, Duration refillPeriod, boolean soft) {
        this.name = Names.limit("limit", name);
        if (capacity < 0 || capacity > MAX_AMOUNT) {
            throw new InvalidInputException("capacity", capacity, "0 to 10^15 tokens");
        }
        if (refillAmount < 1 || refillAmount > MAX_AMOUNT) {
            throw new InvalidInputException("refillAmount", refillAmount, "1 to 10^15 tokens");
        }
        Objects.requireNonNull(refillPeriod, "refillPeriod");
        if (refillPeriod.isNegative()
                || refillPeriod.isZero()
                || !refillPeriod.equals(Duration.ofSeconds(refillPeriod.toSeconds()))
                || refillPeriod.compareTo(MAX_PERIOD) > 0) {
            throw new InvalidInputException("refillPeriod", refillPeriod, "whole seconds, 1 to 10^9");
        }
        this.capacity = capacity;
        this.refillAmount = refillAmount;
        this.refillPeriod = refillPeriod;
        this.soft = soft;
    }

    /**
     * A limit per second.
     *
     * @param name letters, digits and {@code _ . -}, starting with a letter, up to 64; not {@code wcu}
     * @param amount tokens, 1 to 10^15: both the capacity and what comes back each second
     * @return the limit
     * @throws InvalidInputException naming the field, if one is out of range
     */
    public static Limit perSecond(String name, long amount) {
        return per(name, amount, Duration.ofSeconds(1));
    }

    /**
     * A limit per minute.
     *
     * @param name as in {@link #perSecond}
     * @param amount tokens, 1 to 10^15: both the capacity and what comes back each minute
     * @return the limit
     * @throws InvalidInputException naming the field, if one is out of range
     */
    public static Limit perMinute(String name, long amount) {
        return per(name, amount, Duration.ofMinutes(1));
    }

    /**
     * A limit per hour.
     *
     * @param name as in {@link #perSecond}
     * @param amount tokens, 1 to 10^15: both the capacity and what comes back each hour
     * @return the limit
     * @throws InvalidInputException naming the field, if one is out of range
     */
    public static Limit perHour(String name, long amount) {
        return per(name, amount, Duration.ofHours(1));
    }

    /**
     * A limit per day of 24 hours.
     *
     * @param name as in {@link #perSecond}
     * @param amount tokens, 1 to 10^15: both the capacity and what comes back each day
     * @return the limit
     * @throws InvalidInputException naming the field, if one is out of range
     */
    public static Limit perDay(String name, long amount) {
        return per(name, amount, Duration.ofDays(1));
    }

    /**
     * A budget: tokens that are there once and never come back by themselves, such as prepaid credits. What was used
     * stays used: if a larger budget is stored, each bucket gets the difference; a smaller one takes the difference
     * away, and may leave a debt. A top-up gives back what was used, up to the whole budget.
     *
     * <p>It is stored as the slowest refill that the table can hold, a token in 10^9 seconds, which the Python system
     * follows; {@link #custom} with these numbers is the same.
     *
     * @param name as in {@link #perSecond}
     * @param tokens how many there are, 0 to 10^15
     * @return the limit
     * @throws InvalidInputException naming the field, if one is out of range
     */
    public static Limit budget(String name, long tokens) {
        return new Limit(name, tokens, 1, MAX_PERIOD);
    }

    /**
     * A limit with each number given.
     *
     * @param name as in {@link #perSecond}
     * @param capacity tokens that the bucket holds, 0 to 10^15; with 0 only a take of 0 is ever granted
     * @param refillAmount tokens that come back each period, 1 to 10^15
     * @param refillPeriod whole seconds, 1 to 10^9
     * @return the limit
     * @throws InvalidInputException naming the field, if one is out of range
     */
    public static Limit custom(String name, long capacity, long refillAmount, Duration refillPeriod) {
        return new Limit(name, capacity, refillAmount, refillPeriod);
    }

    /**
     * The same rate with another capacity.
     *
     * @param capacity tokens that may be used in one instant; at least {@link #refillAmount()} and up to 10^15 (a
     *     smaller capacity is said with {@link #custom})
     * @return a new limit
     * @throws InvalidInputException if the capacity is out of range
     */
    public Limit burst(long capacity) {
        if (capacity < refillAmount || capacity > MAX_AMOUNT) {
            throw new InvalidInputException("burst", capacity, "the refill amount (" + refillAmount + ") to 10^15");
        }
        return new Limit(name, capacity, refillAmount, refillPeriod, soft);
    }

    /**
     * The same limit, but one that never refuses: what is taken beyond it is counted as debt. It shows what a limit
     * would do before it does it, or what is to be billed.
     *
     * @return a new limit
     */
    public Limit asSoft() {
        return new Limit(name, capacity, refillAmount, refillPeriod, true);
    }

    private static Limit per(String name, long amount, Duration period) {
        return new Limit(name, amount, amount, period);
    }

    /**
     * The name.
     *
     * @return unique among the limits of one resource
     */
    public String name() {
        return name;
    }

    /**
     * The most tokens that the bucket holds.
     *
     * @return tokens, 0 to 10^15
     */
    public long capacity() {
        return capacity;
    }

    /**
     * What comes back each period.
     *
     * @return tokens, 1 to 10^15
     */
    public long refillAmount() {
        return refillAmount;
    }

    /**
     * How long it takes for the refill amount to come back.
     *
     * @return whole seconds, 1 to 10^9
     */
    public Duration refillPeriod() {
        return refillPeriod;
    }

    /**
     * Whether it only counts, and never refuses.
     *
     * @return false unless it was made {@link #asSoft()}
     */
    public boolean soft() {
        return soft;
    }

    /**
     * Whether this is a {@link #budget}: nothing comes back by itself.
     *
     * @return true if it refills one token in 10^9 seconds, which counts as never
     */
    public boolean isBudget() {
        return refillAmount == 1 && refillPeriod.equals(MAX_PERIOD);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Limit that
                && name.equals(that.name)
                && capacity == that.capacity
                && refillAmount == that.refillAmount
                && refillPeriod.equals(that.refillPeriod)
                && soft == that.soft;
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, capacity, refillAmount, refillPeriod, soft);
    }

    /** For example {@code rpm 100/60s} or, with a burst, {@code tpm 50000/60s:80000}. */
    @Override
    public String toString() {
        if (isBudget()) {
            return name + " budget " + capacity + (soft ? " soft" : "");
        }
        String burst = capacity == refillAmount ? "" : ":" + capacity;
        return name + " " + refillAmount + "/" + refillPeriod.toSeconds() + "s" + burst + (soft ? " soft" : "");
    }
}
