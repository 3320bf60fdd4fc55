package dev.zaelimiter.dynamodb;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.StoreException;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * Says how to reach the table, and how the limiter on it behaves. Region and credentials are by default those of the
 * environment, as everywhere in the AWS SDK.
 *
 * <p>Not for use by several threads.
 */
public final class DynamoDbBuilder {

    private static final Pattern TABLE = Pattern.compile("[A-Za-z0-9_.\\-]{3,255}");
    private static final Pattern REGION = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
    private static final Duration LONGEST_CALL = Duration.ofMinutes(1);

    /** At 5 ms for an answer, some 50,000 requests a second; connections are made when they are needed. */
    private static final int USUAL_CONCURRENCY = 256;

    /** What the SDK's clients have unless they are told otherwise. */
    private static final int USUAL_CONCURRENCY_OF_OTHERS = 50;

    private static final int MOST_CONCURRENCY = 10_000;

    private final String table;
    private @Nullable String region;
    private @Nullable URI endpoint;
    private @Nullable IdentityProvider<? extends AwsCredentialsIdentity> credentials;
    private @Nullable DynamoDbAsyncClient client;
    private Duration callTimeout = Duration.ofMillis(400);
    private int maxConcurrency;
    private boolean reportCapacity;
    private boolean serverTime = true;
    private Consumer<RepositoryBuilder> settings = builder -> {};
    private UnaryOperator<ItemStore> between = UnaryOperator.identity();

    DynamoDbBuilder(String table) {
        if (!TABLE.matcher(Objects.requireNonNull(table, "table")).matches()) {
            throw new InvalidInputException("table", table, "3 to 255 letters, digits and _ . -");
        }
        this.table = table;
    }

    /**
     * Where the table is.
     *
     * @param name a region's name, for example {@code eu-west-1}
     * @return this builder
     */
    public DynamoDbBuilder region(String name) {
        if (!REGION.matcher(Objects.requireNonNull(name, "name")).matches()) {
            throw new InvalidInputException("region", name, "a region's name, for example eu-west-1");
        }
        this.region = name;
        return this;
    }

    /**
     * Another service than the region's own: one on a laptop, or a private one.
     *
     * @param address for example {@code http://127.0.0.1:8000}
     * @return this builder
     */
    public DynamoDbBuilder endpoint(URI address) {
        if (address.getHost() == null || !("http".equals(address.getScheme()) || "https".equals(address.getScheme()))) {
            throw new InvalidInputException("endpoint", address, "http://HOST:PORT or https://HOST");
        }
        this.endpoint = address;
        return this;
    }

