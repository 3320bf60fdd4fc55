package dev.zaelimiter.http.route;

import java.util.concurrent.atomic.AtomicLong;

/** Something that goes wrong with every request, and must not fill a log. For many threads. */
final class Occurrences {

    private final AtomicLong count = new AtomicLong();

    /** Counts one; whether to tell of it: the first, the second, the fourth, and so on. */
    boolean isWorthTelling() {
        return Long.bitCount(count.incrementAndGet()) == 1;
    }
}
