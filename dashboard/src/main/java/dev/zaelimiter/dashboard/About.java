package dev.zaelimiter.dashboard;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the page is told of its server.
 *
 * @param title the store and the namespace, for people
 * @param changes whether something may be changed
 * @param everyMillis how often the page asks
 * @param mostBuckets how many buckets are read for one view
 * @param unitsPerMinute how much may be read a minute; 0 for no bound
 */
record About(String title, boolean changes, long everyMillis, int mostBuckets, long unitsPerMinute) {

    Map<String, @Nullable Object> shown() {
        return Json.map(
                "title",
                title,
                "changes",
                changes,
                "everyMillis",
                everyMillis,
                "mostBuckets",
                mostBuckets,
                "unitsPerMinute",
                unitsPerMinute);
    }
}
