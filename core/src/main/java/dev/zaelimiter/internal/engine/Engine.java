package dev.zaelimiter.internal.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Environment;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.RepositoryStatistics;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.config.ConfigCache;
import dev.zaelimiter.internal.config.Levels;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.BucketSchema;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.store.ItemLayout;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.StoreException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all pipelines of a repository share: the store, the clock, the caches, the counters. Safe for use by many threads.
 */
public final class Engine {

    private static final Logger LOG = LoggerFactory.getLogger("dev.zaelimiter");
    private static final int MAX_SCHEMAS = 1000;
    private static final int MAX_LOGGED_NAMES = 10_000;
    private static final long MIN_BACKOFF_NANOS = 2_000_000;
    private static final long MAX_BACKOFF_NANOS = 200_000_000;
    private static final int PATIENCE_DEADLINES = 10;
    private static final int CALL_DEADLINES = 3;
    private static final int SCATTER = 0x9E3779B9;
    private static final int DEEP_STACK = 512;
    private static final StackWalker STACK = StackWalker.getInstance();

    private final ItemStore store;
    private final ItemStore patientStore;
    private final Environment environment;
    private final EngineOptions options;
    private final Keys keys;
    private final ConfigCache configs;
    private final Listening listening;
    private final boolean shortWay;
    private final Pipelines pipelines;
    private final Shards shards = new Shards(this);
    private final Cache<String, Lineage> lineages;
    private final Cache<ItemLayout, BucketSchema> schemas = Caffeine.newBuilder()
            .maximumSize(MAX_SCHEMAS)
            .executor(Runnable::run)
            .build();
    private final Set<String> loggedSkips = ConcurrentHashMap.newKeySet();
    private final Set<Wait> waiting = ConcurrentHashMap.newKeySet();

    private final LongAdder granted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder degraded = new LongAdder();
    private final LongAdder writes = new LongAdder();
    private final LongAdder reads = new LongAdder();
    private final LongAdder lostAdjustments = new LongAdder();
    private final LongAdder skippedLimits = new LongAdder();
    private final AtomicLong openAdjustments = new AtomicLong();
    private volatile AtOnce atOnce = (child, parent, takes) ->
            child.outlook().comfortable(takes) && parent.outlook().comfortable(takes);
    private int inlineCompletions;
    private volatile boolean closed;
    private volatile @Nullable CompletableFuture<Void> drained;

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
        this.environment = environment;
        this.options = options;
        this.keys = keys;
        this.listening = new Listening(options.listener());
        this.shortWay = !this.store.traits().remote() && !listens();
        this.configs = shared == null
                ? new ConfigCache(this.store, environment, listening, options.configTtlNanos(), options.maxConfigs())
                : shared;
        this.pipelines = new Pipelines(this, options.maxBuckets());
        this.lineages = Caffeine.newBuilder()
                .maximumSize(options.maxBuckets())
                .executor(Runnable::run)
                .build();
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

    @Nullable
    Lineage lineage(String entity) {
        return lineages.getIfPresent(entity);
    }

    void lineage(String entity, Lineage lineage) {
        lineages.put(entity, lineage);
    }

