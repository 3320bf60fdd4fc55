package dev.zaelimiter.tests.backends;

import dev.zaelimiter.dynamodb.DynamoDbBuilder;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import java.net.URI;
import java.util.Locale;
import java.util.UUID;

/**
 * The stores that {@code bin/backends} starts. Their addresses can be changed: {@code -Dzae.dynoxide=http://...} or the
 * environment's {@code ZAE_DYNOXIDE}.
 */
public enum Backend {
    DYNOXIDE("http://127.0.0.1:8100"),
    MINISTACK("http://127.0.0.1:4566");

    private final String usual;

    Backend(String usual) {
        this.usual = usual;
    }

    /** Where it listens. */
    public URI endpoint() {
        String fallback = System.getenv().getOrDefault("ZAE_" + name(), usual);
        return URI.create(System.getProperty("zae." + name().toLowerCase(Locale.ROOT), fallback));
    }

    static String newTable() {
        return "test-" + UUID.randomUUID();
    }

    /** A way to a table, here or through somebody in between. */
    static DynamoDbBuilder builder(String table, URI endpoint) {
        return DynamoDbRepository.builder(table)
                .region("us-east-1")
                .endpoint(endpoint)
                .credentials("local", "local");
    }
}
