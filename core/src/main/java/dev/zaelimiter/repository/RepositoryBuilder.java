package dev.zaelimiter.repository;

import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.internal.engine.kernel.EngineOptions;
import dev.zaelimiter.internal.facets.Author;
import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.internal.facets.Inputs;
import dev.zaelimiter.internal.schema.FullBuckets;
import dev.zaelimiter.store.ItemStore;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Opens a repository on a store. Every setting has a default that suits production.
 *
 * <pre>{@code
 * LimitRepository repository = RepositoryBuilder.on(store)
 *     .deadline(Duration.ofMillis(300))
 *     .onUnavailable(OnUnavailable.ALLOW)
 *     .build();
 * }</pre>
 *
 * <p>Not for use by several threads. Each setter throws {@link InvalidInputException} for a value out of its range.
 */
public final class RepositoryBuilder {

    private static final Duration LONGEST = Duration.ofDays(365);
    private static final int MAX_MULTIPLIER = 1000;

    private final Function<Environment, ItemStore> store;
    private final boolean owned;
    private Environment environment = Environment.system();
    private boolean clockOfStore = true;
    private @Nullable String namespace = "default";
    private boolean register = true;
    private Duration deadline = Duration.ofSeconds(1);
    private Duration configTtl = Duration.ofSeconds(60);
    private Duration refusalFreshness = Duration.ofSeconds(1);
    private Duration creditLinger = Duration.ofMillis(20);
    private int ttlMultiplier = 7;
    private OnUnavailable onUnavailable = OnUnavailable.BLOCK;
    private @Nullable Executor callbacks;
    private boolean inline;
    private LimiterListener listener = LimiterListener.NONE;
    /** 0 where nobody has said it; so are the next two. */
    private int hotBuckets;

    private int maxBuckets;
    private int usualMaxBuckets;
    private @Nullable Boolean sharedWithPython;
    private Author author = Author.UNKNOWN;

    private RepositoryBuilder(Function<Environment, ItemStore> store, boolean owned) {
        this.store = store;
        this.owned = owned;
    }

    /**
     * A repository on a store that somebody else closes.
     *
     * @param store the store
     * @return a builder
     */
    public static RepositoryBuilder on(ItemStore store) {
        Objects.requireNonNull(store, "store");
        return new RepositoryBuilder(environment -> store, false);
    }

    /**
     * A repository with a store of its own, which is closed with it.
     *
     * @param opener opens the store in the environment of the repository
     * @return a builder
     */
    public static RepositoryBuilder opening(Function<Environment, ItemStore> opener) {
        return new RepositoryBuilder(opener, true);
    }

    /**
     * Where time, threads and randomness come from. A store in memory or in a file has a wall clock of its own, which
     * is read once, when the store is opened, and counted on by the monotonic clock. Of a store that is somebody else's
     * ({@link #on}) it is used unless an environment is set here.
     *
     * @param environment by default {@link Environment#system()}; in tests a {@link dev.zaelimiter.ManualClock}
     * @return this builder
     */
    public RepositoryBuilder environment(Environment environment) {
        this.environment = Objects.requireNonNull(environment, "environment");
        this.clockOfStore = owned;
        return this;
    }

    /**
     * Changes the environment that is set: for stores that bring something of it along, as a clock.
     *
     * @param change makes another of the one set so far
     * @return this builder
     */
    public RepositoryBuilder mapEnvironment(UnaryOperator<Environment> change) {
        return environment(change.apply(environment));
    }

    /**
     * The namespace: a tenant of the store, apart from all others. Registered if it is new.
     *
     * @param name letters, digits and {@code _ . -}, up to 64; by default {@code default}
     * @return this builder
     */
    public RepositoryBuilder namespace(String name) {
        this.namespace = Inputs.namespace(name);
        return this;
    }

    /**
     * Writes nothing on opening: a namespace that is not there is an error, and not made.
     *
     * @return this builder
     */
    public RepositoryBuilder existingNamespace() {
        this.register = false;
        return this;
    }

