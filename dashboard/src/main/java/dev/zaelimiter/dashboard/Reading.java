package dev.zaelimiter.dashboard;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Something that the page shows, to be read again and again; by one thread at a time. */
@FunctionalInterface
interface Reading {

    /** Reads it from the store. */
    Seen read();

    /**
     * What was read.
     *
     * @param shown as it is sent to the page
     * @param point what is kept of it for charts over time, or null
     * @param units about how many read units it took
     */
    record Seen(
            Map<String, @Nullable Object> shown, @Nullable Map<String, @Nullable Object> point, long units) {

        static Seen of(Map<String, @Nullable Object> shown, long units) {
            return new Seen(shown, null, units);
        }
    }
}
