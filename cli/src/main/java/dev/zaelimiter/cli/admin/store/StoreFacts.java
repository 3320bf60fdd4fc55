package dev.zaelimiter.cli.admin.store;

import dev.zaelimiter.dynamodb.TableReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a store as a whole, whatever its kind; null where that kind has no such thing.
 *
 * @param kind {@code file} or {@code table}
 * @param name of the file or the table
 * @param region of a table
 * @param endpoint of a table, if it is not the region's usual one
 * @param state in the words of its kind: {@code whole} or {@code ACTIVE} is well
 * @param healthy whether the state is well
 * @param items how many it holds; of a table, as counted some hours ago
 * @param bytes how large they are
 * @param billing of a table
 * @param stream what a table's stream tells
 * @param timeToLive whether unused buckets of a table vanish
 * @param indexes of a table; empty for a file
 */
public record StoreFacts(
        String kind,
        String name,
        @Nullable String region,
        @Nullable String endpoint,
        String state,
        boolean healthy,
        long items,
        long bytes,
        @Nullable String billing,
        @Nullable String stream,
        @Nullable Boolean timeToLive,
        List<TableReport.Index> indexes) {}