    /**
     * Opens none of the namespaces, only the registry of them, and writes nothing: for administration of namespaces in
     * a store that may have none. Other namespaces are reached by {@link LimitRepository#namespace}; limits, entities
     * and limiters of this repository itself are refused.
     *
     * @return this builder
     */
    public RepositoryBuilder registryOnly() {
        this.namespace = null;
        return this;
    }

    /**
     * How long an acquire waits for the store.
     *
     * @param deadline 1 ms or more; by default 1 s
     * @return this builder
     */
    public RepositoryBuilder deadline(Duration deadline) {
        this.deadline = inRange("deadline", deadline, Duration.ofMillis(1));
        return this;
    }

    /**
     * How long a stored limit is taken as read. A change reaches other processes within this time plus one acquire.
     *
     * @param ttl zero or more; by default 60 s
     * @return this builder
     */
    public RepositoryBuilder configTtl(Duration ttl) {
        this.configTtl = inRange("configTtl", ttl, Duration.ZERO);
        return this;
    }

    /**
     * How old the last image of a bucket may be for a request to be refused from it, without asking the store.
     *
     * @param age zero or more; by default 1 s
     * @return this builder
     */
    public RepositoryBuilder refusalFreshness(Duration age) {
        this.refusalFreshness = inRange("refusalFreshness", age, Duration.ZERO);
        return this;
    }

    /**
     * How long tokens that go back may wait for the next write to ride along with, on a store whose answers take time:
     * that saves half of the writes of most callers that estimate.
     *
     * @param wait zero or more; by default 20 ms
     * @return this builder
     */
    public RepositoryBuilder creditLinger(Duration wait) {
        this.creditLinger = inRange("creditLinger", wait, Duration.ZERO);
        return this;
    }

    /**
     * When a bucket that nobody uses may vanish from the store, where its limits are not the entity's own: after so
     * many times what its slowest limit needs to be full.
     *
     * @param multiplier 0 (never) to 1000; by default 7
     * @return this builder
     */
    public RepositoryBuilder ttlMultiplier(int multiplier) {
        if (multiplier < 0 || multiplier > MAX_MULTIPLIER) {
            throw new InvalidInputException("ttlMultiplier", multiplier, "0 (never) to " + MAX_MULTIPLIER);
        }
        this.ttlMultiplier = multiplier;
        return this;
    }

    /**
     * What to do when the store gives no answer, where neither the request nor the stored configuration says so.
     *
     * @param policy by default {@link OnUnavailable#BLOCK}
     * @return this builder
     */
    public RepositoryBuilder onUnavailable(OnUnavailable policy) {
        this.onUnavailable = Objects.requireNonNull(policy, "policy");
        return this;
    }

    /**
     * Where futures complete.
     *
     * @param executor by default the environment's: a thread per completion, virtual where there are such
     * @return this builder
     */
    public RepositoryBuilder callbacks(Executor executor) {
        this.callbacks = Objects.requireNonNull(executor, "executor");
        this.inline = false;
        return this;
    }

    /**
     * Completes futures on the thread that brought the store's answer, or within the call itself. The fastest way, for
     * callbacks that are short: one that blocks delays the other calls of its batch for that long.
     *
     * @return this builder
     */
    public RepositoryBuilder inlineCallbacks() {
        this.inline = true;
        return this;
    }

