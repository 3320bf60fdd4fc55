package dev.zaelimiter.internal.facets;

import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.BlockingInCallbackException;
import dev.zaelimiter.Entities;
import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.RepositoryStatistics;
import dev.zaelimiter.StoredLimits;
import dev.zaelimiter.Usage;
import dev.zaelimiter.internal.engine.acquire.AsyncLimiter;
import dev.zaelimiter.internal.engine.acquire.BlockingLimiter;
import dev.zaelimiter.internal.engine.acquire.FurtherAcquire;
import dev.zaelimiter.internal.engine.acquire.Limiters;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.EngineOptions;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.Ulid;
import dev.zaelimiter.store.ItemStore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A repository: one engine on one namespace, with its faces and facets. */
public final class EngineRepository implements LimitRepository, Scopes.Scoped {

    /** How much longer than an acquire a change of configuration may wait for the store. */
    private static final int PATIENCE = 10;

    private final Engine engine;
    private final Limiters limiters;
    private final BlockingStore waiting;
    private final AuditedTransactions transactions;
    private final Consumer<EngineRepository> onClose;
    private final RateLimiter blocking;
    private final AsyncRateLimiter async;
    private final StoredLimits limits;
    private final Entities entities;
    private final Usage usage;
    private final ClosedOnce closed = new ClosedOnce();
    private final ItemStore store;
    private final Scopes<EngineRepository> scopes;
    private final ClientVersionFloor versionFloor;

    private EngineRepository(
            ItemStore store,
            Engine engine,
            BlockingStore waiting,
            Author author,
            Scopes<EngineRepository> scopes,
            ClientVersionFloor versionFloor,
            Consumer<EngineRepository> onClose) {
        this.store = store;
        this.scopes = scopes;
        this.versionFloor = versionFloor;
        this.engine = engine;
        this.limiters = new Limiters(engine, new FurtherAcquire());
        this.waiting = waiting;
        this.transactions = new AuditedTransactions(engine, waiting, author);
        this.onClose = onClose;
        this.blocking = new BlockingLimiter(limiters);
        this.async = new AsyncLimiter(limiters);
        this.limits = new StoredLimitsFacet(engine, waiting, transactions, versionFloor);
        this.entities = new EntitiesFacet(limiters, engine, waiting, transactions, versionFloor);
        this.usage = new UsageFacet(engine, waiting);
    }

    /**
     * Opens a namespace of a store, registering it if it is new.
     *
     * @param store the store
     * @param environment for time, timers, threads and randomness
     * @param options how to behave
     * @param namespace its name, or null for the registry alone
     * @param register whether to register the namespace if it is new
     * @param author in whose name changes are recorded
     * @param onClose what to run after the repository has closed
     * @return the repository
     */
    public static EngineRepository open(
            ItemStore store,
            Environment environment,
            EngineOptions options,
            @Nullable String namespace,
            boolean register,
            Author author,
            Runnable onClose) {
        BlockingStore waiting = new BlockingStore(environment, options.deadlineNanos() * PATIENCE);
        String id = namespace == null
                ? Keys.REGISTRY
                : Namespaces.open(
                        store,
                        waiting,
                        new OptimisticRetry(waiting, () -> {}),
                        namespace,
                        register,
                        author,
                        new Ulid(environment.random()));
        Keys keys = new Keys(id);
        Scopes<EngineRepository> scopes = new Scopes<>();
        EngineRepository root = new EngineRepository(
                store,
                new Engine(store, environment, options, keys),
                waiting,
                author,
                scopes,
                new ClientVersionFloor(waiting),
                closed -> {
                    scopes.close().forEach(EngineRepository::close);
                    onClose.run();
                });
        scopes.add(keys.namespace(), root);
        return root;
    }

    /**
     * The engine; for tests within the project.
     *
     * @return the engine
     */
    public Engine engine() {
        return engine;
    }

    /**
     * The pipelines; for administration, and for tests within the project.
     *
     * @return one shared instance
     */
    public Limiters limiters() {
        return limiters;
    }

    /**
     * Waits for the store; for administration.
     *
     * @return one shared instance
     */
    public BlockingStore waiting() {
        return waiting;
    }

    /**
     * Locks older clients out; for administration.
     *
     * @return one instance for the store
     */
    public ClientVersionFloor versionGate() {
        return versionFloor;
    }

    /**
     * Makes changes with the records of them; for administration.
     *
     * @return one shared instance, in the name that the repository was opened with
     */
    public AuditedTransactions journal() {
        return transactions;
    }

    /**
     * The stored limits, changed in somebody's name.
     *
     * @param principal who
     * @return the same limits
     */
    public StoredLimits limitsAs(String principal) {
        return inNamespace(new StoredLimitsFacet(engine, waiting, transactions.as(principal), versionFloor));
    }

    /**
     * The entities, changed in somebody's name.
     *
     * @param principal who
     * @return the same entities
     */
    public Entities entitiesAs(String principal) {
        return inNamespace(new EntitiesFacet(limiters, engine, waiting, transactions.as(principal), versionFloor));
    }

    @Override
    public RateLimiter rateLimiter() {
        return inNamespace(blocking);
    }

    @Override
    public AsyncRateLimiter asyncRateLimiter() {
        return inNamespace(async);
    }

    @Override
    public StoredLimits limits() {
        return inNamespace(limits);
    }

    @Override
    public Entities entities() {
        return inNamespace(entities);
    }

    @Override
    public Usage usage() {
        return inNamespace(usage);
    }

    /**
     * The store as it was opened, without retries; for parts that do not use the engine.
     *
     * @return the store
     */
    public ItemStore store() {
        return store;
    }

    @Override
    public LimitRepository namespace(String name) {
        engine.requireOpen();
        String id = Namespaces.open(
                engine.patientStore(),
                waiting,
                new OptimisticRetry(engine, waiting),
                Inputs.namespace(name),
                false,
                transactions.author(),
                transactions.ids());
        return scopes.get(id, () -> scope(id));
    }

    private <T> T inNamespace(T facet) {
        if (engine.keys().namespace().equals(Keys.REGISTRY)) {
            throw new InvalidInputException(
                    "namespace",
                    Keys.REGISTRY,
                    "one that was named when the repository was opened, or namespace(name)");
        }
        return facet;
    }

    private EngineRepository scope(String id) {
        Engine other = new Engine(store, engine.environment(), engine.options(), new Keys(id), engine.configs());
        return new EngineRepository(
                store,
                other,
                waiting,
                transactions.author(),
                scopes,
                versionFloor,
                closed -> scopes.remove(id, closed));
    }

    @Override
    public boolean closed() {
        return closed.begun();
    }

    @Override
    public RepositoryStatistics statistics() {
        return engine.statistics(limiters.buckets(), limiters.hotBuckets());
    }

    @Override
    public void close() {
        if (closed.begun()) {
            awaitCloser();
            return;
        }
        engine.requireMayWait("close()");
        closed.close(() -> {
            try {
                limiters.close();
            } finally {
                onClose.accept(this);
                Unloading.forgetRecords();
            }
        });
        awaitCloser();
    }

    private void awaitCloser() {
        try {
            engine.requireMayWait("close()");
        } catch (BlockingInCallbackException mayNotWait) {
            // It is closed by another thread, which may be waiting for this one.
            return;
        }
        closed.await(engine.environment(), PATIENCE * engine.options().deadlineNanos());
    }
}
