package dev.zaelimiter.aggregator;

/**
 * How a poller stands. Figures count from its start.
 *
 * @param worker its name among the pollers of the table
 * @param shards how many shards of the stream it reads
 * @param foreign how many shards others read
 * @param waiting how many shards are not begun, since that which they came out of is not read to its end
 * @param reads how often it asked for changes
 * @param emptyReads how many of these brought none
 * @param taken how many leases it has taken
 * @param lost how many leases others have taken from it
 * @param gaps how often changes were lost before they could be read
 * @param failures how many calls failed for good, or will be made again later
 * @param lagMillis how old the last change was when it was counted, of the shard where that is longest: milliseconds
 */
public record PollerStatus(
        String worker,
        int shards,
        int foreign,
        int waiting,
        long reads,
        long emptyReads,
        long taken,
        long lost,
        long gaps,
        long failures,
        long lagMillis) {}