    /**
     * Who hears what happens.
     *
     * @param listener by default nobody
     * @return this builder
     */
    public RepositoryBuilder listener(LimiterListener listener) {
        this.listener = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /**
     * How many buckets are ready to be used, of those that are remembered: about 5 KiB each, against half a KiB for the
     * others, which need some tens of microseconds more when they are used again. Buckets in use are ready in any case.
     *
     * @param hot 1 to {@code maxBuckets}; by default 10,000, or {@code maxBuckets} if that is less; where nothing is
     *     said of either, one for each 16 KiB of a heap of less than 160 MiB
     * @return this builder
     */
    public RepositoryBuilder hotBuckets(int hot) {
        this.hotBuckets = atLeastOne("hotBuckets", hot);
        return this;
    }

    /**
     * How many buckets are remembered; one that is forgotten costs a read when it is used again.
     *
     * @param max 1 or more, and not less than {@code hotBuckets}; by default a million, or on a heap of less than 1 GiB
     *     one for each KiB of it, but 10,000 at least
     * @return this builder
     */
    public RepositoryBuilder maxBuckets(int max) {
        this.maxBuckets = atLeastOne("maxBuckets", max);
        return this;
    }

    /**
     * For stores that know it: the same where nobody has said it.
     *
     * @param max 1 or more
     * @return this builder
     */
    public RepositoryBuilder usualMaxBuckets(int max) {
        this.usualMaxBuckets = atLeastOne("usualMaxBuckets", max);
        return this;
    }

    private static int atLeastOne(String field, int number) {
        if (number < 1) {
            throw new InvalidInputException(field, number, "1 or more");
        }
        return number;
    }

    /**
     * Whether clients of the Python system may work on the same store. Then buckets are divided as they expect it and
     * never made one again, limits that came with their calls are left alone, and buckets are told of changed limits,
     * since they look at nothing else. A process that sees a bucket which they have written to behaves so too.
     *
     * @param shared by default false; of a table, as its record of versions says
     * @return this builder
     */
    public RepositoryBuilder sharedWithPython(boolean shared) {
        this.sharedWithPython = shared;
        return this;
    }

    /**
     * The same where nobody has said it; for stores that know.
     *
     * @param shared what is to hold then
     * @return this builder
     */
    public RepositoryBuilder usuallySharedWithPython(boolean shared) {
        return sharedWithPython == null ? sharedWithPython(shared) : this;
    }

    /**
     * In whose name changes of limits and entities are recorded.
     *
     * @param who 1 to 512 characters; by default nobody, and records say so
     * @return this builder
     */
    public RepositoryBuilder principal(String who) {
        this.author = author.as(Objects.requireNonNull(who, "who"));
        return this;
    }

    /**
     * In whose name changes are recorded if nobody is named; for stores that know who calls them.
     *
     * @param who 1 to 512 characters
     * @return this builder
     */
    public RepositoryBuilder defaultPrincipal(String who) {
        return author.principal() == null ? principal(who) : this;
    }

    /**
     * For how long the records of changes are kept.
     *
     * @param retention 1 day to 100 years; by default 90 days
     * @return this builder
     */
    public RepositoryBuilder auditRetention(Duration retention) {
        this.author = new Author(author.principal(), retention);
        return this;
    }

    private static Duration inRange(String field, Duration value, Duration least) {
        if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
            throw new InvalidInputException(field, value, least + " to " + LONGEST);
        }
        return value;
    }

    /**
     * Opens the repository. Reads the namespace, and registers it if it is new and {@link #existingNamespace()} was not
     * asked for.
     *
     * @return a repository, to be closed
     * @throws dev.zaelimiter.StoreFailureException if the store fails
     * @throws dev.zaelimiter.CannotOpenException if the namespace is not there, and must be
     * @throws InvalidInputException if {@code hotBuckets} is more than {@code maxBuckets}
     */
    public LimitRepository build() {
        BucketNumbers buckets = BucketNumbers.of(hotBuckets, maxBuckets, usualMaxBuckets);
        ItemStore opened = store.apply(environment);
        opened.expendables(new FullBuckets());
        LongSupplier clock = clockOfStore ? opened.clock() : null;
        Environment used = clock == null ? environment : new StoreTimeEnvironment(environment, clock);
        Executor executor = inline ? null : callbacks == null ? environment.executor() : callbacks;
        EngineOptions options = new EngineOptions(
                deadline.toNanos(),
                configTtl.toNanos(),
                refusalFreshness.toNanos(),
                ttlMultiplier,
                onUnavailable,
                executor,
                listener,
                buckets.hot(),
                buckets.max(),
                4L * buckets.max(),
                creditLinger.toNanos(),
                Boolean.TRUE.equals(sharedWithPython));
        try {
            return EngineRepository.open(
                    opened, used, options, namespace, register, author, owned ? opened::close : () -> {});
        } catch (RuntimeException e) {
            if (owned) {
                opened.close();
            }
            throw e;
        }
    }
}
