package dev.zaelimiter.internal.engine.planning;

import dev.zaelimiter.internal.bucket.BucketMath;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Amounts of some limits in millitokens, each limit once, in the order in which they came. What a request wants, what a
 * shard has given, what is to be corrected: all of them are this. Of a limit that is not named the amount is 0.
 * Immutable.
 */
public final class Tokens {

    /** Of no limit. */
    public static final Tokens NONE = new Tokens(new String[0], new long[0]);

    final String[] limits;
    final long[] milli;

    private Tokens(String[] limits, long[] milli) {
        this.limits = limits;
        this.milli = milli;
    }

    /**
     * Amounts of several limits.
     *
     * @param limits their names, each once; owned by the value from now on
     * @param milli as many amounts; owned by the value from now on
     * @return the value
     */
    public static Tokens of(String[] limits, long[] milli) {
        if (limits.length != milli.length) {
            throw new IllegalArgumentException(limits.length + " limits and " + milli.length + " amounts");
        }
        return new Tokens(limits, milli);
    }

    /**
     * An amount of one limit.
     *
     * @param limit its name
     * @param milli millitokens
     * @return the value
     */
    public static Tokens of(String limit, long milli) {
        return new Tokens(new String[] {limit}, new long[] {milli});
    }

    /** Hears of each amount. */
    public interface Each {

        /** One limit and its millitokens. */
        void amount(String limit, long milli);
    }

    /** Adds amounts up, limit by limit; leaves out those of 0. Filled once, by one thread. */
    public static final class Builder {
        private final String[] limits;
        private final long[] milli;
        private int size;

        /**
         * Of no limit yet.
         *
         * @param most how many limits there will be at most
         */
        public Builder(int most) {
            limits = new String[most];
            milli = new long[most];
        }

        /** Adds a limit that was not added yet. */
        public void add(String limit, long amount) {
            if (amount != 0) {
                limits[size] = limit;
                milli[size++] = amount;
            }
        }

        /** All that was added. */
        public Tokens build() {
            return size == limits.length
                    ? new Tokens(limits, milli)
                    : size == 0 ? NONE : new Tokens(Arrays.copyOf(limits, size), Arrays.copyOf(milli, size));
        }
    }

    public int size() {
        return limits.length;
    }

    public boolean isEmpty() {
        return limits.length == 0;
    }

    /** The names of the limits. */
    public List<String> limits() {
        return List.of(limits);
    }

    /** The name of the limit at a place, from 0 on. */
    public String limit(int k) {
        return limits[k];
    }

    /** The amount at a place, from 0 on. */
    public long milli(int k) {
        return milli[k];
    }

    /** The amount of a limit; 0 if it is not named. */
    public long milli(String limit) {
        int k = indexOf(limit);
        return k < 0 ? 0 : milli[k];
    }

    /** The place of a limit; negative if it is not named. */
    public int indexOf(String limit) {
        for (int k = 0; k < limits.length; k++) {
            if (limits[k].equals(limit)) {
                return k;
            }
        }
        return -1;
    }

    public void forEach(Each each) {
        for (int k = 0; k < limits.length; k++) {
            each.amount(limits[k], milli[k]);
        }
    }

    /** Whether any amount is above 0. */
    public boolean anyPositive() {
        for (long amount : milli) {
            if (amount > 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether any amount is below 0. */
    public boolean anyNegative() {
        for (long amount : milli) {
            if (amount < 0) {
                return true;
            }
        }
        return false;
    }

    /** The amounts that are not 0. */
    public Tokens nonZero() {
        int zeros = 0;
        for (long amount : milli) {
            zeros += amount == 0 ? 1 : 0;
        }
        if (zeros == 0) {
            return this;
        }
        Builder others = new Builder(size() - zeros);
        forEach(others::add);
        return others.build();
    }

    /** The amounts above 0. */
    public Tokens positives() {
        Builder positives = new Builder(size());
        forEach((limit, amount) -> positives.add(limit, Math.max(0, amount)));
        return positives.build();
    }

    /** All amounts with the other sign. */
    public Tokens negated() {
        long[] negated = milli.clone();
        for (int k = 0; k < negated.length; k++) {
            negated[k] = -negated[k];
        }
        return new Tokens(limits, negated);
    }

    /** The same with another amount of one limit. */
    public Tokens with(String limit, long amount) {
        int k = indexOf(limit);
        String[] named = limits;
        if (k < 0) {
            k = limits.length;
            named = Arrays.copyOf(limits, k + 1);
            named[k] = limit;
        }
        long[] changed = Arrays.copyOf(milli, named.length);
        changed[k] = amount;
        return new Tokens(named, changed);
    }

    /** The same with more of one limit; a sum ends at the ends of the range. */
    public Tokens plus(String limit, long more) {
        return with(limit, BucketMath.plus(milli(limit), more));
    }

    /** The sums, limit by limit. */
    public Tokens plus(Tokens more) {
        if (isEmpty()) {
            return more;
        }
        Tokens sum = this;
        for (int k = 0; k < more.limits.length; k++) {
            sum = sum.plus(more.limits[k], more.milli[k]);
        }
        return sum;
    }

    /** The differences, limit by limit. */
    public Tokens minus(Tokens less) {
        return plus(less.negated());
    }

    /** The same less so much of one limit, or without it if that is as much as there is. */
    public Tokens less(String limit, long amount) {
        int k = indexOf(limit);
        if (k < 0) {
            return this;
        } else if (milli[k] > amount) {
            return with(limit, milli[k] - amount);
        }
        String[] others = new String[limits.length - 1];
        long[] left = new long[others.length];
        for (int j = 0; j < others.length; j++) {
            others[j] = limits[j < k ? j : j + 1];
            left[j] = milli[j < k ? j : j + 1];
        }
        return new Tokens(others, left);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Tokens tokens
                && Arrays.equals(limits, tokens.limits)
                && Arrays.equals(milli, tokens.milli);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(limits) + Arrays.hashCode(milli);
    }

    /** In whole tokens, rounded down. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        forEach((limit, amount) -> text.append(text.length() > 1 ? ", " : "")
                .append(limit)
                .append('=')
                .append(Math.floorDiv(amount, BucketMath.MILLI)));
        return text.append('}').toString();
    }
}
