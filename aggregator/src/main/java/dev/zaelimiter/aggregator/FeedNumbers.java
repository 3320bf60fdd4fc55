package dev.zaelimiter.aggregator;

import dev.zaelimiter.store.ChangeRecord;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers changes as a feed gives them: it keeps the order of one key, and usage sums up several. Safe for use by many
 * threads.
 */
final class FeedNumbers {

    private long last;

    /** The same changes with the next numbers. */
    synchronized List<ChangeRecord> next(List<ChangeRecord> changes) {
        List<ChangeRecord> all = new ArrayList<>(changes.size());
        for (ChangeRecord each : changes) {
            all.add(new ChangeRecord(
                    each.key(),
                    each.before(),
                    each.after(),
                    each.expired(),
                    BigInteger.valueOf(++last),
                    each.atMillis()));
        }
        return all;
    }
}
