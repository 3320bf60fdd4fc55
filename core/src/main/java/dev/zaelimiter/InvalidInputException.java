package dev.zaelimiter;

import org.jspecify.annotations.Nullable;

/** An argument that breaks a rule. It names the field, the value and what is allowed; nothing was read or written. */
public class InvalidInputException extends RateLimiterException {

    private static final long serialVersionUID = 1L;
    private static final int LONGEST_VALUE = 60;

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
        super(field + " " + shown(value) + " is not allowed: " + rule);
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

    /** What can't be seen is escaped: a value can't forge a line of a log, and a stray space is found. */
    static String shown(@Nullable Object value) {
        if (!(value instanceof CharSequence text)) {
            return String.valueOf(value);
        }
        StringBuilder shown = new StringBuilder("'");
        for (int i = 0; i < Math.min(text.length(), LONGEST_VALUE); i++) {
            char c = text.charAt(i);
            if (isInvisible(c)) {
                shown.append(String.format("\\u%04x", (int) c));
            } else {
                shown.append(c);
            }
        }
        if (text.length() > LONGEST_VALUE) {
            shown.append("…");
        }
        return shown.append('\'').toString();
    }

    private static boolean isInvisible(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            case Character.SPACE_SEPARATOR -> c != ' ';
            default -> false;
        };
    }
}
