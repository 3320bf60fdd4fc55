package dev.zaelimiter;

import org.jspecify.annotations.Nullable;

/** An argument that breaks a rule. It names the field, the value and what is allowed; nothing was read or written. */
public class InvalidInputException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    private final String field;
    private final String value;
    private final String rule;

    /**
     * Names what is wrong.
     *
     * @param field the argument, in the words of the API
     * @param value what was given; shown cut to 60 characters
     * @param rule what is allowed
     */
    public InvalidInputException(String field, @Nullable Object value, String rule) {
        super(field + " " + Shown.quoted(value) + " is not allowed. Allowed: " + rule);
        this.field = field;
        this.value = String.valueOf(value);
        this.rule = rule;
    }

    /**
     * The argument, in the words of the API.
     *
     * @return for example {@code entity} or {@code refillPeriod}
     */
    public String field() {
        return field;
    }

    /**
     * What was given.
     *
     * @return the whole value as text
     */
    public String value() {
        return value;
    }

    /**
     * What is allowed.
     *
     * @return a phrase
     */
    public String rule() {
        return rule;
    }
}
