package dev.zaelimiter.dynamodb;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.http.crt.AwsCrtAsyncHttpClient;
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

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    /** For what does not stand in line: looking at the table, and its stream. */
    private static final int SPARE_CONNECTIONS = 4;

    private final String table;
    private final DynamoDbAsyncClient client;
    private final boolean owned;
    private final Requests requests;
    private final Failures failures;
    private final int maxConcurrency;
    private final Duration patience;
    private @Nullable DynamoDbStreamsAsyncClient streams;
    private volatile boolean closed;

    private Connection(
            String table,
            DynamoDbAsyncClient client,
            boolean owned,
            Requests requests,
            Duration callTimeout,
            int maxConcurrency) {
        this.table = table;
        this.client = client;
        this.owned = owned;
        this.requests = requests;
        this.failures = new Failures(table);
        this.maxConcurrency = maxConcurrency;
        this.patience = part(callTimeout);
    }

    /**
     * How to reach AWS, where we make the client.
     *
     * @param region a region's name, or null for that of the environment
     * @param endpoint where the service is, or null for that of the region
     * @param accessKey with the secret key, or null for credentials of the environment
     * @param secretKey with the access key, or null
     * @param callTimeout how long to wait for one answer
     * @param maxConcurrency how many requests may be under way at once, each on a connection of its own
     */
    record Route(
            @Nullable String region,
            @Nullable URI endpoint,
            @Nullable String accessKey,
            @Nullable String secretKey,
            Duration callTimeout,
            int maxConcurrency) {}

    /** A client of our own, closed with the connection. */
    static Connection make(String table, Route route, boolean reportCapacity) {
        var builder = DynamoDbAsyncClient.builder()
                .httpClientBuilder(AwsCrtAsyncHttpClient.builder()
                        .maxConcurrency(route.maxConcurrency() + SPARE_CONNECTIONS)
                        .connectionTimeout(CONNECT_TIMEOUT)
                        .connectionAcquisitionTimeout(part(route.callTimeout())))
                .overrideConfiguration(ClientOverrideConfiguration.builder()
                        .retryStrategy(DefaultRetryStrategy.doNotRetry())
                        .apiCallTimeout(route.callTimeout())
                        .build())
                // The engine hands completions on by itself; another thread in between would only add a wait.
                .asyncConfiguration(async ->
                        async.advancedOption(SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, Runnable::run));
        configure(builder, route);
        return new Connection(
                table,
                builder.build(),
                true,
                new Requests(table, reportCapacity, null),
                route.callTimeout(),
                route.maxConcurrency());
    }

    private static void configure(AwsClientBuilder<?, ?> builder, Route route) {
        if (route.region() != null) {
            builder.region(Region.of(route.region()));
        }
        if (route.endpoint() != null) {
            builder.endpointOverride(route.endpoint());
        }
        if (route.accessKey() != null && route.secretKey() != null) {
            builder.credentialsProvider(
                    StaticCredentialsProvider.create(AwsBasicCredentials.create(route.accessKey(), route.secretKey())));
        }
    }

    /** Less than the whole: a call that got no place or no connection was surely not sent, and should say so. */
    private static Duration part(Duration callTimeout) {
        return callTimeout.multipliedBy(3).dividedBy(4);
    }

    /** A client that somebody else made, and closes. */
    static Connection of(
            String table,
            DynamoDbAsyncClient client,
            Duration callTimeout,
            boolean reportCapacity,
            int maxConcurrency) {
        AwsRequestOverrideConfiguration.Builder once =
                AwsRequestOverrideConfiguration.builder().apiCallTimeout(callTimeout);
        if (mayRetry(client)) {
            once.addPlugin(settings -> settings.overrideConfiguration(
                    override -> override.retryStrategy(DefaultRetryStrategy.doNotRetry())));
        }
        return new Connection(
                table, client, false, new Requests(table, reportCapacity, once.build()), callTimeout, maxConcurrency);
    }

    /** The SDK makes a plugin a configuration of its own for each request, so it is spared where it would change nothing. */
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

    /** How many requests may be under way at once. */
    int maxConcurrency() {
        return maxConcurrency;
    }

    /** How long a request may wait for its turn. */
    Duration patience() {
        return patience;
    }

    DynamoDbAsyncClient client() {
        return client;
    }

    Requests requests() {
        return requests;
    }

    Failures failures() {
        return failures;
    }

    /** The client of the table's stream, made on first use with the settings of the table's own. */
    synchronized DynamoDbStreamsAsyncClient streams() {
        if (streams == null) {
            var settings = client.serviceClientConfiguration();
            var builder = DynamoDbStreamsAsyncClient.builder()
                    .region(settings.region())
                    .credentialsProvider(settings.credentialsProvider());
            settings.endpointOverride().ifPresent(builder::endpointOverride);
            builder.httpClientBuilder(AwsCrtAsyncHttpClient.builder());
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
