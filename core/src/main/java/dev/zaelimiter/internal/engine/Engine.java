package dev.zaelimiter.internal.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Environment;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.RepositoryStatistics;
import dev.zaelimiter.internal.config.ConfigCache;
import dev.zaelimiter.internal.config.Levels;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.futures.LentThread;
import dev.zaelimiter.internal.schema.BucketSchema;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.store.ItemLayout;
import dev.zaelimiter.store.ItemStore;
import org.jspecify.annotations.Nullable;

/**
 * What all pipelines of a repository share: the store, the clock, the caches, the counters. Safe for use by many threads.
 */
public final class Engine {

    private static final int MAX_SCHEMAS = 1000;
    private static final long MIN_BACKOFF_NANOS = 2_000_000;
    private static final long MAX_BACKOFF_NANOS = 200_000_000;
    private static final int PATIENCE_DEADLINES = 10;
    private static final int CALL_DEADLINES = 3;

    private final SteadyStore store;
    private final ItemStore patientStore;
    private final ItemStore bare;
    private final Environment environment;
    private final EngineOptions options;
    private final Keys keys;
    private final ConfigCache configs;
    private final Telemetry telemetry;
    private final Shutdown shutdown = new Shutdown(this);
    private final StackGuard stackGuard = new StackGuard();
    private final boolean shortWay;
    private final Pipelines pipelines;
    private final Shards shards = new Shards(this);
    private final Cache<ItemLayout, BucketSchema> schemas = Caffeine.newBuilder()
            .maximumSize(MAX_SCHEMAS)
            .executor(Runnable::run)
            .build();
    private volatile AtOnce atOnce = (child, parent, takes) ->
            child.outlook().comfortable(takes) && parent.outlook().comfortable(takes);

    /**
     * An engine on a namespace of a store.
     *
     * @param store the store; not closed by the engine
     * @param environment for time, timers, threads and randomness
     * @param options how to behave
     * @param keys of the namespace
     */
    public Engine(ItemStore store, Environment environment, EngineOptions options, Keys keys) {
        this(store, environment, options, keys, null);
    }

    /**
     * An engine on another namespace of the same store.
     *
     * @param store the store; not closed by the engine
     * @param environment for time, timers, threads and randomness
     * @param options how to behave
     * @param keys of the namespace
     * @param shared the configuration cache of another engine on this store, or null for one of its own
     */
    public Engine(
            ItemStore store, Environment environment, EngineOptions options, Keys keys, @Nullable ConfigCache shared) {
        this.store = new SteadyStore(store, environment, CALL_DEADLINES * options.deadlineNanos());
        this.patientStore = new SteadyStore(store, environment, PATIENCE_DEADLINES * options.deadlineNanos());
        this.bare = store;
        this.environment = environment;
        this.options = options;
        this.keys = keys;
        this.telemetry = new Telemetry(options.listener(), store);
        this.shortWay = !this.store.traits().answersTakeTime();
        this.configs = shared == null
                ? new ConfigCache(
                        new SteadyStore(store, environment, CALL_DEADLINES * options.deadlineNanos()),
                        environment,
                        telemetry.listener(),
                        options.configTtlNanos(),
                        options.maxConfigs())
                : shared;
        this.pipelines = new Pipelines(this, options.maxBuckets());
    }

    /**
     * The store, held to its contract. A call that is not answered within a few deadlines has failed: by then nobody waits
     * for it, and others wait behind it.
     *
     * @return calls go to the one given
     */
    ItemStore store() {
        return store;
    }

    /**
     * The store for changes of configuration, with which more patience is due than with an acquire.
     *
     * @return calls go to the one given, and are held to its contract
     */
    public ItemStore patientStore() {
        return patientStore;
    }

    /**
     * Time, timers, threads and randomness.
     *
     * @return as given
     */
    public Environment environment() {
        return environment;
    }

    /**
     * The options.
     *
     * @return as given
     */
    public EngineOptions options() {
        return options;
    }

    /**
     * The keys of the namespace.
     *
     * @return as given
     */
    public Keys keys() {
        return keys;
    }

    /**
     * The cached levels.
     *
     * @return one shared instance
     */
    public ConfigCache configs() {
        return configs;
    }

    BucketPipeline pipeline(String entity, String resource) {
        return pipelines.get(entity, resource, 0);
    }

