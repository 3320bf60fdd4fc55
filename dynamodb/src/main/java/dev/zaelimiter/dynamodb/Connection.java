package dev.zaelimiter.dynamodb;

import dev.zaelimiter.Environment;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;

/**
 * The way to one table: its client, with the SDK's own retries off.
 *
 * <p>A retry of the SDK repeats a write of which nobody knows whether it was applied, and charges a caller twice. On a
 * client that we make they are off. On one that we are given they can't be changed any more, so each request switches
 * them off for itself.
 *
 * <p>Safe for use by many threads.
 */
final class Connection implements AutoCloseable {

    /** For requests that do not wait in line: of the table's description, and of its stream. */
    private static final int SPARE_CONNECTIONS = 4;

    private final String table;
    private final DynamoDbAsyncClient client;
    private final boolean owned;
    private final RequestFactory requests;
    private final StoreFailures failures;
    private final Credentials credentials;
    private final SdkAttempts attempts;
    private final int maxConcurrency;
    private final Duration callTimeout;
    private final Duration patience;
    private @Nullable DynamoDbStreamsAsyncClient streams;
    private volatile boolean closed;

    private Connection(
            String table,
            DynamoDbAsyncClient client,
            boolean owned,
            Settings settings,
            AwsRequestOverrideConfiguration.Builder once,
            Environment environment) {
        this.table = table;
        this.client = client;
        this.owned = owned;
        this.failures = new StoreFailures(table);
        this.credentials =
                new Credentials(client.serviceClientConfiguration().credentialsProvider(), failures, environment);
        this.attempts = new SdkAttempts(credentials);
        this.requests = new RequestFactory(
                table,
                settings.reportCapacity,
                once.credentialsProvider(credentials).build());
        this.maxConcurrency = settings.maxConcurrency;
        this.callTimeout = settings.callTimeout;
        this.patience = part(settings.callTimeout);
    }

    /**
     * What is the same for any client.
     *
     * @param callTimeout how long to wait for one answer
     * @param reportCapacity whether to ask what each call costs
     * @param maxConcurrency how many requests may be under way at the same time
     */
    record Settings(Duration callTimeout, boolean reportCapacity, int maxConcurrency) {}

    /**
     * How to reach AWS, where we make the client.
     *
     * @param region a region's name, or null for that of the environment
     * @param endpoint where the service is, or null for that of the region
     * @param credentials their source, or null for that of the environment
     */
    record Route(
            @Nullable String region,
            @Nullable URI endpoint,
            @Nullable IdentityProvider<? extends AwsCredentialsIdentity> credentials) {}

    /** A client of our own, closed with the connection. */
    static Connection make(String table, Route route, Settings settings, Environment environment) {
        var builder = DynamoDbAsyncClient.builder()
                .overrideConfiguration(ClientOverrideConfiguration.builder()
                        .retryStrategy(DefaultRetryStrategy.doNotRetry())
                        .apiCallTimeout(settings.callTimeout)
                        .build());
        HttpClients.configure(builder, settings.maxConcurrency + SPARE_CONNECTIONS, part(settings.callTimeout));
        if (route.region() != null) {
            builder.region(Region.of(route.region()));
        }
        if (route.endpoint() != null) {
            builder.endpointOverride(route.endpoint());
        }
        if (route.credentials() != null) {
            builder.credentialsProvider(route.credentials());
        }
        return new Connection(
                table, builder.build(), true, settings, AwsRequestOverrideConfiguration.builder(), environment);
    }

    /** Less than the whole: a call that got no place or no connection was surely not sent, and should say so. */
    private static Duration part(Duration callTimeout) {
        return callTimeout.multipliedBy(3).dividedBy(4);
    }

    /** A client that somebody else made, and closes. */
    static Connection of(String table, DynamoDbAsyncClient client, Settings settings, Environment environment) {
        AwsRequestOverrideConfiguration.Builder once =
                AwsRequestOverrideConfiguration.builder().apiCallTimeout(settings.callTimeout);
        if (mayRetry(client)) {
            once.addPlugin(changed -> changed.overrideConfiguration(
                    override -> override.retryStrategy(DefaultRetryStrategy.doNotRetry())));
        }
        return new Connection(table, client, false, settings, once, environment);
    }

    /**
     * For each request with a plugin the SDK builds a configuration, so there is none where it would change nothing.
     */
    private static boolean mayRetry(DynamoDbAsyncClient client) {
        return client.serviceClientConfiguration()
                        .overrideConfiguration()
                        .retryStrategy()
                        .map(RetryStrategy::maxAttempts)
                        .orElse(Integer.MAX_VALUE)
                > 1;
    }

    String table() {
        return table;
    }

    /** The region and the endpoint, to follow the name of the table in a message. */
    String where() {
        var settings = client.serviceClientConfiguration();
        return " in " + settings.region()
                + settings.endpointOverride().map(endpoint -> " at " + endpoint).orElse("");
    }

    /** How many requests may be under way at the same time. */
    int maxConcurrency() {
        return maxConcurrency;
    }

    /** How long to wait for one answer. */
    Duration callTimeout() {
        return callTimeout;
    }

    /** How long a request may wait for its turn. */
    Duration patience() {
        return patience;
    }

    DynamoDbAsyncClient client() {
        return client;
    }

    RequestFactory requests() {
        return requests;
    }

    StoreFailures failures() {
        return failures;
    }

    Credentials credentials() {
        return credentials;
    }

    /** The way that each request of a client goes. */
    SdkAttempts attempts() {
        return attempts;
    }

    /** The client of the table's stream, made on first use with the settings of the table's own. */
    synchronized DynamoDbStreamsAsyncClient streams() {
        if (streams == null) {
            var settings = client.serviceClientConfiguration();
            var builder = DynamoDbStreamsAsyncClient.builder()
                    .region(settings.region())
                    .credentialsProvider(credentials);
            settings.endpointOverride().ifPresent(builder::endpointOverride);
            builder.httpClientBuilder(HttpClients.usual());
            streams = builder.build();
        }
        return streams;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        synchronized (this) {
            if (streams != null) {
                streams.close();
            }
        }
        if (owned) {
            client.close();
        }
    }
}
