package dev.zaelimiter.dynamodb;

import dev.zaelimiter.Environment;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** Stores on a client that a test has made. */
final class Stubs {

    static final StaticCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));

    private Stubs() {}

    static DynamoDbItemStore store(DynamoDbAsyncClient client, Duration callTimeout) {
        return store(client, callTimeout, 4, Environment.system());
    }

    static DynamoDbItemStore store(
            DynamoDbAsyncClient client, Duration callTimeout, int maxConcurrency, Environment environment) {
        return new DynamoDbItemStore(connection(client, callTimeout, maxConcurrency, environment), environment);
    }

    static Connection connection(
            DynamoDbAsyncClient client, Duration callTimeout, int maxConcurrency, Environment environment) {
        return Connection.of(
                "my-table", client, new Connection.Settings(callTimeout, false, maxConcurrency), environment);
    }
}
