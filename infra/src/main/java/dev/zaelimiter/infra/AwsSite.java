package dev.zaelimiter.infra;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.ecs.EcsClient;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.s3.S3Client;

/** An account and a region, and clients of the services there, each made when it is first needed. For one thread. */
final class AwsSite implements AutoCloseable {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration CALL_TIMEOUT = Duration.ofMinutes(2);

    private final @Nullable String region;
    private final @Nullable URI endpoint;
    private final @Nullable IdentityProvider<? extends AwsCredentialsIdentity> credentials;
    private final Duration callTimeout;
    private final SdkHttpClient http = UrlConnectionHttpClient.builder()
            .connectionTimeout(CONNECT_TIMEOUT)
            .socketTimeout(ANSWER_TIMEOUT)
            .build();

    private @Nullable CloudFormationClient stacks;
    private @Nullable S3Client buckets;
    private @Nullable LambdaClient functions;
    private @Nullable CloudWatchClient metrics;
    private @Nullable DynamoDbClient tables;
    private @Nullable EcsClient tasks;

    AwsSite(
            @Nullable String region,
            @Nullable URI endpoint,
            @Nullable IdentityProvider<? extends AwsCredentialsIdentity> credentials,
            @Nullable Duration callTimeout) {
        this.region = region;
        this.endpoint = endpoint;
        this.credentials = credentials;
        this.callTimeout = callTimeout == null ? CALL_TIMEOUT : callTimeout;
    }

    CloudFormationClient stacks() {
        CloudFormationClient made = stacks == null ? build(CloudFormationClient.builder()) : stacks;
        stacks = made;
        return made;
    }

    S3Client buckets() {
        S3Client made = buckets == null
                // The address of a bucket of its own needs a server of names, which a service on a laptop has not.
                ? build(S3Client.builder().forcePathStyle(endpoint != null))
                : buckets;
        buckets = made;
        return made;
    }

    LambdaClient functions() {
        LambdaClient made = functions == null ? build(LambdaClient.builder()) : functions;
        functions = made;
        return made;
    }

    CloudWatchClient metrics() {
        CloudWatchClient made = metrics == null ? build(CloudWatchClient.builder()) : metrics;
        metrics = made;
        return made;
    }

    DynamoDbClient tables() {
        DynamoDbClient made = tables == null ? build(DynamoDbClient.builder()) : tables;
        tables = made;
        return made;
    }

    EcsClient tasks() {
        EcsClient made = tasks == null ? build(EcsClient.builder()) : tasks;
        tasks = made;
        return made;
    }

    private <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C build(B builder) {
        builder.httpClient(http).overrideConfiguration(override -> override.apiCallTimeout(callTimeout));
        if (region != null) {
            builder.region(Region.of(region));
        }
        if (endpoint != null) {
            builder.endpointOverride(endpoint);
        }
        if (credentials != null) {
            builder.credentialsProvider(credentials);
        }
        return builder.build();
    }

    /** Where this is, for messages: empty if the environment says it. */
    String where() {
        return (region == null ? "" : " in " + region) + (endpoint == null ? "" : " at " + endpoint);
    }

    @Nullable
    String region() {
        return region;
    }

    @Nullable
    URI endpoint() {
        return endpoint;
    }

    @Nullable
    IdentityProvider<? extends AwsCredentialsIdentity> credentials() {
        return credentials;
    }

    @Override
    public void close() {
        closeAll(stacks, buckets, functions, metrics, tables, tasks);
        http.close();
    }

    private static void closeAll(@Nullable AutoCloseable... clients) {
        for (AutoCloseable client : clients) {
            if (client != null) {
                try {
                    client.close();
                } catch (Exception e) {
                    // An AutoCloseable may throw anything; nothing of it is needed any more, and the next one is still
                    // to be
                    // closed.
                }
            }
        }
    }
}
