package dev.zaelimiter.cli.replay;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the columns of a file were told from each other.
 *
 * @param rows how many of its first rows were looked at
 * @param time what the times are
 * @param roles each of them, in a fixed order
 */
record ColumnExplanation(int rows, TimeReading time, List<Role> roles) {

    /** A file that nobody looked into. */
    static final ColumnExplanation NONE = new ColumnExplanation(0, TimeReading.UNKNOWN, List.of());

    /**
     * What stands where.
     *
     * @param name {@code time}, {@code entity}, {@code resource}, {@code input}, {@code output} or {@code total}
     * @param column which one, or null if there is none
     * @param said whether an option said so
     * @param passedOver what else it could have been
     */
    record Role(String name, @Nullable String column, boolean said, List<PassedOver> passedOver) {}

    /**
     * A column that was not taken.
     *
     * @param column its name
     * @param why the end of a sentence
     */
    record PassedOver(String column, String why) {}
}
