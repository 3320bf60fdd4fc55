package dev.zaelimiter.tests.backends;

import java.util.List;

/** What a network or a service does to one request. */
enum NetworkFault {
    NONE(false, false),
    /** The service says that it is too busy, and has done nothing. */
    THROTTLED(false, false),
    /** The service says that this key alone is written too often, and has done nothing. */
    THROTTLED_KEY_RANGE(false, false),
    /** The service says that this caller may not write, and has done nothing. */
    DENIED(false, false),
    /** The connection is lost before the request arrives. */
    CUT_BEFORE(false, true),
    /** The connection is lost after the service has done it. */
    CUT_AFTER(true, true),
    /** The service fails, and has done nothing. */
    ERROR_BEFORE(false, true),
    /** The service fails after it has done it. */
    ERROR_AFTER(true, true),
    /** The answer comes when nobody waits for it any more. */
    LATE_ANSWER(true, true),
    /** The request arrives, and is done, when its sender has long tried again. */
    LATE_REQUEST(true, true);

    /** What may befall any request. A throttled key is no chance: its bucket would be divided. */
    static final List<NetworkFault> AT_RANDOM =
            List.of(THROTTLED, CUT_BEFORE, CUT_AFTER, ERROR_BEFORE, ERROR_AFTER, LATE_ANSWER, LATE_REQUEST);

    private final boolean arrives;
    private final boolean uncertain;

    NetworkFault(boolean arrives, boolean uncertain) {
        this.arrives = arrives;
        this.uncertain = uncertain;
    }

    /** Whether the service does what it was asked. */
    boolean arrives() {
        return this == NONE || arrives;
    }

    /** Whether the sender can't tell what became of it. */
    boolean uncertain() {
        return uncertain;
    }
}