    /**
     * An entity's record was changed beside the pipelines: what they know of it is read again.
     *
     * @param entity which
     */
    public void entityChanged(String entity) {
        lineages.invalidate(entity);
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

    /**
     * Whether an inline completion within a call must go to another thread's fresh stack: so it is where callers that go
     * on from their callbacks have nested deeply. Looked at now and then, about once in 128, scattered, since a caller
     * that takes several times per step would else always be met at the same of its takes, perhaps not the one that goes
     * on. The count is only rough, and that is enough.
     */
    boolean leavesStack() {
        return (++inlineCompletions * SCATTER) >>> 25 == 0
                && STACK.walk(frames -> frames.skip(DEEP_STACK).findFirst().isPresent());
    }

    void countWrite() {
        writes.increment();
    }

    /** Counts a call that reads; the cache of configuration counts its own. */
    public void countRead() {
        reads.increment();
    }

    boolean listens() {
        return options.listener() != LimiterListener.NONE;
    }

    /** Whether an acquire may go the short way: the store answers at once, and nobody wants to hear of each write. */
    boolean hasShortWay() {
        return shortWay;
    }

    LimiterListener listener() {
        return listening;
    }

    void granted(AcquireRequest request, long waitMillis) {
        granted.increment();
        if (listens()) {
            listening.granted(request.entity(), request.resource(), waitMillis * 1_000_000);
        }
    }

    void refused(Refusal refusal, boolean local) {
        refused.increment();
        if (listens()) {
            listening.refused(refusal, local);
        }
    }

    void degraded(AcquireRequest request, boolean admitted, @Nullable Throwable cause) {
        degraded.increment();
        listening.degraded(request.entity(), request.resource(), admitted, cause);
    }

    void noteFailure(StoreException failure) {
        LOG.debug("store failure, to be handled: {}", failure.getMessage());
    }

    void fault(Throwable fault) {
        LOG.error("a fault in the limiter", fault);
    }

    void refreshFailed(String entity, String resource, Throwable cause) {
        LOG.warn(
                "the limits of {}/{} could not be refreshed, the bucket's own hold: {}",
                entity,
                resource,
                cause.getMessage());
    }

    void skipped(String entity, String resource, String limit) {
        skippedLimits.increment();
        if (loggedSkips.size() < MAX_LOGGED_NAMES && loggedSkips.add(resource + " " + limit)) {
            LOG.warn(
                    "limit '{}' of {}/{} was removed but is still asked for: it is skipped, here and from now on",
                    limit,
                    entity,
                    resource);
        }
        listening.skippedLimit(entity, resource, limit);
    }

    void lostAdjustment(String entity, String resource, Adjustment adjustment, int sign, @Nullable Throwable cause) {
        lostAdjustments.add(adjustment.size());
        adjustment.amounts().forEach((limit, milli) -> {
            long tokens = sign * (milli / BucketMath.MILLI);
            LOG.warn(
                    "a correction of {} tokens of {} for {}/{} is lost: {}",
                    tokens,
                    limit,
                    entity,
                    resource,
                    cause == null ? "no answer" : cause.getMessage());
            listening.lostAdjustment(entity, resource, limit, tokens, cause);
        });
    }

    void adjustmentQueued() {
        openAdjustments.incrementAndGet();
    }

    void adjustmentSettled() {
        if (openAdjustments.decrementAndGet() == 0) {
            CompletableFuture<Void> waiting = drained;
            if (waiting != null) {
                waiting.complete(null);
            }
        }
    }

    /**
     * Runs a task once, after a delay. Where callbacks of users may run within it, it is not on the thread of all timers:
     * one that blocks there would wait for itself.
     */
    Environment.Timer later(Runnable task, long delayNanos) {
        return environment.schedule(
                options.callbacks() == null ? () -> environment.executor().execute(task) : task, delayNanos);
    }

    /** A caller waits for tokens that are to come back. */
    void waits(Wait wait) {
        waiting.add(wait);
    }

    void waitsNoMore(Wait wait) {
        waiting.remove(wait);
    }

    boolean closed() {
        return closed;
    }

    /**
     * Throws if the repository is closed.
     *
     * @throws RepositoryClosedException if so
     */
    public void requireOpen() {
        if (closed) {
            throw new RepositoryClosedException();
        }
    }

    /**
     * The counters.
     *
     * @return a snapshot
     */
    public RepositoryStatistics statistics() {
        return RepositoryStatistics.builder()
                .requests(granted.sum(), refused.sum(), degraded.sum())
                .calls(writes.sum(), reads.sum() + configs.calls())
                .losses(lostAdjustments.sum(), skippedLimits.sum())
                .configCache(configs.statistics())
                .clock(environment.clockStatus())
                .build();
    }

    /** Stops admission, ends all waits, and waits until the corrections so far are written, at most for the deadline. */
    public void close() {
        CompletableFuture<Void> empty = new CompletableFuture<>();
        drained = empty;
        closed = true;
        for (Wait wait : List.copyOf(waiting)) {
            Outbox out = Outbox.ofAnswer();
            wait.closed(out);
            out.run(environment);
        }
        pipelines.flush();
        // An interrupt hurries a thread along, but what is due is due.
        boolean interrupted = Thread.interrupted();
        try {
            if (openAdjustments.get() != 0 && !environment.await(empty, options.deadlineNanos())) {
                long left = openAdjustments.get();
                if (left > 0) {
                    LOG.warn("closed with {} corrections that could not be written in time", left);
                    pipelines.giveUp();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
