package dev.zaelimiter.testkit.internal.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** What happened, line by line: the last lines are kept, or all of them, and a hash of all. */
final class Trace {

    private static final int KEPT = 400;
    private static final long PRIME = 0x100000001b3L;

    private final boolean all;
    private final ArrayDeque<String> lines = new ArrayDeque<>();
    private long hash = 0xcbf29ce484222325L;

    Trace(boolean all) {
        this.all = all;
    }

    void add(long nanos, String line) {
        hash = (hash ^ nanos) * PRIME;
        for (int i = 0; i < line.length(); i++) {
            hash = (hash ^ line.charAt(i)) * PRIME;
        }
        lines.add(String.format("%11.3f ms  %s", nanos / 1e6, line));
        if (!all && lines.size() > KEPT) {
            lines.remove();
        }
    }

    long hash() {
        return hash;
    }

    List<String> lines() {
        return new ArrayList<>(lines);
    }
}
