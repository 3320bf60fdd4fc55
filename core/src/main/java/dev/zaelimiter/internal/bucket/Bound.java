package dev.zaelimiter.internal.bucket;

/**
 * What a stored balance must be for a write to be applied.
 *
 * @param kind how it is compared
 * @param value with what, in millitokens
 */
public record Bound(Kind kind, long value) {

    /** How a balance is compared. */
    public enum Kind {
        /** It is not lower. */
        AT_LEAST,
        /** It is not higher. */
        AT_MOST,
        /** It is lower. */
        BELOW
    }

    static Bound atLeast(long value) {
        return new Bound(Kind.AT_LEAST, value);
    }

    static Bound atMost(long value) {
        return new Bound(Kind.AT_MOST, value);
    }

    static Bound below(long value) {
        return new Bound(Kind.BELOW, value);
    }

    /**
     * Whether a balance passes.
     *
     * @param balance millitokens
     * @return true if a write with this bound alone would be applied
     */
    public boolean allows(long balance) {
        return switch (kind) {
            case AT_LEAST -> balance >= value;
            case AT_MOST -> balance <= value;
            case BELOW -> balance < value;
        };
    }
}
