package dev.zaelimiter.benchmarks;

import dev.zaelimiter.dynamodb.DynamoDbBuilder;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.crt.AwsCrtAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Tables on the store that {@code bin/backends} starts, and ways to them. */
public final class BenchTables {

    /** Where the store is. */
    public static final URI ENDPOINT =
            URI.create(System.getenv().getOrDefault("ZAE_DYNOXIDE", "http://127.0.0.1:8100"));

    private BenchTables() {}

    /** Whether something listens there. */
    static boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(ENDPOINT.getHost(), ENDPOINT.getPort()), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * A client as the limiter makes its own, with somebody who watches.
     *
     * @param watcher sees each request, or null
     * @return a client, to be closed
     */
    public static DynamoDbAsyncClient client(@Nullable ExecutionInterceptor watcher) {
        return DynamoDbAsyncClient.builder()
                .endpointOverride(ENDPOINT)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .httpClientBuilder(AwsCrtAsyncHttpClient.builder().maxConcurrency(256))
                .overrideConfiguration(override -> {
                    override.retryStrategy(DefaultRetryStrategy.doNotRetry());
                    if (watcher != null) {
                        override.executionInterceptors(List.of(watcher));
                    }
                })
                .asyncConfiguration(async ->
                        async.advancedOption(SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, Runnable::run))
                .build();
    }

    /**
     * A table as we make it, but without its stream: dynoxide takes longer for each write the longer a stream is.
     *
     * @return its name
     */
    public static String ours() {
        String table = "bench-" + UUID.randomUUID();
        builder(table).open().close();
        try (DynamoDbAsyncClient client = client(null)) {
            client.updateTable(update ->
                            update.tableName(table).streamSpecification(stream -> stream.streamEnabled(false)))
                    .join();
        }
        return table;
    }

    /** A table whose index by resource holds whole items, as the Python system makes it. */
    static String original(DynamoDbAsyncClient client) {
        TableDescription ours = client.describeTable(describe -> describe.tableName(ours()))
                .join()
                .table();
        String table = "bench-" + UUID.randomUUID();
        List<GlobalSecondaryIndex> indexes = ours.globalSecondaryIndexes().stream()
                .map(index -> GlobalSecondaryIndex.builder()
                        .indexName(index.indexName())
                        .keySchema(index.keySchema())
                        .projection(projection -> projection.projectionType(
                                index.indexName().equals("GSI2")
                                        ? ProjectionType.ALL
                                        : index.projection().projectionType()))
                        .build())
                .toList();
        client.createTable(create -> create.tableName(table)
                        .billingMode("PAY_PER_REQUEST")
                        .attributeDefinitions(ours.attributeDefinitions())
                        .keySchema(ours.keySchema())
                        .globalSecondaryIndexes(indexes))
                .join();
        return table;
    }

    /**
     * A way to a table that is patient: what is measured is not how it fails.
     *
     * @param table its name
     * @return a builder
     */
    public static DynamoDbBuilder builder(String table) {
        return DynamoDbRepository.builder(table)
                .endpoint(ENDPOINT)
                .region("us-east-1")
                .credentials("local", "local")
                .callTimeout(Duration.ofSeconds(10))
                .settings(settings -> settings.deadline(Duration.ofSeconds(20)));
    }
}
