package dev.zaelimiter.internal.engine.kernel;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Environment;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.RepositoryStatistics;
import dev.zaelimiter.internal.config.ConfigCache;
import dev.zaelimiter.internal.config.ConfigKeys;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.futures.LentThread;
import dev.zaelimiter.internal.guard.SafeClock;
import dev.zaelimiter.internal.guard.SafeTimers;
import dev.zaelimiter.internal.schema.BucketSchema;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.Reconciliation;
import dev.zaelimiter.store.ItemLayout;
import dev.zaelimiter.store.ItemStore;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What all pipelines of a repository share: the store, the clock, the caches, the counters. It knows none of them, and
 * not who owns them ({@code Limiters}). Safe for use by many threads.
 */
public final class Engine {

    private static final int MAX_SCHEMAS = 1000;
    private static final long MIN_BACKOFF_NANOS = 2_000_000;
    private static final long MAX_BACKOFF_NANOS = 200_000_000;
    private static final int PATIENCE_DEADLINES = 10;
    private static final int CALL_DEADLINES = 3;

    /** Of buckets whose numbers may be changed in place. */
    private static final int MOST_OPENED = 1024;

    private final CallGate gate;
    private final GuardedStore store;
    private final ItemStore patientStore;
    private final ItemStore bare;
    private final Environment environment;
    private final SafeTimers timers;
    private final SafeClock safeClock;
    private final EngineOptions options;
    private final Keys keys;
    private final ConfigCache configs;
    private final Telemetry telemetry;
    private final Closing closing = new Closing();
    private final StackGuard stackGuard = new StackGuard();
    private final Expiry expiry = new Expiry();
    private final LatestOpened latestOpened = new LatestOpened(MOST_OPENED);
    private final boolean shortWay;
    private final boolean lanes;
    private final PythonPresence python;
    private final Cache<ItemLayout, BucketSchema> schemas = Caffeine.newBuilder()
            .maximumSize(MAX_SCHEMAS)
            .executor(Runnable::run)
            .build();

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
        long callNanos = CALL_DEADLINES * options.deadlineNanos();
        boolean answersTakeTime = store.traits().answersTakeTime();
        this.gate = new CallGate(answersTakeTime);
        this.timers = new SafeTimers(environment);
        this.store = new GuardedStore(store, timers, callNanos, gate);
        this.patientStore = new GuardedStore(store, timers, PATIENCE_DEADLINES * options.deadlineNanos(), gate);
        this.bare = store;
        this.environment = environment;
        this.options = options;
        this.python = new PythonPresence(options.withPython());
        this.keys = keys;
        this.telemetry = new Telemetry(options.listener(), store);
        this.safeClock = new SafeClock(environment, telemetry::fault);
        this.shortWay = !answersTakeTime;
        this.lanes = shortWay || this.store.changesInPlace();
        this.configs = shared == null
                ? new ConfigCache(
                        // Engines share it, so each goes through its own gate before it asks: see resolve.
                        new GuardedStore(store, timers, callNanos, new CallGate(false)),
                        environment,
                        telemetry.listener(),
                        options.configTtlNanos(),
                        options.maxConfigs())
                : shared;
    }

    /**
     * The store, held to its contract. A call that is not answered within a few deadlines has failed: by then nobody
     * waits for it, and others wait behind it.
     *
     * @return calls go to the one given
     */
    public ItemStore store() {
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

    /** Time, timers, threads and randomness. */
    public Environment environment() {
        return environment;
    }

    /** The options, as given. */
    public EngineOptions options() {
        return options;
    }

    /** Which buckets were opened last for changes in place. */
    public LatestOpened latestOpened() {
        return latestOpened;
    }

    /** Whether clients of the Python system work on the store. */
    public PythonPresence python() {
        return python;
    }

    /**
     * What a bucket is to hold by what is stored.
     *
     * @param known what is stored
     * @return what only others can follow, they alone write: then nothing
     */
    public Reconciliation.Target target(Resolution known) {
        if (known.unfollowed() != null) {
            return Reconciliation.Target.NOTHING;
        }
        return new Reconciliation.Target(
                known.limits(),
                known.expires() ? options.ttlMultiplier() : 0,
                known.lineage(),
                known.nothingStored(),
                expiry.distrusted(),
                python.isKnown() ? known.gone() : null);
    }

    /** The keys of the namespace. */
    public Keys keys() {
        return keys;
    }

    /** The cached levels. They are read by {@link #resolve} and {@link #resolveWithGone} alone. */
    public ConfigCache configs() {
        return configs;
    }

    /** As {@link ConfigCache#resolve}. */
    public CompletableFuture<Resolution> resolve(ConfigKeys levels, long after) {
        return store.through(() -> configs.resolve(levels, after));
    }

    /** As {@link ConfigCache#resolveWithGone}. */
    public CompletableFuture<Resolution> resolveWithGone(ConfigKeys levels, long after) {
        return store.through(() -> configs.resolveWithGone(levels, after));
    }

    public BucketSchema schema(ItemLayout layout) {
        return schemas.get(layout, BucketSchema::of);
    }

    public OnUnavailable policy(AcquireRequest request) {
        OnUnavailable own = request.onUnavailable();
        if (own != null) {
            return own;
        }
        Resolution known = configs.peek(ConfigKeys.of(keys, request.entity(), request.resource()));
        OnUnavailable stored = known == null ? null : known.onUnavailable();
        return stored == null ? options.onUnavailable() : stored;
    }

    public long newWid() {
        long wid = environment.random().nextLong() & Long.MAX_VALUE;
        return wid == 0 ? 1 : wid;
    }

    /** Exponential with full jitter, and a floor. */
    public long backoffNanos(int failures) {
        long most = Math.min(MAX_BACKOFF_NANOS, MIN_BACKOFF_NANOS << Math.min(failures, 20));
        return MIN_BACKOFF_NANOS / 2 + environment.random().nextLong(most);
    }

    /** How long a correction is tried to be written before it is lost. */
    public long patienceNanos() {
        return PATIENCE_DEADLINES * options.deadlineNanos();
    }

    /** Whether there may be lanes: the store lets numbers be changed in place. */
    public boolean hasLanes() {
        return lanes;
    }

    /** Whether an acquire may go the short way: the store answers within the call. */
    public boolean hasShortWay() {
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

    public Closing closing() {
        return closing;
    }

    public StackGuard stackGuard() {
        return stackGuard;
    }

    /** Whether buckets may be given a time to live. */
    public Expiry expiry() {
        return expiry;
    }

    public void skipped(String entity, String resource, String limit) {
        telemetry.skipped(entity, resource, limit);
    }

    public void adjustmentQueued() {
        closing.adjustmentQueued();
    }

    public void adjustmentSettled() {
        closing.adjustmentSettled();
    }

    /**
     * Runs a task once, after a delay. Where callbacks of users may run within it, it is not on the thread of all
     * timers: one that blocks there would wait for itself.
     */
    public Environment.Timer later(Runnable task, long delayNanos) {
        return options.callbacks() == null ? timers.execute(task, delayNanos) : timers.schedule(task, delayNanos);
    }

    /** For what must not be lost over a clock that throws. */
    public SafeClock safeClock() {
        return safeClock;
    }

    /** For tasks that are short, and bring nobody's answer. */
    public SafeTimers timers() {
        return timers;
    }

    public boolean closed() {
        return closing.closed();
    }

    /** Whether the repository is closed, and nothing is sent for it any more. */
    public boolean ended() {
        return gate.isShut();
    }

    /** From now on nothing is sent. The future is done when all that was sent has been answered. */
    public CompletableFuture<Void> end() {
        return gate.shut();
    }

    /** Refuses a call that waits, on a thread that this engine or its store waits for. */
    public void requireMayWait(String operation) {
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
        closing.requireOpen();
        requireMayWait("an operation on stored limits or entities");
    }

    /**
     * The counters.
     *
     * @param buckets how many are remembered
     * @param hot how many of them are ready to be used
     * @return a snapshot
     */
    public RepositoryStatistics statistics(long buckets, long hot) {
        return telemetry
                .statistics(configs.calls())
                .configCache(configs.statistics())
                .clock(environment.clockStatus())
                .buckets(buckets)
                .hotBuckets(hot)
                .build();
    }
}
