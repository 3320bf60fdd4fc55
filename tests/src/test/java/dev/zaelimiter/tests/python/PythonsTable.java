package dev.zaelimiter.tests.python;

import dev.zaelimiter.Environment;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.dynamodb.DynamoDbBuilder;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.tests.backends.Backend;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** A table that the original has made, with one client of it, in real time; and ways of ours to it. */
final class PythonsTable implements AutoCloseable {

    private static final String CLIENT = "mover";

    final String name = "moving-" + UUID.randomUUID();
    final DynamoDbAsyncClient sdk;
    private final Backend backend;
    private final PythonClients python;

    PythonsTable(Backend backend) {
        this.backend = backend;
        this.python = new PythonClients(backend.endpoint());
        this.sdk = DynamoDbAsyncClient.builder()
                .endpointOverride(backend.endpoint())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .build();
        python.tell("table", Map.of("table", name, "create", true, "aggregator", "0.17.0"));
        python.tell("namespace", Map.of("table", name, "name", "default"));
        tellTime();
        python.tell("open", Map.of("client", CLIENT, "table", name, "namespace", "default"));
        // CloudFormation switches it on where the original is deployed.
        sdk.updateTimeToLive(ttl -> ttl.tableName(name)
                        .timeToLiveSpecification(
                                specification -> specification.enabled(true).attributeName("ttl")))
                .join();
    }

    private void tellTime() {
        python.tell("clock", Map.of("ms", Environment.system().wallMillis()));
    }

    /** Calls a method of the original's repository. */
    void python(String method, Map<String, ?> named) {
        tellTime();
        Map<String, Object> told = new LinkedHashMap<>(named);
        told.put("method", method);
        told.put("client", CLIENT);
        python.tell("repository", told);
    }

    boolean pythonTook(String entity, String resource) {
        tellTime();
        return python.tell(
                        "acquire",
                        Map.of("client", CLIENT, "entity", entity, "resource", resource, "consume", Map.of("rpm", 1)))
                .get("granted")
                .asBoolean();
    }

    DynamoDbBuilder builder() {
        return DynamoDbRepository.builder(name)
                .region("us-east-1")
                .endpoint(backend.endpoint())
                .credentials("local", "local")
                .callTimeout(Duration.ofSeconds(10))
                .settings(settings -> settings.deadline(Duration.ofSeconds(20)).sharedWithPython(true));
    }

    LimitRepository ours() {
        return builder().connect();
    }

    /** How the command line names it. */
    List<String> options() {
        return List.of(
                "-n",
                name,
                "--region",
                "us-east-1",
                "--endpoint-url",
                backend.endpoint().toString());
    }

    /** All that lies there. */
    Map<String, Item> items() {
        Map<String, Item> items = new HashMap<>();
        builder().items(about -> {}, item -> items.put(item.key().toString(), item));
        return items;
    }

    @Override
    public void close() {
        try (sdk;
                python) {
            sdk.deleteTable(table -> table.tableName(name)).join();
        }
    }
}
