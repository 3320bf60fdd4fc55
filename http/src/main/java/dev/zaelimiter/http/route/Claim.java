package dev.zaelimiter.http.route;

import java.math.BigInteger;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a claim names: one thing, written in one way. A list or an object of claims names nobody. */
final class Claim {

    private Claim() {}

    static Optional<String> text(@Nullable Object value) {
        return value instanceof String
                        || value instanceof Long
                        || value instanceof Integer
                        || value instanceof BigInteger
                        || value instanceof UUID
                ? Optional.of(value.toString())
                : Optional.empty();
    }
}
