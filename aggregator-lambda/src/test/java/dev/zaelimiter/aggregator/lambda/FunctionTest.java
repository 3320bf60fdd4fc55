package dev.zaelimiter.aggregator.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The function as Lambda runs it, through its runtime's client, on a table of the DynamoDB that {@code bin/backends}
 * starts.
 */
@Tag("extended")
@Tag("back-end")
class FunctionTest {

    private static final String ENDPOINT =
            System.getProperty("zae.dynoxide", System.getenv().getOrDefault("ZAE_DYNOXIDE", "http://127.0.0.1:8100"));
    private static final BigInteger FIRST = new BigInteger("4421584500000000017450439000");

    private final String table = "test-" + UUID.randomUUID();

    @TempDir
    private Path folder;

    private Process start(RuntimeApi lambda, String name) throws IOException {
        return start(lambda, name, "on-demand");
    }

    private Process start(RuntimeApi lambda, String name, String initialization) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        // As Lambda starts a JVM, so that a function hears of its snapshot.
                        "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "com.amazonaws.services.lambda.runtime.api.client.AWSLambda",
                        StreamFunction.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name).toFile());
        var environment = builder.environment();
        environment.put("AWS_LAMBDA_RUNTIME_API", lambda.address());
        environment.put("AWS_LAMBDA_INITIALIZATION_TYPE", initialization);
        environment.put("LAMBDA_TASK_ROOT", folder.toString());
        environment.put("_HANDLER", StreamFunction.class.getName());
        environment.put("AWS_LAMBDA_FUNCTION_NAME", "f");
        environment.put("AWS_LAMBDA_FUNCTION_VERSION", "1");
        environment.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "512");
        environment.put("AWS_LAMBDA_LOG_GROUP_NAME", "g");
        environment.put("AWS_LAMBDA_LOG_STREAM_NAME", "s");
        environment.put("AWS_REGION", "us-east-1");
        environment.put("AWS_ACCESS_KEY_ID", "local");
        environment.put("AWS_SECRET_ACCESS_KEY", "local");
        environment.put("AWS_ENDPOINT_URL_DYNAMODB", ENDPOINT);
        environment.put("ZAEL_STACK", table);
        return builder.start();
    }

    /** Takes of 1 token each, the numbers from and to of them. */
    private String event(String shard, int from, int to) {
        String arn = "arn:aws:dynamodb:us-east-1:000000000000:table/" + table + "/stream/2026-03-01T00:00:00.000";
        return IntStream.rangeClosed(from, to)
                .mapToObj(i -> "{\"eventName\":\"MODIFY\",\"eventSourceARN\":\"" + arn + "\",\"dynamodb\":{"
                        + "\"ApproximateCreationDateTime\":" + System.currentTimeMillis() / 1000
                        + ",\"SequenceNumber\":\"" + FIRST.add(BigInteger.valueOf(i))
                        + "\",\"Keys\":{" + keys() + "},\"OldImage\":" + image(i - 1) + ",\"NewImage\":" + image(i)
                        + "}}")
                .collect(Collectors.joining(
                        ",",
                        "{\"Records\":[",
                        "]," + (shard.isEmpty() ? "" : "\"shardId\":\"" + shard + "\",") + "\"eventSourceARN\":\"" + arn
                                + "\",\"isFinalInvokeForWindow\":false}"));
    }

    private static String keys() {
        return "\"PK\":{\"S\":\"NS/BUCKET#user-1#gpt-4#0\"},\"SK\":{\"S\":\"#STATE\"}";
    }

    private static String image(int taken) {
        StringBuilder image =
                new StringBuilder("{" + keys() + ",\"entity_id\":{\"S\":\"user-1\"},\"resource\":{\"S\":\"gpt-4\"}");
        for (String each : List.of(
                "rf:" + System.currentTimeMillis(),
                "shard_count:1",
                "b_rpm_cp:100000000",
                "b_rpm_ra:100000000",
                "b_rpm_rp:60000",
                "b_rpm_tk:" + (100_000_000 - taken * 1000),
                "b_rpm_tc:" + taken * 1000)) {
            String[] parts = each.split(":", -1);
            image.append(",\"")
                    .append(parts[0])
                    .append("\":{\"N\":\"")
                    .append(parts[1])
                    .append("\"}");
        }
        return image.append("}").toString();
    }

    @Test
    void function_calledThroughTheRuntimesClient_countsEachChangeOnce() throws Exception {
        try (LimitRepository repository = open();
                RuntimeApi lambda = new RuntimeApi()) {
            repository.limits().setSystemDefaults(Limit.perMinute("rpm", 100_000));
            String id = namespaceId(repository);
            long start = System.nanoTime();
            Process function = start(lambda, "first");
            try {
                String first = lambda.call(event("shardId-1", 1, 10).replace("NS/", id + "/"));
                long coldMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
                assertThat(first).as("%s", log("first")).isEqualTo("response {\"batchItemFailures\":[],\"state\":{}}");
                System.out.println("cold start to first answer: " + coldMillis + " ms, of processor time "
                        + processorMillis(function) + " ms");
                // Again, cut elsewhere, and from another shard.
                lambda.call(event("shardId-1", 5, 15).replace("NS/", id + "/"));
                lambda.call(event("shardId-1", 1, 15).replace("NS/", id + "/"));
                lambda.call(event("shardId-2", 16, 20).replace("NS/", id + "/"));
                assertThat(lambda.call("{\"Records\":[],\"shardId\":\"shardId-1\",\"isFinalInvokeForWindow\":true}"))
                        .contains("\"batchItemFailures\":[]");
                assertThat(repository
                                .usage()
                                .summary(UsageQuery.ofEntity("user-1"))
                                .limits()
                                .get("rpm")
                                .usage()
                                .consumed())
                        .isEqualTo(UsageAmount.of(20, 0));
                assertThat(lambda.call(event("", 21, 22).replace("NS/", id + "/")))
                        .startsWith("error")
                        .contains("TumblingWindowInSeconds");
                assertThat(lambda.call(event("shardId-1", 21, 22).replace(table, "other-table")))
                        .startsWith("error")
                        .contains("ZAEL_STACK");
            } finally {
                function.destroyForcibly();
            }
        }
    }

    /**
     * The runtime's client primes the function as before a snapshot, and calls it as after one. What the snapshot
     * itself takes to wake is Lambda's, and not in the figure.
     */
    @Test
    void function_primedForASnapshot_countsItsFirstEvent() throws Exception {
        try (LimitRepository repository = open();
                RuntimeApi lambda = new RuntimeApi()) {
            String id = namespaceId(repository);
            Process function = start(lambda, "primed", "snap-start");
            try {
                long restored = lambda.restored().get(60, TimeUnit.SECONDS);
                long before = processorMillis(function);
                String answer = lambda.call(event("shardId-1", 1, 10).replace("NS/", id + "/"));
                long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - restored);
                assertThat(answer)
                        .as("%s", log("primed"))
                        .isEqualTo("response {\"batchItemFailures\":[],\"state\":{}}");
                assertThat(log("primed")).doesNotContain("priming:");
                System.out.println("from the snapshot to the first answer: " + millis + " ms, of processor time "
                        + (processorMillis(function) - before) + " ms, after " + before + " ms of priming");
                assertThat(repository
                                .usage()
                                .summary(UsageQuery.ofEntity("user-1"))
                                .limits()
                                .get("rpm")
                                .usage()
                                .consumed())
                        .isEqualTo(UsageAmount.of(10, 0));
            } finally {
                function.destroyForcibly();
            }
        }
    }

    private static long processorMillis(Process process) {
        return process.info().totalCpuDuration().map(Duration::toMillis).orElse(-1L);
    }

    private LimitRepository open() {
        return DynamoDbRepository.builder(table)
                .region("us-east-1")
                .endpoint(URI.create(ENDPOINT))
                .credentials("local", "local")
                .callTimeout(Duration.ofSeconds(20))
                .settings(settings -> settings.deadline(Duration.ofSeconds(30)))
                .open();
    }

    private static String namespaceId(LimitRepository repository) {
        return Administration.of(repository)
                .namespaces()
                .get("default")
                .orElseThrow()
                .id();
    }

    private String log(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }
}
