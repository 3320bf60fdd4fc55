package dev.zaelimiter.micrometer;

import dev.zaelimiter.InvalidInputException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/**
 * What was made for the first so many keys; all later ones share one. So names that callers choose make no more series
 * than that. Safe for use by many threads.
 *
 * @param <K> for what
 * @param <V> what is made
 */
final class Bounded<K, V> {

    /** The name of all that is beyond the bound. */
    static final String OTHER = "other";

    private final ConcurrentMap<K, V> made = new ConcurrentHashMap<>();
    private final int most;
    private final K other;
    private final Function<K, V> maker;

    Bounded(int most, K other, Function<K, V> maker) {
        this.most = most;
        this.other = other;
        this.maker = maker;
    }

    V get(K key) {
        V known = made.get(key);
        return known != null ? known : make(key);
    }

    /** One at a time, so that there is never one too many. */
    private synchronized V make(K key) {
        boolean more = made.size() < most || made.containsKey(key);
        return made.computeIfAbsent(more ? key : other, maker);
    }

    static Set<String> atMost(String field, Set<String> names, int most) {
        if (names.size() > most) {
            throw new InvalidInputException("the number of " + field, names.size(), "at most " + most);
        }
        return names;
    }

    static int inRange(String field, int value, int most) {
        if (value < 1 || value > most) {
            throw new InvalidInputException(field, value, "1 to " + most);
        }
        return value;
    }
}