    /**
     * Credentials that do not change; for tests and laptops.
     *
     * @param accessKey not empty
     * @param secretKey not empty
     * @return this builder
     */
    public DynamoDbBuilder credentials(String accessKey, String secretKey) {
        if (accessKey.isBlank()) {
            throw new InvalidInputException("accessKey", accessKey, "an access key's id, which is not blank");
        } else if (secretKey.isBlank()) {
            throw new InvalidInputException("secretKey", "", "an access key's secret, which is not blank");
        }
        return credentials(StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKey, secretKey)));
    }

    /**
     * Where credentials come from, for example a role to be assumed; any provider of the AWS SDK. It may take its time:
     * it is asked on a thread of the environment's executor, and again at most once a second. You close it.
     *
     * @param source of credentials; by default that of the environment, as everywhere in the AWS SDK
     * @return this builder
     */
    public DynamoDbBuilder credentials(IdentityProvider<? extends AwsCredentialsIdentity> source) {
        this.credentials = Objects.requireNonNull(source, "source");
        return this;
    }

    /**
     * A client of your own, which you close. Region, endpoint and credentials are then its own. Its retries are
     * switched off in each request that the limiter makes: a repeated write could charge a caller twice.
     *
     * @param client the client
     * @return this builder
     */
    public DynamoDbBuilder client(DynamoDbAsyncClient client) {
        this.client = Objects.requireNonNull(client, "client");
        return this;
    }

    /**
     * How long to wait for one answer of the table. After that it is not known whether a write was applied, and the
     * limiter finds out with its next call; so leave room for two within {@link RepositoryBuilder#deadline}.
     *
     * @param timeout 1 ms to 1 minute; by default 400 ms
     * @return this builder
     */
    public DynamoDbBuilder callTimeout(Duration timeout) {
        if (timeout.compareTo(Duration.ofMillis(1)) < 0 || timeout.compareTo(LONGEST_CALL) > 0) {
            throw new InvalidInputException("callTimeout", timeout, Duration.ofMillis(1) + " to " + LONGEST_CALL);
        }
        this.callTimeout = timeout;
        return this;
    }

    /**
     * How many requests may be under way at once, each on a connection of its own. There is at most one write under way
     * for each bucket, however many callers it has; so this is how many buckets can be written at the same moment.
     * Further requests wait in line for up to three quarters of {@link #callTimeout}, and are then tried again until
     * the caller's deadline.
     *
     * @param requests 1 to 10,000; by default 256, with a client of your own 50, which must have as many connections
     * @return this builder
     */
    public DynamoDbBuilder maxConcurrency(int requests) {
        if (requests < 1 || requests > MOST_CONCURRENCY) {
            throw new InvalidInputException("maxConcurrency", requests, "1 to " + MOST_CONCURRENCY);
        }
        this.maxConcurrency = requests;
        return this;
    }

    /**
     * Asks with each write what it costs; the answer is in {@link dev.zaelimiter.store.WriteResult}.
     *
     * @return this builder
     */
    public DynamoDbBuilder reportCapacity() {
        this.reportCapacity = true;
        return this;
    }

    /**
     * Stamps refills by the clock of this host. By default they are stamped by the server's, learned from its answers,
     * so that a host whose clock is ahead does not refill too early for all; see
     * {@link dev.zaelimiter.RepositoryStatistics#clock()}.
     *
     * @return this builder
     */
    public DynamoDbBuilder localClock() {
        this.serverTime = false;
        return this;
    }

    /**
     * How the limiter behaves: its namespace, deadline, caches and so on. Called when the repository is opened; a later
     * call of this method adds to an earlier one.
     *
     * @param change sets what should differ from the defaults
     * @return this builder
     */
    public DynamoDbBuilder settings(Consumer<RepositoryBuilder> change) {
        this.settings = settings.andThen(change);
        return this;
    }

    /**
     * Puts a store of yours between the limiter and the table, which hands on what it is asked: to count, to delay, to
     * fail for a test. What it is given is closed with it.
     *
     * @param change makes it of the store of the table; called once for each repository
     * @return this builder
     */
    public DynamoDbBuilder mapStore(UnaryOperator<ItemStore> change) {
        this.between = Objects.requireNonNull(change, "change");
        return this;
    }

    /**
     * Opens a repository on a table and in a namespace that are there; only reads.
     *
     * @return a repository, to be closed
     * @throws dev.zaelimiter.CannotOpenException if they are not there, do not fit, or can't be reached
     */
    public LimitRepository connect() {
        return build(false);
    }

    /**
     * Opens a repository, and creates what is missing: the table, its version record, the namespace.
     *
     * @return a repository, to be closed
     * @throws dev.zaelimiter.CannotOpenException if the table does not fit, or can't be reached or made
     */
    public LimitRepository open() {
        return build(true);
    }

    /**
     * Asks what the service knows of the table, and changes nothing. An index may be missing, without which
     * {@link #connect} refuses it.
     *
     * @return its state and size
     * @throws dev.zaelimiter.CannotOpenException if the table is not there, its key does not fit, or it can't be
     *     reached
     */
    public TableReport report() {
        Environment environment = Environment.system();
        try (Connection connection = connection(environment)) {
            return Inspection.of(connection, new Opening(connection, environment).checkItems(), environment);
        } catch (LinkageError e) {
            throw SdkVersion.unfit(table, e);
        }
    }

    /**
     * Reads every item of the table, of all namespaces, and changes nothing. The right to scan the table is needed, and
     * the whole of it is paid for. An index may be missing, without which {@link #connect} refuses it. Blocks.
     *
     * @param about is told first how many items to expect: as the service counted them some hours ago, so 0 for a new
     *     table
     * @param each is given the items in no particular order, each as it is when its page is read
     * @throws dev.zaelimiter.CannotOpenException if the table is not there, its key does not fit, or it can't be
     *     reached
     * @throws StoreFailureException if it can't be read to its end
     */
    public void items(LongConsumer about, Consumer<Item> each) {
        Environment environment = Environment.system();
        try (Connection connection = connection(environment)) {
            Long counted = new Opening(connection, environment).checkItems().itemCount();
            about.accept(counted == null ? 0 : counted);
            new TableItems(connection, new PatientCalls(connection, environment)).each(each);
        } catch (LinkageError e) {
            throw SdkVersion.unfit(table, e);
        }
    }

    private LimitRepository build(boolean create) {
        AtomicReference<RepositoryBuilder> opened = new AtomicReference<>();
        AtomicReference<Connection> way = new AtomicReference<>();
        RepositoryBuilder builder = RepositoryBuilder.opening(environment -> {
            Connection connection = connection(environment);
            way.set(connection);
            return store(connection, environment, create, Objects.requireNonNull(opened.get()));
        });
        opened.set(builder);
        settings.accept(builder);
        if (serverTime) {
            builder.mapEnvironment(ServerTimeEnvironment::new);
        }
        try {
            return (create ? builder : builder.existingNamespace()).build();
        } catch (StoreFailureException e) {
            // The table is there and fits, and then it failed.
            throw e.getCause() instanceof StoreException cause
                    ? PatientCalls.cannot(Objects.requireNonNull(way.get()), String.valueOf(e.getMessage()), cause)
                    : e;
        } catch (LinkageError e) {
            throw SdkVersion.unfit(table, e);
        }
    }

    private ItemStore store(Connection connection, Environment environment, boolean create, RepositoryBuilder builder) {
        try {
            Opening opening = new Opening(connection, environment);
            if (create) {
                opening.checkOrCreate();
            } else {
                opening.check();
            }
            DynamoDbItemStore store = new DynamoDbItemStore(connection, environment);
            builder.usuallySharedWithPython(opening.versions(store, create, environment.wallMillis()));
            String caller = Caller.principal(connection.credentials().known());
            if (caller != null) {
                builder.defaultPrincipal(caller);
            }
            return between.apply(store);
        } catch (RuntimeException | Error e) {
            connection.close();
            throw e;
        }
    }

    private Connection connection(Environment environment) {
        SdkVersion.check();
        if (client != null) {
            return Connection.of(table, client, limits(USUAL_CONCURRENCY_OF_OTHERS), environment);
        }
        try {
            Connection.Route route = new Connection.Route(region, endpoint, credentials);
            return Connection.make(table, route, limits(USUAL_CONCURRENCY), environment);
        } catch (CannotOpenException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new CannotOpenException(
                    CannotOpenException.Reason.NO_ANSWER,
                    "can't make a client for table " + table + ": "
                            + (region == null ? "there is no region: name it, or set AWS_REGION" : e.getMessage()),
                    e);
        }
    }

    private Connection.Settings limits(int usual) {
        return new Connection.Settings(callTimeout, reportCapacity, maxConcurrency == 0 ? usual : maxConcurrency);
    }
}
