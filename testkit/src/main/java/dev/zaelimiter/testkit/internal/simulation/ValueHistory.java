package dev.zaelimiter.testkit.internal.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Something that changes, and what it was when. */
final class ValueHistory<T extends Comparable<T>> {

    private final List<Long> since = new ArrayList<>();
    private final List<T> values = new ArrayList<>();

    ValueHistory(T first) {
        since.add(Long.MIN_VALUE);
        values.add(first);
    }

    void becomes(long nanos, T value) {
        since.add(nanos);
        values.add(value);
    }

    T now() {
        return values.get(values.size() - 1);
    }

    /** All that it was at some time since an instant. */
    Set<T> since(long nanos) {
        Set<T> seen = new TreeSet<>();
        for (int i = values.size() - 1; i >= 0; i--) {
            seen.add(values.get(i));
            if (since.get(i) < nanos) {
                break;
            }
        }
        return seen;
    }
}
