package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.StoreException;
import java.time.Duration;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An aggregator inside the process, on the feed of a store in memory or in a file. Opt-in, and to be closed before the
 * repository: what was taken until then is counted first.
 *
 * <pre>{@code
 * try (LimitRepository repository = EmbeddedRepository.inMemory();
 *         AggregatorWorker worker = AggregatorWorker.of(repository).start()) {
 *     ...
 *     repository.usage().summary(UsageQuery.ofEntity("key-abc"));
 * }
 * }</pre>
 *
 * <p>It looks at the feed several times a second, on threads of the environment, and holds no thread meanwhile. All
 * namespaces of the store are counted. What a worker on a file had not counted when its process was killed, the next
 * one counts, exactly once. Safe for use by many threads.
 */
public final class AggregatorWorker implements AutoCloseable {

    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /**
     * The stores that are counted. Each has marks of its own begin, so that a second worker would count the same again.
     */
    private static final Set<ItemStore> COUNTED =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final ItemStore store;
    private final Environment environment;
    private final FeedReader reader;
    private final CompletableFuture<Void> triedArchive;
    private final AtomicBoolean closed = new AtomicBoolean();

    private AggregatorWorker(
            ItemStore store, Environment environment, FeedReader reader, CompletableFuture<Void> tried) {
        this.triedArchive = tried;
        this.store = store;
        this.environment = environment;
        this.reader = reader;
    }

    /**
     * A worker for a repository.
     *
     * @param repository on a store in memory or in a file
     * @return a builder
     * @throws InvalidInputException if the repository is of another making, or its store is shared with other
     *     processes: those need an aggregator that reads the table's stream from where it stopped
     */
    public static Builder of(LimitRepository repository) {
        EngineRepository engine = Aggregator.engine(repository);
        ItemStore store = engine.store();
        if (store.traits().writeUnitsPerSecond() > 0) {
            throw new InvalidInputException(
                    "repository", store.traits().name(), "one on a store that a single process has to itself");
        }
        return new Builder(store, engine.engine().environment());
    }

    /**
     * Counts everything that was written before this call, and archives what waits for it, if the archive takes it.
     *
     * @param patience how long to wait for that at most
     * @return false if it was not done in time, or the store gives its changes no more
     */
    public boolean flush(Duration patience) {
        CompletableFuture<Void> drained = CompletableFuture.allOf(reader.drained(), triedArchive);
        return environment.await(drained, patience.toNanos()) && !drained.isCompletedExceptionally();
    }

    /** Counts what was written until now, for up to ten seconds, and stops. May be called more than once. */
    @Override
    public void close() {
        try {
            CompletableFuture<Void> drained = reader.finish();
            environment.await(drained, CLOSE_NANOS);
        } finally {
            reader.stop();
            if (!closed.getAndSet(true)) {
                COUNTED.remove(store);
            }
        }
    }

    /** Collects settings. Not for use by several threads. */
    public static final class Builder extends HostBuilder<Builder> {

        private static final Duration LEAST_PAUSE = Duration.ofMillis(1);
        private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
        private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
        private static final String STARTING = "starting an aggregator";

        private final ItemStore store;
        private final Environment environment;
        private Duration pause = Duration.ofMillis(200);

        private Builder(ItemStore store, Environment environment) {
            super(store, environment);
            this.store = store;
            this.environment = environment;
        }

        @Override
        Builder self() {
            return this;
        }

        /**
         * How long it waits when there is nothing to count.
         *
         * @param pause 1 ms to 1 hour; by default 200 ms
         * @return this builder
         */
        public Builder pause(Duration pause) {
            if (pause.compareTo(LEAST_PAUSE) < 0 || pause.compareTo(LONGEST_PAUSE) > 0) {
                throw new InvalidInputException("pause", pause, LEAST_PAUSE + " to " + LONGEST_PAUSE);
            }
            this.pause = Objects.requireNonNull(pause, "pause");
            return this;
        }

        /**
         * Starts it: what is written from now on is counted.
         *
         * @return a worker, to be closed
         * @throws InvalidInputException if another worker counts this store, which is not closed: two would count all
         *     of it twice
         * @throws StoreFailureException if the store fails
         */
        public AggregatorWorker start() {
            if (!COUNTED.add(store)) {
                throw new InvalidInputException(
                        "repository",
                        store.traits().name(),
                        "one whose store no other AggregatorWorker counts; close that first");
            }
            try {
                return begin();
            } catch (RuntimeException e) {
                COUNTED.remove(store);
                throw e;
            }
        }

        private WorkerFeed open(String streamShard) {
            CompletableFuture<WorkerFeed> opened = WorkerFeed.open(store, streamShard);
            if (!environment.await(opened, PATIENCE_NANOS)) {
                Futures.whenDone(opened, (feed, failure) -> {
                    if (feed != null) {
                        feed.close();
                    }
                });
                throw new StoreFailureException(
                        STARTING, true, new StoreException.Uncertain("no answer in time", null));
            }
            try {
                return opened.join();
            } catch (CompletionException e) {
                throw new StoreFailureException(STARTING, true, Attempts.cause(e));
            }
        }

        private AggregatorWorker begin() {
            Epoch epoch = Epoch.begin(store, environment);
            WorkerFeed feed = open(epoch.streamShard());
            try {
                Aggregator made = aggregator
                        .endedShards(shard -> epoch.isEnded(shard) && !feed.owes(shard))
                        .build();
                FeedReader reader = new FeedReader(feed, environment, made, pause);
                reader.start();
                return new AggregatorWorker(store, environment, reader, made.archiveAgain());
            } catch (RuntimeException e) {
                feed.close();
                throw e;
            }
        }
    }
}
