package dev.zaelimiter.aggregator.lambda;

import dev.zaelimiter.store.ChangeRecord;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What Lambda calls the function with: changes of one shard of a table's stream, in order.
 *
 * @param streamShard the shard's name, which Lambda tells of event source mappings with a tumbling window alone; null
 *     where it tells none
 * @param stream the ARN of the stream; null if there are no changes, and none was told
 * @param changes the changes
 */
record StreamEvent(@Nullable String streamShard, @Nullable String stream, List<Change> changes) {

    /**
     * A change.
     *
     * @param number its number as the event has it, by which Lambda knows it
     * @param record the change
     */
    record Change(String number, ChangeRecord record) {}

    List<ChangeRecord> records() {
        return changes.stream().map(Change::record).toList();
    }

    /** The number, as the event has it, of the first change that is not before another. */
    @Nullable
    String firstFrom(BigInteger sequence) {
        return changes.stream()
                .filter(each -> each.record.sequence().compareTo(sequence) >= 0)
                .map(Change::number)
                .findFirst()
                .orElse(null);
    }

    /** The label of the stream: the last part of its ARN. */
    String label() {
        return stream == null ? "" : stream.substring(stream.lastIndexOf('/') + 1);
    }

    /** The table of the stream: {@code arn:aws:dynamodb:REGION:ACCOUNT:table/TABLE/stream/LABEL}. */
    @Nullable
    String table() {
        if (stream == null) {
            return null;
        }
        String[] parts = stream.split("/", -1);
        return parts.length == 4 && parts[0].endsWith(":table") && parts[2].equals("stream") ? parts[1] : null;
    }
}