    BucketPipeline pipeline(String entity, String resource, int shard) {
        return pipelines.get(entity, resource, shard);
    }

    Shards shards() {
        return shards;
    }

    BucketSchema schema(ItemLayout layout) {
        return schemas.get(layout, BucketSchema::of);
    }

    /**
     * An entity's record was changed beside the pipelines: what they know of it is read again.
     *
     * @param entity which
     */
    public void entityChanged(String entity) {
        configs.forget(keys.meta(entity));
        pipelines.forgetImages(entity);
    }

    OnUnavailable policy(AcquireRequest request) {
        OnUnavailable own = request.onUnavailable();
        if (own != null) {
            return own;
        }
        Resolution known = configs.peek(Levels.of(keys, request.entity(), request.resource()));
        OnUnavailable stored = known == null ? null : known.onUnavailable();
        return stored == null ? options.onUnavailable() : stored;
    }

    /** When child and parent of a cascade are asked at once. */
    @FunctionalInterface
    interface AtOnce {
        boolean allowed(BucketPipeline child, BucketPipeline parent, Takes takes);
    }

    AtOnce atOnce() {
        return atOnce;
    }

    /** Only for the test that shows what is lost by another rule. */
    void atOnce(AtOnce rule) {
        atOnce = rule;
    }

    long newWid() {
        long wid = environment.random().nextLong() & Long.MAX_VALUE;
        return wid == 0 ? 1 : wid;
    }

    /** Exponential with full jitter, and a floor. */
    long backoffNanos(int failures) {
        long most = Math.min(MAX_BACKOFF_NANOS, MIN_BACKOFF_NANOS << Math.min(failures, 20));
        return MIN_BACKOFF_NANOS / 2 + environment.random().nextLong(most);
    }

    /** How long a correction is tried to be written before it is lost. */
    long patienceNanos() {
        return PATIENCE_DEADLINES * options.deadlineNanos();
    }

    /** Whether an acquire may go the short way: the store answers at once. */
    boolean hasShortWay() {
        return shortWay;
    }

    /**
     * Counters, listener and log.
     *
     * @return one shared instance
     */
    public Telemetry telemetry() {
        return telemetry;
    }

    Shutdown shutdown() {
        return shutdown;
    }

    StackGuard stackGuard() {
        return stackGuard;
    }

    void skipped(String entity, String resource, String limit) {
        telemetry.skipped(entity, resource, limit);
    }

    void adjustmentQueued() {
        shutdown.adjustmentQueued();
    }

    void adjustmentSettled() {
        shutdown.adjustmentSettled();
    }

    /**
     * Runs a task once, after a delay. Where callbacks of users may run within it, it is not on the thread of all timers:
     * one that blocks there would wait for itself.
     */
    Environment.Timer later(Runnable task, long delayNanos) {
        return environment.schedule(
                options.callbacks() == null ? () -> environment.executor().execute(task) : task, delayNanos);
    }

    boolean closed() {
        return shutdown.closed();
    }

    /** Whether the repository is closed, and nothing is sent for its buckets any more. */
    boolean ended() {
        return store.ended();
    }

    /** From now on nothing is sent for any bucket. */
    void end() {
        store.end();
    }

    /** Refuses a call that waits, on a thread that this engine or its store waits for. */
    void requireMayWait(String operation) {
        // On a store in memory nobody else's thread brings an answer, and most have no listener.
        if (store.traits().answersTakeTime() || telemetry.listens()) {
            LentThread.requireOwn(bare, operation);
        }
    }

    /**
     * Throws if the repository is closed, or the caller may not wait: before each operation that does.
     *
     * @throws RepositoryClosedException if it is closed
     * @throws dev.zaelimiter.BlockingInCallbackException if the store, or a pipeline, waits for this thread
     */
    public void requireOpen() {
        shutdown.requireOpen();
        requireMayWait("an operation on stored limits or entities");
    }

    /**
     * The counters.
     *
     * @return a snapshot
     */
    public RepositoryStatistics statistics() {
        return telemetry
                .statistics(configs.calls())
                .configCache(configs.statistics())
                .clock(environment.clockStatus())
                .build();
    }

    /** Stops admission, ends all waits, and waits until the corrections so far are written, at most for the deadline. */
    public void close() {
        shutdown.close(pipelines);
    }
}
