package dev.zaelimiter.spring.annotation;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.security.Principal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;

/** An expression where it stands, and what its value is taken for. Safe for use by many threads. */
final class Evaluation {

    private final Where where;
    private final String text;
    private final Expression expression;
    private final boolean needsPrincipal;
    private final @Nullable Object fixed;

    Evaluation(Where where, String text, Expression expression) {
        this.where = where;
        this.text = text;
        this.expression = expression;
        this.needsPrincipal = Expressions.names(expression, Expressions.PRINCIPAL);
        this.fixed = Expressions.isFixed(expression) ? evaluated(null) : null;
    }

    boolean isFixed() {
        return fixed != null;
    }

    String fixedText() {
        return String.valueOf(fixed);
    }

    private @Nullable Object value(CallContext context) {
        if (fixed != null) {
            return fixed;
        }
        if (needsPrincipal && context.principal() == null) {
            return null;
        }
        return evaluated(context);
    }

    private @Nullable Object evaluated(@Nullable CallContext context) {
        try {
            return context == null ? expression.getValue() : expression.getValue(context);
        } catch (RuntimeException e) {
            // What a method throws that an expression calls comes as it is.
            throw where.failed(text, "failed: " + (e instanceof EvaluationException ? e.getMessage() : e), e);
        }
    }

    /** A text that means the same each time; null if there is none. */
    @Nullable
    String text(CallContext context) {
        Object value = value(context);
        if (value == null || value instanceof String) {
            return (String) value;
        } else if (value instanceof Principal principal) {
            return principal.getName();
        } else if (value instanceof CharSequence
                || value instanceof Number
                || value instanceof UUID
                || value instanceof Character
                || value instanceof Enum<?>) {
            return value.toString();
        }
        // The text of any other object may differ from call to call, and each would have a full bucket.
        throw where.failed(
                text,
                "yields a " + value.getClass().getName() + ", which is no text, number, UUID, enum or principal",
                null);
    }

    /** Whole tokens, or null if it yields null. */
    @Nullable
    Long tokens(CallContext context) {
        Object value = value(context);
        if (value == null) {
            return null;
        } else if (value instanceof Integer
                || value instanceof Long
                || value instanceof Short
                || value instanceof Byte) {
            return ((Number) value).longValue();
        } else if (value instanceof Number number) {
            return rounded(number);
        }
        throw where.failed(text, "yields a " + value.getClass().getName() + ", which is no number", null);
    }

    private long rounded(Number number) {
        try {
            BigDecimal exact = number instanceof BigInteger whole
                    ? new BigDecimal(whole)
                    : number instanceof BigDecimal decimal ? decimal : new BigDecimal(number.toString());
            return exact.setScale(0, RoundingMode.CEILING).longValueExact();
        } catch (NumberFormatException | ArithmeticException e) {
            throw failed("yields " + number + ", which is no number of tokens", e);
        }
    }

    RateLimitedException failed(String what, @Nullable Throwable cause) {
        return where.failed(text, what, cause);
    }
}
