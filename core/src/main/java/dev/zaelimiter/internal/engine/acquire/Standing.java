package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.LimitStatus;
import java.util.List;

/**
 * How limits stood when something was granted, worked out when somebody asks. Keeps nothing of the flow. Safe for use
 * by many threads.
 */
interface Standing {

    /** Of limits that did not decide nothing is told. */
    Standing UNTOLD = List::of;

    List<LimitStatus> statuses();

    /** This bucket's, then another's. */
    default Standing and(Standing other) {
        return () -> LeaseStatuses.both(statuses(), other.statuses());
    }
}
