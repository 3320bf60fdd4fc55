package dev.zaelimiter.internal.schema;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * How far a usage item has counted the changes of one shard of the table's stream: the number of the last one, and the
 * time of the latest. Kept as text in an attribute of the item, so that the write that adds to a counter also says what
 * it has counted, and is refused where that was counted before.
 *
 * <p>The text sorts as the number does, so that a store can compare it: how many digits, then the digits, then the
 * time, which no comparison reaches unless the numbers are the same.
 *
 * @param sequence the number of the last change counted
 * @param latestMillis the time of the latest change counted, in milliseconds since the epoch
 */
public record UsageMark(BigInteger sequence, long latestMillis) {

    private static final int RADIX = 36;
    private static final char NO_DIGITS = '0';
    private static final char BEFORE_TIME = '.';

    /** What the attribute of a mark begins with; the name of the stream's shard follows. No limit's name begins so. */
    static final String PREFIX = "@";

    /** Before this time nothing is counted that has no mark: marks that were taken away may have counted it. */
    static final String COUNTED_FROM = "@@from";

    private static final int TIME_DIGITS = 16;

    /**
     * The attribute of a shard's mark.
     *
     * @param streamShard the shard of the stream
     * @return an attribute's name
     */
    static String attribute(String streamShard) {
        return PREFIX + streamShard;
    }

    /** Which shard an attribute marks, or null if it marks none. */
    static @Nullable String streamShard(String attribute) {
        return attribute.startsWith(PREFIX) && !attribute.equals(COUNTED_FROM)
                ? attribute.substring(PREFIX.length())
                : null;
    }

    /**
     * A number as text that sorts as numbers do.
     *
     * @param sequence 0 or more, up to 10^40
     * @return text
     */
    public static String text(BigInteger sequence) {
        String digits = sequence.toString(RADIX);
        return (char) (NO_DIGITS + digits.length()) + digits;
    }

    /** A time as text that sorts as times do. */
    static String timeText(long millis) {
        String digits = Long.toString(Math.max(0, millis));
        return "0".repeat(Math.max(0, TIME_DIGITS - digits.length())) + digits;
    }

    String text() {
        return text(sequence) + BEFORE_TIME + Long.toString(Math.max(0, latestMillis), RADIX);
    }

    /** Reads a mark, or null if it is none. */
    static @Nullable UsageMark of(String text) {
        int time = text.indexOf(BEFORE_TIME);
        try {
            return time < 2 || text.charAt(0) - NO_DIGITS != time - 1
                    ? null
                    : new UsageMark(
                            new BigInteger(text.substring(1, time), RADIX),
                            Long.parseLong(text.substring(time + 1), RADIX));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
