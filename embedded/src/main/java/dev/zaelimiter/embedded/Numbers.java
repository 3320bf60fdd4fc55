package dev.zaelimiter.embedded;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.AttributeValue.Decimal;
import dev.zaelimiter.store.AttributeValue.Whole;
import java.math.BigDecimal;

/**
 * Arithmetic on stored numbers. Whole numbers are {@code long}s; decimals are exact, with DynamoDB's bounds of 38
 * digits and a magnitude of 10^-130 to 10^126, so that no sum can grow without end.
 */
final class Numbers {

    private static final int MOST_DIGITS = 38;
    private static final int GREATEST_EXPONENT = 125;
    private static final int LEAST_EXPONENT = -130;
    /** Longer than any plain notation within the bounds; parsing is quadratic in the length. */
    private static final int MOST_CHARACTERS = 400;

    private Numbers() {}

    static boolean isNumber(AttributeValue value) {
        return value instanceof Whole || value instanceof Decimal;
    }

    static int compare(AttributeValue a, AttributeValue b) {
        if (a instanceof Whole x && b instanceof Whole y) {
            return Long.compare(x.value(), y.value());
        }
        return decimal(a).compareTo(decimal(b));
    }

    static AttributeValue add(AttributeValue a, AttributeValue b) {
        if (a instanceof Whole x && b instanceof Whole y) {
            return new Whole(add(x.value(), y.value()));
        }
        BigDecimal sum = decimal(a).add(decimal(b)).stripTrailingZeros();
        checkBounds(sum);
        // A positive scale means a fraction; a long has at most 19 digits, so the exact conversion is cheap and safe.
        if (sum.scale() <= 0 && sum.precision() - sum.scale() <= 19) {
            BigDecimal plain = sum.setScale(0);
            if (plain.unscaledValue().bitLength() < Long.SIZE) {
                return new Whole(plain.longValueExact());
            }
        }
        return new Decimal(sum.toPlainString());
    }

    static long add(long a, long b) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            throw Errors.misuse("the sum of " + a + " and " + b + " is no long");
        }
        return sum;
    }

    /** Refuses a decimal that is not a number within the bounds. */
    static void check(Decimal decimal) {
        decimal(decimal);
    }

    private static BigDecimal decimal(AttributeValue value) {
        if (value instanceof Whole whole) {
            return BigDecimal.valueOf(whole.value());
        }
        String text = ((Decimal) value).text();
        if (text.length() > MOST_CHARACTERS) {
            throw Errors.misuse("a number of " + text.length() + " characters");
        }
        BigDecimal number;
        try {
            number = new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw Errors.misuse("not a number: " + text);
        }
        checkBounds(number.stripTrailingZeros());
        return number;
    }

    private static void checkBounds(BigDecimal stripped) {
        long exponent = (long) stripped.precision() - stripped.scale() - 1;
        boolean inBounds = stripped.signum() == 0
                || (stripped.precision() <= MOST_DIGITS && exponent <= GREATEST_EXPONENT && exponent >= LEAST_EXPONENT);
        if (!inBounds) {
            throw Errors.misuse("a number outside 38 digits or 10^" + LEAST_EXPONENT + "..10^126");
        }
    }
}
