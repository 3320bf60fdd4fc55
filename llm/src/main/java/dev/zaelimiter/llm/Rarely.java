package dev.zaelimiter.llm;

import java.util.concurrent.atomic.AtomicLong;

/** Something that may go wrong with every call, and must not fill a log. For many threads. */
final class Rarely {

    private final AtomicLong count = new AtomicLong();

    /** Counts one; whether to tell of it: of the first, the second, the fourth, and so on. */
    boolean now() {
        return Long.bitCount(count.incrementAndGet()) == 1;
    }
}
