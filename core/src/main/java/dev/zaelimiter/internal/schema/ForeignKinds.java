package dev.zaelimiter.internal.schema;

import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Kinds of limits that only the Python system can follow, by what they leave in a bucket: schedules, and quotas that
 * come back whole. Looked up once for each layout of attributes. Immutable.
 *
 * <p>Such a bucket is left alone as a whole. All its limits share one stamp, and to move it would tell the original
 * that a quota had come back already, or that a schedule's tokens had been given.
 */
final class ForeignKinds {

    private static final String SCHEDULE = "sched";
    private static final String CALENDAR = "rsched";
    private static final String WINDOW_LENGTH = "rsa";
    private static final List<String> OF_A_LIMIT = List.of(SCHEDULE, CALENDAR, WINDOW_LENGTH);

    /** A limit says so that what stands for all limits of the item is not for it. */
    private static final AttributeValue NONE = AttributeValue.of("-");

    private final List<String> limits;
    private final boolean any;

    ForeignKinds(ItemLayout layout, List<String> limits) {
        this.limits = limits;
        boolean found = false;
        for (int i = 0; i < layout.size() && !found; i++) {
            String attribute = layout.name(i);
            found = attribute.equals(SCHEDULE)
                    || attribute.equals(CALENDAR)
                    || OF_A_LIMIT.stream().anyMatch(field -> attribute.endsWith("_" + field));
        }
        any = found;
    }

    /** What a bucket holds that can't be followed, in words; or null. */
    @Nullable
    String in(Item bucket) {
        for (int i = 0; any && i < limits.size(); i++) {
            String limit = limits.get(i);
            if (!limit.equals(BucketLayout.WCU) && bucket.has("b_" + limit + "_cp")) {
                String kind = kind(bucket, limit);
                if (kind != null) {
                    return "its limit '" + limit + "' " + kind;
                }
            }
        }
        return null;
    }

    private static @Nullable String kind(Item bucket, String limit) {
        // A window's start stays when the limit is stored as another kind; its length does not.
        if (bucket.has("b_" + limit + "_" + WINDOW_LENGTH)) {
            return "is a session quota";
        } else if (has(bucket, limit, CALENDAR)) {
            return "is a calendar quota";
        }
        return has(bucket, limit, SCHEDULE) ? "follows a schedule" : null;
    }

    private static boolean has(Item bucket, String limit, String field) {
        AttributeValue own = bucket.get("b_" + limit + "_" + field);
        AttributeValue holds = own == null ? bucket.get(field) : own;
        return holds != null && !holds.equals(NONE);
    }

    /** A refill of nothing, where no stamp says how it comes back. */
    static String quota(String limit) {
        return "its limit '" + limit + "' is a quota, which does not refill";
    }
}
