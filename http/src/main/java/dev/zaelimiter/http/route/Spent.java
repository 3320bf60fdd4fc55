package dev.zaelimiter.http.route;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What a request really cost, seen from its response. */
@FunctionalInterface
public interface Spent {

    /**
     * Looks at a complete response.
     *
     * @param result the response
     * @return whole tokens; empty if it does not say, and then what was taken stays
     */
    OptionalLong of(HttpResult result);

    /**
     * Whether the filter has to count the bytes of the body.
     *
     * @return false unless {@link HttpResult#bytes()} is looked at
     */
    default boolean countsBytes() {
        return false;
    }

    /**
     * The bytes of the body.
     *
     * @return one token for each byte
     */
    static Spent bytes() {
        return new Bytes();
    }

    /**
     * A field of the response.
     *
     * @param name its name; its value is a whole number
     * @return that number
     */
    static Spent header(String name) {
        return result -> number(result.header(name).orElse(null));
    }

    /**
     * An attribute that the handler sets.
     *
     * @param name its name; its value is a whole number, or the text of one
     * @return that number
     */
    static Spent attribute(String name) {
        return result -> number(result.attribute(name));
    }

    private static OptionalLong number(@Nullable Object value) {
        if (value instanceof Long || value instanceof Integer || value instanceof Short) {
            return OptionalLong.of(((Number) value).longValue());
        }
        String text = value == null ? "" : value.toString().trim();
        return text.length() <= 19
                        && text.matches("[0-9]+")
                        && (text.length() < 19 || text.compareTo("9223372036854775807") <= 0)
                ? OptionalLong.of(Long.parseLong(text))
                : OptionalLong.empty();
    }

    /** Counts bytes. */
    record Bytes() implements Spent {

        @Override
        public OptionalLong of(HttpResult result) {
            return result.bytes() < 0 ? OptionalLong.empty() : OptionalLong.of(result.bytes());
        }

        @Override
        public boolean countsBytes() {
            return true;
        }
    }
}
