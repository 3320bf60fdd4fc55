package dev.zaelimiter.aggregator;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.store.ChangeRecord;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Changes of one shard of a store's stream. A shard is what its changes are numbered and ordered in: of each shard,
 * batches must be given to an aggregator one after another, in order, and the next only when the one before is
 * complete. The same changes may come again, cut in other places; batches of different shards may come at once.
 *
 * @param streamShard the name of the shard: letters, digits and {@code - _ . :}, up to 128. Never used again for other
 *     changes
 * @param records the changes; more than one may be of the same item
 */
public record StreamBatch(String streamShard, List<ChangeRecord> records) {

    private static final int MOST_DIGITS = 18;
    private static final Pattern NO_DIGITS = Pattern.compile("[^0-9]");
    private static final Pattern TIME = Pattern.compile("[0-9]{4}[0-9T:.Z\\-]*");
    private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9_.\\-]");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.:\\-]{0,127}");

    /**
     * Changes of a shard of a table's stream. A shard's name is unique in its stream alone, and numbers of another
     * stream may begin anew, so the stream is in the name, too.
     *
     * @param streamLabel the label of the stream, as the service has it: the time of its making
     * @param shardId the shard's name, as the service has it
     * @param records the changes
     * @return a batch
     * @throws InvalidInputException if the two are too long for a name
     */
    public static StreamBatch ofTable(String streamLabel, String shardId, List<ChangeRecord> records) {
        return new StreamBatch(tableShard(streamLabel, shardId), records);
    }

    /** The name of a shard of a table's stream. */
    static String tableShard(String streamLabel, String shardId) {
        String digits = NO_DIGITS.matcher(streamLabel).replaceAll("");
        boolean isTime = TIME.matcher(streamLabel).matches() && digits.length() <= MOST_DIGITS;
        // Items keep the name with each mark, so it is short.
        return (isTime
                        ? Long.toString(Long.parseLong(digits), 36)
                        : OTHER.matcher(streamLabel).replaceAll("_"))
                + ":"
                + OTHER.matcher(shardId).replaceAll("_");
    }

    /** Checks the name, and copies the list. */
    public StreamBatch {
        if (!NAME.matcher(streamShard).matches()) {
            throw new InvalidInputException(
                    "streamShard", streamShard, "a letter or digit, then letters, digits and - _ . : (up to 128)");
        }
        records = List.copyOf(records);
    }
}
