package dev.zaelimiter.dashboard;

import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.admin.Administration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A page for the browser that shows how the limits of a repository stand while they run. Served on 127.0.0.1 alone, and
 * only to those who know the key in its {@link #address}.
 *
 * <pre>{@code
 * try (Dashboard dashboard = Dashboard.of(repository).start()) {
 *     System.out.println(dashboard.address());
 *     ...
 * }
 * }</pre>
 *
 * <p>It shows, and changes nothing unless it is told that it may. It reads the store only while somebody looks. Safe
 * for use by many threads; its own are daemons.
 */
public final class Dashboard implements AutoCloseable {

    /** The port where none is chosen. */
    public static final int USUAL_PORT = 8421;

    private static final int KEY_BYTES = 18;

    private final WebServer server;
    private final StoreWork work;
    private final String key;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Dashboard(WebServer server, StoreWork work, String key) {
        this.server = server;
        this.work = work;
        this.key = key;
    }

    /**
     * A dashboard of a repository, to be set up.
     *
     * @param repository made by this library; it has to stay open, and is not closed with the dashboard
     * @return a builder
     * @throws InvalidInputException if the repository is of another making
     */
    public static Builder of(LimitRepository repository) {
        return new Builder(repository);
    }

    /**
     * Where it is, with the key. Whoever has this address sees all that the page shows.
     *
     * @return for a browser on this machine
     */
    public URI address() {
        return URI.create("http://127.0.0.1:" + port() + "/#key=" + key);
    }

    /**
     * The port.
     *
     * @return the one that was found, where any would do
     */
    public int port() {
        return server.port();
    }

    /** Ends the page. Waits up to ten seconds for a change that was begun. May be called more than once. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                work.close();
            } finally {
                server.close();
            }
        }
    }

    static String newKey() {
        byte[] bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Collects the settings of a dashboard. Not for use by several threads. */
    public static final class Builder {

        static final int HIGHEST_PORT = 65_535;
        private static final Duration SHORTEST = Duration.ofMillis(500);
        private static final Duration LONGEST = Duration.ofHours(1);
        private static final int MOST_BUCKETS = 100_000;
        private static final long MOST_UNITS = 1_000_000_000;

        private final LimitRepository repository;
        private Administration admin;
        private int port = USUAL_PORT;
        private Duration every = Duration.ofSeconds(5);
        private boolean changes;
        private int buckets = 1_000;
        private long units;
        private String title = "";
        private Environment environment = Environment.system();
        private @Nullable String key;

        private Builder(LimitRepository repository) {
            this.repository = repository;
            this.admin = Administration.of(repository);
        }

        /**
         * Chooses the port.
         *
         * @param number 0 for any that is free, to 65535; 8421 by default
         * @return this builder
         * @throws InvalidInputException if it is no port
         */
        public Builder port(int number) {
            if (number < 0 || number > HIGHEST_PORT) {
                throw new InvalidInputException("port", number, "0 to " + HIGHEST_PORT);
            }
            port = number;
            return this;
        }

        /**
         * Says how often what is shown may be read.
         *
         * @param pause 0.5 seconds to an hour; 5 seconds by default
         * @return this builder
         * @throws InvalidInputException if it is out of range
         */
        public Builder every(Duration pause) {
            if (pause.compareTo(SHORTEST) < 0 || pause.compareTo(LONGEST) > 0) {
                throw new InvalidInputException("every", pause, "0.5 s to 1 h");
            }
            every = pause;
            return this;
        }

        /**
         * Bounds what the page may read from a store that bills it, by estimates: an item is a unit.
         *
         * @param perMinute read units a minute, up to 10^9; 0, the default, for no bound
         * @return this builder
         * @throws InvalidInputException if it is out of range
         */
        public Builder readUnits(long perMinute) {
            if (perMinute < 0 || perMinute > MOST_UNITS) {
                throw new InvalidInputException("readUnits", perMinute, "0 to " + MOST_UNITS);
            }
            units = perMinute;
            return this;
        }

        /**
         * Bounds how many buckets are read to show a resource or an entity.
         *
         * @param most 1 to 100000; 1000 by default
         * @return this builder
         * @throws InvalidInputException if it is out of range
         */
        public Builder buckets(int most) {
            if (most < 1 || most > MOST_BUCKETS) {
                throw new InvalidInputException("buckets", most, "1 to " + MOST_BUCKETS);
            }
            buckets = most;
            return this;
        }

        /**
         * Lets the page change limits and switches.
         *
         * @param inWhoseName administration of the same repository, {@link Administration#actingAs acting as} somebody
         * @return this builder
         */
        public Builder allowChanges(Administration inWhoseName) {
            admin = inWhoseName;
            changes = true;
            return this;
        }

        /**
         * Names what is shown, for people.
         *
         * @param text for example the table and the namespace
         * @return this builder
         */
        public Builder title(String text) {
            title = text;
            return this;
        }

        Builder environment(Environment own) {
            environment = own;
            return this;
        }

        Builder key(String known) {
            key = known;
            return this;
        }

        /**
         * Begins to serve the page.
         *
         * @return to be closed
         * @throws UncheckedIOException if the port can't be had: a {@link java.net.BindException} is its cause
         */
        public Dashboard start() {
            String secret = key == null ? newKey() : key;
            About about = new About(title, changes, every.toMillis(), buckets, units);
            StoreWork work = new StoreWork();
            Api api = new Api(repository, admin, environment, about, work);
            try {
                return new Dashboard(
                        WebServer.start(port, new Guard(secret, changes), api, PageFiles.ofTheDashboard()),
                        work,
                        secret);
            } catch (IOException e) {
                work.close();
                throw new UncheckedIOException("port " + port + " of 127.0.0.1 can't be had: " + e.getMessage(), e);
            }
        }
    }
}
