package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.LimitStatus;
import java.util.ArrayList;
import java.util.List;

/** Puts together how limits stood in several buckets, or when several acquires were granted. Pure. */
final class LeaseStatuses {

    private LeaseStatuses() {}

    /** The statuses of an acquire and of one after it: of each limit the later one, in the order of their coming. */
    static List<LimitStatus> later(List<LimitStatus> first, List<LimitStatus> then) {
        List<LimitStatus> all = new ArrayList<>(first);
        for (LimitStatus status : then) {
            int known = indexOf(all, status);
            if (known < 0) {
                all.add(status);
            } else {
                all.set(known, status);
            }
        }
        return all;
    }

    /** The statuses of an entity's bucket, then of its parent's. */
    static List<LimitStatus> both(List<LimitStatus> child, List<LimitStatus> parent) {
        List<LimitStatus> all = new ArrayList<>(child);
        all.addAll(parent);
        return all;
    }

    private static int indexOf(List<LimitStatus> all, LimitStatus sought) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).entity().equals(sought.entity())
                    && all.get(i).limit().name().equals(sought.limit().name())) {
                return i;
            }
        }
        return -1;
    }
}
