package dev.zaelimiter.aggregator;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.store.ChangeRecord;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Changes of one shard of a store's stream. A shard is what its changes are numbered and ordered in: of each shard, batches
 * must be given to an aggregator one after another, in order, and the next only when the one before is complete. The same
 * changes may come again, cut in other places; batches of different shards may come at once.
 *
 * @param streamShard the name of the shard: letters, digits and {@code - _ . :}, up to 128. Never used again for other changes
 * @param records the changes; more than one may be of the same item
 */
public record StreamBatch(String streamShard, List<ChangeRecord> records) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.:\\-]{0,127}");

    /** Checks the name, and copies the list. */
    public StreamBatch {
        if (!NAME.matcher(streamShard).matches()) {
            throw new InvalidInputException(
                    "streamShard", streamShard, "a letter or digit, then letters, digits and - _ . : (up to 128)");
        }
        records = List.copyOf(records);
    }
}
