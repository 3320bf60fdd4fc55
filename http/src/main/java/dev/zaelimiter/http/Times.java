package dev.zaelimiter.http;

import dev.zaelimiter.InvalidInputException;
import java.math.BigInteger;
import java.time.Duration;

/** Times as fields have them: whole seconds, rounded up. Pure. */
final class Times {

    /** "Never", of a time in milliseconds. */
    static final long NEVER = -1;

    /** Clients may keep seconds in 31 bits (RFC 9111, section 1.2.2): 68 years. */
    static final long LONGEST_SECONDS = Integer.MAX_VALUE;

    private static final long LONGEST_MILLIS = LONGEST_SECONDS * 1000;

    private Times() {}

    /** How long until an amount has come back, in milliseconds rounded up; at most the longest that is told. */
    static long refillMillis(long tokens, long refillAmount, long periodSeconds) {
        long periodMillis = periodSeconds * 1000;
        if (Math.multiplyHigh(tokens, periodMillis) == 0 && tokens * periodMillis >= 0) {
            long product = tokens * periodMillis;
            long millis = product / refillAmount + (product % refillAmount == 0 ? 0 : 1);
            return Math.min(millis, LONGEST_MILLIS);
        }
        BigInteger[] parts = BigInteger.valueOf(tokens)
                .multiply(BigInteger.valueOf(periodMillis))
                .divideAndRemainder(BigInteger.valueOf(refillAmount));
        BigInteger millis = parts[1].signum() == 0 ? parts[0] : parts[0].add(BigInteger.ONE);
        return millis.min(BigInteger.valueOf(LONGEST_MILLIS)).longValue();
    }

    /** Whole seconds, rounded up, at least 1. */
    static long seconds(long millis) {
        long whole = millis / 1000 + (millis % 1000 == 0 ? 0 : 1);
        return Math.max(1, Math.min(whole, LONGEST_SECONDS));
    }

    /** A setting, in seconds. */
    static long checked(String field, Duration value, Duration least, Duration most) {
        boolean whole = value.equals(Duration.ofSeconds(value.toSeconds()));
        if (!whole || value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new InvalidInputException(field, value, "whole seconds, " + least + " to " + most);
        }
        return value.toSeconds();
    }
}
