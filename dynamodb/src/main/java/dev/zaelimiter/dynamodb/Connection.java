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

    /** Enough for a write in flight on each of many hot buckets; connections are made when they are needed. */
    private static final int MOST_CONNECTIONS = 256;

    private final String table;
    private final DynamoDbAsyncClient client;
    private final boolean owned;
    private final Requests requests;
    private final Failures failures;
    private @Nullable DynamoDbStreamsAsyncClient streams;
    private volatile boolean closed;

    private Connection(String table, DynamoDbAsyncClient client, boolean owned, Requests requests) {
        this.table = table;
        this.client = client;
        this.owned = owned;
        this.requests = requests;
        this.failures = new Failures(table);
    }

    /**
     * How to reach AWS, where we make the client.
     *
     * @param region a region's name, or null for that of the environment
     * @param endpoint where the service is, or null for that of the region
     * @param accessKey with the secret key, or null for credentials of the environment
     * @param secretKey with the access key, or null
     * @param callTimeout how long to wait for one answer
     */
    record Route(
            @Nullable String region,
            @Nullable URI endpoint,
            @Nullable String accessKey,
            @Nullable String secretKey,
            Duration callTimeout) {}

    /** A client of our own, closed with the connection. */
    static Connection make(String table, Route route, boolean reportCapacity) {
        var builder = DynamoDbAsyncClient.builder()
                .httpClientBuilder(AwsCrtAsyncHttpClient.builder()
                        .maxConcurrency(MOST_CONNECTIONS)
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
        return new Connection(table, builder.build(), true, new Requests(table, reportCapacity, null));
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

    /** Less than the whole: a call that got no connection was surely not sent, and should say so. */
    private static Duration part(Duration callTimeout) {
        return callTimeout.multipliedBy(3).dividedBy(4);
    }

    /** A client that somebody else made, and closes. */
    static Connection of(String table, DynamoDbAsyncClient client, Duration callTimeout, boolean reportCapacity) {
        AwsRequestOverrideConfiguration once = AwsRequestOverrideConfiguration.builder()
                .apiCallTimeout(callTimeout)
                .addPlugin(settings -> settings.overrideConfiguration(
                        override -> override.retryStrategy(DefaultRetryStrategy.doNotRetry())))
                .build();
        return new Connection(table, client, false, new Requests(table, reportCapacity, once));
    }

    String table() {
        return table;
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
