package dev.zaelimiter.spring.boot;

import dev.zaelimiter.InvalidInputException;
import org.jspecify.annotations.Nullable;

/** A property that breaks a rule; it names the property, its value and what is allowed. Thrown at start. */
public final class LimiterPropertyException extends InvalidInputException {

    private static final long serialVersionUID = 1L;

    /**
     * A property that breaks a rule.
     *
     * @param property its whole name
     * @param value what was given, or null
     * @param rule what is allowed
     */
    public LimiterPropertyException(String property, @Nullable Object value, String rule) {
        super(property, value, rule);
    }

    /**
     * Runs what sets a property, and names the property if the value is not allowed.
     *
     * @param property its whole name
     * @param value what was given
     * @param setting sets it
     * @throws LimiterPropertyException instead of another {@link InvalidInputException}
     */
    public static void naming(String property, @Nullable Object value, Runnable setting) {
        try {
            setting.run();
        } catch (LimiterPropertyException named) {
            throw named;
        } catch (InvalidInputException refused) {
            throw new LimiterPropertyException(property, value, refused.rule());
        }
    }
}
