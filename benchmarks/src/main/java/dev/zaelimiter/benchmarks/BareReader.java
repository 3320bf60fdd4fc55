package dev.zaelimiter.benchmarks;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Reads the newest shard of a table's stream with the SDK alone, as often as the poller does, and writes nothing: what
 * it sees late, the store gives late. For one thread.
 */
final class BareReader implements AutoCloseable {

    private final DynamoDbStreamsClient client;
    private final TakenAndSeen.Watcher watcher;
    private final long pollNanos;
    private final List<Long> reads = Collections.synchronizedList(new ArrayList<>());
    private final Thread thread;
    private volatile boolean stopped;

    BareReader(URI endpoint, String table, long pollNanos, TakenAndSeen.Watcher watcher) {
        this.client = DynamoDbStreamsClient.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .build();
        this.watcher = watcher;
        this.pollNanos = pollNanos;
        this.thread = new Thread(() -> read(table), "bare-reader");
        thread.setDaemon(true);
        thread.start();
    }

    private void read(String table) {
        String stream = client.listStreams(list -> list.tableName(table))
                .streams()
                .get(0)
                .streamArn();
        String shard = client.describeStream(describe -> describe.streamArn(stream))
                .streamDescription()
                .shards()
                .get(0)
                .shardId();
        String iterator = client.getShardIterator(
                        get -> get.streamArn(stream).shardId(shard).shardIteratorType(ShardIteratorType.TRIM_HORIZON))
                .shardIterator();
        while (!stopped) {
            long began = System.nanoTime();
            String from = iterator;
            GetRecordsResponse page = client.getRecords(get -> get.shardIterator(from));
            long now = System.nanoTime();
            reads.add(TimeUnit.NANOSECONDS.toMillis(now - began));
            page.records().forEach(each -> see(each, now));
            iterator = page.nextShardIterator();
            long pause = page.records().size() >= 1000 ? 0 : pollNanos - (System.nanoTime() - began);
            try {
                // A stream is polled: that is what the poller is compared with.
                TimeUnit.NANOSECONDS.sleep(Math.max(0, pause));
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void see(Record change, long now) {
        Map<String, AttributeValue> after = change.dynamodb().newImage();
        AttributeValue counter = after.get("b_rpm_tc");
        AttributeValue entity = after.get("entity_id");
        if (counter != null && entity != null) {
            watcher.sees(entity.s(), Long.parseLong(counter.n()), now);
        }
    }

    /** How long half of the reads took at most, in milliseconds. */
    long readMillis() {
        List<Long> sorted = new ArrayList<>(reads);
        Collections.sort(sorted);
        return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
    }

    @Override
    public void close() {
        stopped = true;
        thread.interrupt();
        client.close();
    }
}
