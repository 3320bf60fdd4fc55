package dev.zaelimiter.tests.backends;

import dev.zaelimiter.Environment;
import dev.zaelimiter.LimitRepository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Several processes on a table of a real store, behind one {@link FaultProxy}; and a way to the table around it. */
final class FaultyNetwork implements AutoCloseable {

    /** Short, so that answers get lost; the machine may still be slow enough to lose some by itself. */
    static final Duration CALL_TIMEOUT = Duration.ofMillis(400);

    static final Duration DEADLINE = Duration.ofSeconds(3);

    final FaultPlan faults;
    final FaultProxy proxy;

    /** Of those processes whose answers don't get lost. */
    static final Duration PATIENT_CALL_TIMEOUT = DEADLINE.dividedBy(2);

    /** A process that no fault disturbs. */
    final LimitRepository direct;

    private final String table = Backend.newTable();
    private final DynamoDbAsyncClient client;
    private final List<LimitRepository> processes = new ArrayList<>();
    private final String namespace;

    FaultyNetwork(Backend backend, long seed) {
        try {
            this.faults = new FaultPlan(seed);
            this.proxy = new FaultProxy(backend.endpoint(), faults, CALL_TIMEOUT.multipliedBy(2));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.direct = Backend.builder(table, backend.endpoint())
                .callTimeout(Duration.ofSeconds(20))
                .settings(settings -> settings.deadline(Duration.ofSeconds(60)))
                .open();
        this.client = DynamoDbAsyncClient.builder()
                .endpointOverride(backend.endpoint())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .build();
        // Dynoxide takes longer for each write the longer the stream is.
        client.updateTable(update -> update.tableName(table).streamSpecification(stream -> stream.streamEnabled(false)))
                .join();
        this.namespace = Objects.requireNonNull(
                item("_/SYSTEM#", "#NAMESPACE#default").get("namespace_id").s());
    }

    LimitRepository process() {
        return process(Environment.system());
    }

    /** Another process behind the proxy, on a host that may tell another time. */
    LimitRepository process(Environment environment) {
        LimitRepository process = Backend.builder(table, proxy.endpoint())
                .callTimeout(CALL_TIMEOUT)
                .settings(settings -> settings.environment(environment).deadline(DEADLINE))
                .connect();
        processes.add(process);
        return process;
    }

    /** Another one behind a proxy of its own, which loses nothing. */
    LimitRepository processBehind(FaultProxy own, Duration configTtl) {
        return Backend.builder(table, own.endpoint())
                .callTimeout(PATIENT_CALL_TIMEOUT)
                .settings(settings -> settings.configTtl(configTtl).deadline(DEADLINE))
                .connect();
    }

    List<LimitRepository> processes(int count) {
        List<LimitRepository> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(process());
        }
        return all;
    }

    /** The bucket as it is stored; empty if there is none. */
    Map<String, AttributeValue> bucket(String entity, String resource) {
        return item(bucketKey(entity, resource), "#STATE");
    }

    /** How many pieces a bucket lies in, as its first one says. */
    int shards(String entity, String resource) {
        return Integer.parseInt(bucket(entity, resource).get("shard_count").n());
    }

    /** Takes a bucket away, as the service does when its time to live has passed. */
    void expire(String entity, String resource) {
        client.deleteItem(delete -> delete.tableName(table).key(key(bucketKey(entity, resource), "#STATE")))
                .join();
    }

    /** Divides a bucket that is whole and full, evenly. */
    void divide(String entity, String resource, int count) {
        Map<String, AttributeValue> whole = bucket(entity, resource);
        for (int shard = 0; shard < count; shard++) {
            int id = shard;
            Map<String, AttributeValue> part = new HashMap<>(whole);
            part.remove("ttl");
            part.put("PK", AttributeValue.fromS(bucketKey(entity, resource, shard)));
            part.put("shard_count", AttributeValue.fromN(Integer.toString(count)));
            part.computeIfPresent("b_rps_tk", (name, held) -> {
                long tokens = Long.parseLong(held.n());
                return AttributeValue.fromN(Long.toString((tokens + count - 1 - id) / count));
            });
            client.putItem(put -> put.tableName(table).item(part)).join();
        }
    }

    /** When each shard of a bucket was refilled last, in milliseconds since the epoch. */
    List<Long> stamps(String entity, String resource, int count) {
        return IntStream.range(0, count)
                .mapToObj(shard -> Stamped.of(item(bucketKey(entity, resource, shard), "#STATE"))
                        .stampMillis())
                .toList();
    }

    private String bucketKey(String entity, String resource) {
        return bucketKey(entity, resource, 0);
    }

    private String bucketKey(String entity, String resource, int shard) {
        return namespace + "/BUCKET#" + entity + "#" + resource + "#" + shard;
    }

    private Map<String, AttributeValue> item(String pk, String sk) {
        return client.getItem(get -> get.tableName(table).key(key(pk, sk)).consistentRead(true))
                .join()
                .item();
    }

    private static Map<String, AttributeValue> key(String pk, String sk) {
        return Map.of("PK", AttributeValue.fromS(pk), "SK", AttributeValue.fromS(sk));
    }

    /** Ends the faults and the processes, and waits for what is still on its way. */
    void settle() {
        faults.atRandom(0, List.of());
        processes.forEach(LimitRepository::close);
        while (proxy.underWay() > 0) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Override
    public void close() {
        try {
            faults.atRandom(0, List.of());
            processes.forEach(LimitRepository::close);
            direct.close();
            proxy.close();
            client.deleteTable(delete -> delete.tableName(table)).join();
            client.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
