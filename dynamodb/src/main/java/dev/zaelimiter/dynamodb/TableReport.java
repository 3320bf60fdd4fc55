package dev.zaelimiter.dynamodb;

import java.util.List;
import java.util.Optional;

/**
 * What the service says of a table as a whole. Immutable.
 *
 * @param table its name
 * @param region where it is
 * @param endpoint the address of the service, if it is not the region's usual one
 * @param status as the service calls it, for example {@code ACTIVE}
 * @param items how many it holds, as counted by the service some hours ago
 * @param bytes how large they were then
 * @param billing {@code PAY_PER_REQUEST} or {@code PROVISIONED}
 * @param stream what its stream tells, for example {@code NEW_AND_OLD_IMAGES}; empty if it has none
 * @param timeToLive whether unused buckets vanish, by the attribute {@code ttl}; empty if that may not be asked. If
 *     not, {@link DynamoDbBuilder#open} switches it on
 * @param indexes its global indexes
 */
public record TableReport(
        String table,
        String region,
        Optional<String> endpoint,
        String status,
        long items,
        long bytes,
        String billing,
        Optional<String> stream,
        Optional<Boolean> timeToLive,
        List<Index> indexes) {

    /**
     * A global index.
     *
     * @param name for example {@code GSI2}
     * @param projection {@code KEYS_ONLY}, {@code INCLUDE} or {@code ALL}: with anything but keys alone, a write of an
     *     item is a write of the index too, and is paid for twice
     * @param status as the service calls it; only an {@code ACTIVE} one answers
     * @param items how many it holds, as counted by the service some hours ago
     * @param bytes how large they were then
     */
    public record Index(String name, String projection, String status, long items, long bytes) {}

    /** Copies the list. */
    public TableReport {
        indexes = List.copyOf(indexes);
    }
}
