package dev.zaelimiter.dynamodb;

import dev.zaelimiter.Environment;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;

/**
 * The stores that {@code bin/backends} starts. Their addresses can be changed: {@code -Dzae.dynoxide=http://...} or the
 * environment's {@code ZAE_DYNOXIDE}.
 */
enum Backend {
    DYNOXIDE("http://127.0.0.1:8100"),
    MINISTACK("http://127.0.0.1:4566");

    private final String usual;

    Backend(String usual) {
        this.usual = usual;
    }

    URI endpoint() {
        String name = name().toLowerCase(Locale.ROOT);
        String fallback = System.getenv().getOrDefault("ZAE_" + name(), usual);
        return URI.create(System.getProperty("zae." + name, fallback));
    }

    Connection connect(String table) {
        return connect(table, false);
    }

    /** A connection whose calls may take long: the machine that runs tests may be busy. */
    Connection connect(String table, boolean reportCapacity) {
        return Connection.make(
                table,
                new Connection.Route("us-east-1", endpoint(), Stubs.CREDENTIALS),
                new Connection.Settings(Duration.ofSeconds(60), reportCapacity, 256),
                Environment.system());
    }

    static String newTable() {
        return "test-" + UUID.randomUUID();
    }
}
