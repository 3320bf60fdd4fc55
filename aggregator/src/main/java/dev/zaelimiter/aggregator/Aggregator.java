package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.ItemStore;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Does what follows from batches of changes: adds to usage, keeps what can't be understood, archives, and looks after
 * the buckets. The same for every host; a host reads the stream, gives each shard's batches one after another, and
 * begins anew where {@link BatchOutcome#retryFrom} says.
 *
 * <p>Usage is exact, whatever comes again: with each sum an item keeps how far it has counted, in the same write. An
 * aggregator holds nothing that may not be lost. Safe for use by many threads.
 */
public final class Aggregator {

    private static final SafeLog LOG = SafeLog.of(Aggregator.class);

    /** Whose batches tell of what was put aside before; no shard of a stream is called so. */
    private static final String PUT_ASIDE = "put-aside";

    private final ItemStore store;
    private final Environment environment;
    private final AggregatorSettings settings;
    private final LetterBox letters;
    private final AggregatorListener listener;
    private final @Nullable Archiving archiving;
    private final IdleMerging idle;
    private final BatchSteps steps;
    private final OnceLog once = new OnceLog(line -> LOG.warn("{}", line));

    private Aggregator(Builder builder) {
        this.store = builder.store;
        this.environment = builder.environment;
        this.settings = builder.settings;
        this.listener = builder.listener;
        this.letters = new LetterBox(builder.deadLetters, environment, once, settings.inFlight());
        BucketCare care = new BucketCare(builder.store, environment);
        this.idle = new IdleMerging(care, environment, settings);
        this.archiving = builder.archive == null ? null : new Archiving(builder.store, environment, builder.archive);
        this.steps = new BatchSteps(
                new UsageCounting(builder.store, environment, settings, builder.endedShards),
                letters,
                archiving,
                new BatchSteps.Buckets(
                        care, idle, environment, builder.store.traits().writeUnitsPerSecond() > 0),
                settings);
    }

    /**
     * An aggregator.
     *
     * @param store where the changes come from, and usage goes; closed by whoever opened it
     * @param environment time, timers and threads
     * @return a builder with default settings
     */
    public static Builder builder(ItemStore store, Environment environment) {
        return new Builder(store, environment);
    }

    /**
     * An aggregator for a repository: for all namespaces of its store, with the repository's own time and threads.
     *
     * @param repository that a {@code RepositoryBuilder} has opened; closed by whoever opened it, after the last batch
     * @return a builder with default settings
     * @throws InvalidInputException if it is of another making
     */
    public static Builder of(LimitRepository repository) {
        EngineRepository engine = engine(repository);
        return new Builder(engine.store(), engine.engine().environment());
    }

    static EngineRepository engine(LimitRepository repository) {
        if (repository instanceof EngineRepository engine) {
            return engine;
        }
        throw new InvalidInputException(
                "repository", repository.getClass().getName(), "one that a RepositoryBuilder has opened");
    }

    /**
     * Does what follows from a batch. Never fails: what can't be done now is told in the outcome.
     *
     * @param batch the next changes of a shard of the stream, or the same again
     * @return done when nothing of it is under way any more
     */
    public CompletableFuture<BatchOutcome> process(StreamBatch batch) {
        Aggregation said = Aggregation.of(batch);
        Tally tally = new Tally();
        CompletableFuture<BatchOutcome> answer = new CompletableFuture<>();
        Futures.whenDone(steps.carryOut(batch, said, tally), (nothing, failure) -> {
            if (failure != null) {
                tally.failed("aggregating", failure, first(batch));
            }
            BatchOutcome outcome = tally.outcome(batch.records().size(), said.counted(), lag(batch));
            once.failures(outcome.failures());
            tell(batch, outcome);
            answer.complete(outcome);
        });
        return answer;
    }

    /**
     * Makes divided buckets whole whose changes stopped coming a while ago ({@link AggregatorSettings#mergeAfter}), of
     * those that this aggregator has seen changes of. To be called about once a minute.
     *
     * @return how many pairs of shards were made one
     */
    public CompletableFuture<Integer> mergeIdle() {
        if (!settings.divisions()) {
            return CompletableFuture.completedFuture(0);
        }
        return idle.run(once);
    }

    /**
     * Tries to archive the expired records that could not be archived before, if it is time to try again. To be called
     * about once a minute, or after each batch; it takes as long as the archive does, and nothing has to wait for it.
     *
     * @return done when it was tried; never fails
     */
    public CompletableFuture<Void> archiveAgain() {
        if (archiving == null) {
            return CompletableFuture.completedFuture(null);
        }
        Tally tally = new Tally();
        CompletableFuture<Void> done = new CompletableFuture<>();
        Futures.whenDone(archiving.retry(tally), (nothing, failure) -> {
            BatchOutcome outcome = tally.outcome(0, 0, 0);
            once.failures(outcome.failures());
            if (outcome.archived() > 0 || !outcome.failures().isEmpty()) {
                tell(new StreamBatch(PUT_ASIDE, List.of()), outcome);
            }
            done.complete(null);
        });
        return done;
    }

    /**
     * Puts changes aside as dead letters that could not be counted for so long that those after them must not wait any
     * longer; tells of a gap, too, and is done however that ends.
     */
    CompletableFuture<Void> giveUp(String streamShard, List<ChangeRecord> changes) {
        Tally tally = new Tally();
        CompletableFuture<Void> done = new CompletableFuture<>();
        Futures.whenDone(letters.keep(LetterBox.uncounted(streamShard, changes), tally), (kept, failure) -> {
            once.failures(tally.failures());
            gap(streamShard);
            done.complete(null);
        });
        return done;
    }

    private void tell(StreamBatch batch, BatchOutcome outcome) {
        try {
            listener.batch(batch, outcome);
        } catch (RuntimeException | Error e) {
            once.failures(List.of("the listener failed: " + e));
        }
    }

    /**
     * Loads what a batch needs, and asks the store once, so that the first batch is not slow; for a host whose process
     * is kept as a snapshot. Changes nothing.
     *
     * @return done then; never fails
     */
    public CompletableFuture<Void> prime() {
        return Priming.run(store, environment);
    }

    /** Says something once. */
    void tell(String what) {
        once.failures(List.of(what));
    }

    /**
     * Tells the listener and the log that changes were lost; for hosts.
     *
     * @param streamShard of which shard of the stream
     */
    public void gap(String streamShard) {
        once.failures(List.of("changes of " + streamShard + " were lost before they could be counted"));
        try {
            listener.gap(streamShard);
        } catch (RuntimeException | Error e) {
            once.failures(List.of("the listener failed: " + e));
        }
    }

    private static BigInteger first(StreamBatch batch) {
        return batch.records().stream()
                .map(ChangeRecord::sequence)
                .min(Comparator.naturalOrder())
                .orElse(BigInteger.ZERO);
    }

    private long lag(StreamBatch batch) {
        return batch.records().isEmpty()
                ? 0
                : Math.max(
                        0,
                        environment.wallMillis()
                                - batch.records()
                                        .get(batch.records().size() - 1)
                                        .atMillis());
    }

    /** Collects settings. Not for use by several threads. */
    public static final class Builder {

        private final ItemStore store;
        private final Environment environment;
        private AggregatorSettings settings = AggregatorSettings.defaults();
        private DeadLetters deadLetters = DeadLetters.NONE;
        private AggregatorListener listener = AggregatorListener.NONE;
        private @Nullable ArchiveSink archive;
        private Predicate<String> endedShards = shard -> false;

        private Builder(ItemStore store, Environment environment) {
            this.store = Objects.requireNonNull(store, "store");
            this.environment = Objects.requireNonNull(environment, "environment");
        }

        /**
         * How it behaves.
         *
         * @param settings by default {@link AggregatorSettings#defaults}
         * @return this builder
         */
        public Builder settings(AggregatorSettings settings) {
            this.settings = Objects.requireNonNull(settings, "settings");
            return this;
        }

        /**
         * Where expired records of changes go.
         *
         * @param sink by default nowhere
         * @return this builder
         */
        public Builder archive(ArchiveSink sink) {
            this.archive = Objects.requireNonNull(sink, "sink");
            return this;
        }

        /**
         * Where changes go that can't be counted.
         *
         * @param keeper by default nowhere
         * @return this builder
         */
        public Builder deadLetters(DeadLetters keeper) {
            this.deadLetters = Objects.requireNonNull(keeper, "keeper");
            return this;
        }

        /**
         * Who hears what it does.
         *
         * @param listener by default nobody
         * @return this builder
         */
        public Builder listener(AggregatorListener listener) {
            this.listener = Objects.requireNonNull(listener, "listener");
            return this;
        }

        /** Which shards of a stream are gone with all their changes, so that nothing of them comes again. */
        Builder endedShards(Predicate<String> ended) {
            this.endedShards = ended;
            return this;
        }

        /**
         * Makes it.
         *
         * @return an aggregator
         */
        public Aggregator build() {
            return new Aggregator(this);
        }
    }
}
