package dev.zaelimiter.aggregator;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.store.ChangeStream;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.StoreException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * An aggregator on the stream of a table. Any number of pollers, in as many processes, share the shards of the stream
 * by leases in the table; each goes on where the last one stopped.
 *
 * <pre>{@code
 * try (StreamPoller poller = StreamPoller.of(repository).start()) {
 *     ...
 * }
 * }</pre>
 *
 * <p>All namespaces of the table are counted. Works on threads of the environment, and holds none while it waits. Close
 * it before the repository. Safe for use by many threads.
 */
public final class StreamPoller implements AutoCloseable {

    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final Environment environment;
    private final PollerLoop loop;

    private StreamPoller(Environment environment, PollerLoop loop) {
        this.environment = environment;
        this.loop = loop;
    }

    /**
     * Whether a poller is what a repository needs.
     *
     * @param repository that a {@code RepositoryBuilder} has opened
     * @return false if its store keeps no stream: then {@link AggregatorWorker} is for it
     * @throws InvalidInputException if the repository is of another making
     */
    public static boolean isFor(LimitRepository repository) {
        return Aggregator.engine(repository).store().stream() != null;
    }

    /**
     * A poller for the table of a repository.
     *
     * @param repository on a table, of any of its namespaces
     * @return a builder
     * @throws InvalidInputException if the repository is of another making, or its store keeps no stream
     */
    public static Builder of(LimitRepository repository) {
        EngineRepository engine = Aggregator.engine(repository);
        ItemStore store = engine.store();
        ChangeStream stream = store.stream();
        if (stream == null) {
            throw new InvalidInputException(
                    "repository",
                    store.traits().name(),
                    "one on a table; a store in memory or in a file has AggregatorWorker");
        }
        return new Builder(store, stream, engine.engine().environment());
    }

    /**
     * How it stands.
     *
     * @return figures as they are now
     */
    public PollerStatus status() {
        return loop.status();
    }

    /**
     * Tells when all is counted that was written before this call. What others read is left to them, once they show
     * that they live; for one that does not, that takes as long as a {@link Builder#lease}.
     *
     * @return done then, or when the poller is closed; not while calls fail
     */
    public CompletableFuture<Void> caughtUp() {
        return loop.caughtUp();
    }

    /**
     * Waits for {@link #caughtUp}.
     *
     * @param patience how long at most
     * @return false if it was not done in time
     */
    public boolean catchUp(Duration patience) {
        return environment.await(caughtUp(), patience.toNanos());
    }

    /**
     * Finishes the batches at hand, gives the leases back, for up to 20 seconds, and stops. May be called more than
     * once.
     */
    @Override
    public void close() {
        environment.await(loop.close(), CLOSE_NANOS);
    }

    /** Collects settings. Not for use by several threads. */
    public static final class Builder extends HostBuilder<Builder> {

        private static final Duration LEAST_POLL = Duration.ofMillis(1);
        private static final Duration LONGEST_POLL = Duration.ofMinutes(1);
        private static final Duration LEAST_LEASE = Duration.ofSeconds(1);
        private static final Duration LONGEST_LEASE = Duration.ofMinutes(10);
        private static final int MOST_SHARDS = 10_000;

        private final ItemStore store;
        private final ChangeStream stream;
        private final Environment environment;
        private Duration poll = Duration.ofSeconds(1);
        private Duration lease = Duration.ofSeconds(30);
        private int mostShards = 256;
        private boolean fromNow;

        Builder(ItemStore store, ChangeStream stream, Environment environment) {
            super(store, environment);
            this.store = store;
            this.stream = stream;
            this.environment = environment;
        }

        @Override
        Builder self() {
            return this;
        }

        /**
         * How long it waits before it reads a shard again that had nothing more to give.
         *
         * @param pause 1 ms to 1 minute; by default 1 second
         * @return this builder
         */
        public Builder poll(Duration pause) {
            if (pause.compareTo(LEAST_POLL) < 0 || pause.compareTo(LONGEST_POLL) > 0) {
                throw new InvalidInputException("poll", pause, LEAST_POLL + " to " + LONGEST_POLL);
            }
            this.poll = pause;
            return this;
        }

        /**
         * For how long nothing must be heard of a poller until others take its shards. It is renewed three times as
         * often, with how far the shard is read.
         *
         * @param length 1 second to 10 minutes, the same for all pollers of a table; by default 30 seconds
         * @return this builder
         */
        public Builder lease(Duration length) {
            if (length.compareTo(LEAST_LEASE) < 0 || length.compareTo(LONGEST_LEASE) > 0) {
                throw new InvalidInputException("lease", length, LEAST_LEASE + " to " + LONGEST_LEASE);
            }
            this.lease = length;
            return this;
        }

        /**
         * How many shards it reads at most; the rest is left to other pollers.
         *
         * @param most 1 to 10,000; by default 256
         * @return this builder
         */
        public Builder mostShards(int most) {
            if (most < 1 || most > MOST_SHARDS) {
                throw new InvalidInputException("mostShards", most, "1 to " + MOST_SHARDS);
            }
            this.mostShards = most;
            return this;
        }

        /**
         * Leaves out what was changed before this poller starts, if it is the first of its table; for who has counted
         * with another program until now. By default all is counted that the stream still has, up to a day.
         *
         * @return this builder
         */
        public Builder fromNow() {
            this.fromNow = true;
            return this;
        }

        /**
         * Starts it. Blocks until it knows the stream.
         *
         * @return a poller, to be closed
         * @throws CannotOpenException if the table has no stream, or an action is not allowed, or there is no answer
         */
        public StreamPoller start() {
            PollerParts parts = new PollerParts(store, stream, environment, aggregator.build(), poll.toNanos());
            PollerLoop loop = new PollerLoop(
                    parts,
                    new PollerLoop.Settings(
                            "poller-" + Long.toHexString(environment.random().nextLong()),
                            lease.toNanos(),
                            mostShards,
                            fromNow ? environment.wallMillis() : 0));
            CompletableFuture<Void> first = loop.start();
            boolean started = false;
            try {
                if (!environment.await(first, START_NANOS)) {
                    throw new CannotOpenException(
                            CannotOpenException.Reason.NO_ANSWER,
                            store.traits().name() + ": no answer about its stream",
                            null);
                }
                first.join();
                started = true;
                return new StreamPoller(environment, loop);
            } catch (CompletionException e) {
                throw cannot(Attempts.cause(e));
            } finally {
                if (!started) {
                    CompletableFuture<Void> unused = loop.close();
                }
            }
        }

        private static CannotOpenException cannot(Throwable failure) {
            return new CannotOpenException(
                    failure instanceof StoreException.Denied
                            ? CannotOpenException.Reason.ACCESS_DENIED
                            : CannotOpenException.Reason.NO_ANSWER,
                    Objects.toString(failure.getMessage(), failure.toString()),
                    failure);
        }
    }
}
