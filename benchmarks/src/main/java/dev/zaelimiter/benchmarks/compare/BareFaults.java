package dev.zaelimiter.benchmarks.compare;

import dev.zaelimiter.benchmarks.BenchTables;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.crt.AwsCrtAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Bare writes in trouble, through a client of the AWS SDK that tries again as it does by itself. */
final class BareFaults {

    private static final int REFUSALS = 3;
    private static final long PATIENCE_MILLIS = 30_000;
    private static final long AT_MOST_NANOS = 6_000_000;
    private static final String KEY = "key";

    private final URI endpoint;
    private final int tokens;

    BareFaults(URI endpoint, int tokens) {
        this.endpoint = endpoint;
        this.tokens = tokens;
    }

    private static DynamoDbAsyncClient client(URI endpoint) {
        return DynamoDbAsyncClient.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .httpClientBuilder(AwsCrtAsyncHttpClient.builder().maxConcurrency(256))
                .overrideConfiguration(override -> override.apiCallTimeout(Duration.ofMillis(Crowd.DEADLINE_MILLIS))
                        .apiCallAttemptTimeout(Duration.ofMillis(400)))
                .build();
    }

    /** What callers were told, and what is left. */
    Map<String, Object> run(String scenario) throws InterruptedException {
        String table = BareBucket.newTable();
        try (DynamoDbAsyncClient direct = BenchTables.client(null);
                DynamoDbAsyncClient client = client(endpoint)) {
            BareBucket bucket = new BareBucket(table, client);
            BareBucket setup = new BareBucket(table, direct);
            setup.fill(KEY, tokens);
            Map<String, Object> told = scenario.equals("cancelled") ? cancelled(client, bucket) : drained(bucket);
            told.put("left", setup.left(KEY));
            return told;
        }
    }

    /** Several processes would be no different from one: nothing is kept in a process. */
    private static Map<String, Object> drained(BareBucket bucket) throws InterruptedException {
        Crowd crowd = new Crowd();
        crowd.ask(
                Faults.CALLERS,
                REFUSALS,
                PATIENCE_MILLIS,
                caller -> bucket.take(KEY).join());
        return crowd.figures();
    }

    private Map<String, Object> cancelled(DynamoDbAsyncClient client, BareBucket bucket) {
        long granted = 0;
        long gone = 0;
        for (int i = 0; i < tokens / 2; i++) {
            CompletableFuture<?> call = client.updateItem(bucket.request(KEY));
            if (i % 2 == 0) {
                LockSupport.parkNanos(new SplittableRandom(i).nextLong(AT_MOST_NANOS));
                call.cancel(true);
            }
            try {
                Object unused = call.join();
                granted++;
            } catch (CancellationException e) {
                gone++;
            } catch (CompletionException e) {
                if (!(e.getCause() instanceof ConditionalCheckFailedException)) {
                    throw e;
                }
            }
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("calls", tokens / 2);
        figures.put("granted", granted);
        figures.put("gone", gone);
        return figures;
    }
}
