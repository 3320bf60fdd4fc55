package dev.zaelimiter.internal.config;

import com.github.benmanes.caffeine.cache.Interner;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Levels of one partition, and the entity's record, of which one read has found that they hold nothing. There are as
 * many of these as entities, and most have the same names, which are kept once. Immutable.
 *
 * @param names their sort keys; one at least
 * @param read the number of the read
 * @param atNanos when it began, monotonic
 */
record EmptyLevels(List<String> names, long read, long atNanos) {

    /**
     * Of an entity that uses more resources, each further level is told alone: the names are looked through in turn.
     */
    static final int MOST = 8;

    private static final Interner<List<String>> NAMES = Interner.newWeakInterner();

    static EmptyLevels of(String name, long read, long atNanos) {
        return new EmptyLevels(NAMES.intern(List.of(name)), read, atNanos);
    }

    int size() {
        return names.size();
    }

    /** With another one that the same read has found; null if there are too many. */
    @Nullable
    EmptyLevels with(String name) {
        if (names.size() == MOST) {
            return null;
        }
        List<String> more = new ArrayList<>(names);
        more.add(name);
        return new EmptyLevels(NAMES.intern(List.copyOf(more)), read, atNanos);
    }

    /** Without one of them; null if there is no other. */
    @Nullable
    EmptyLevels without(String name) {
        if (names.size() == 1) {
            return null;
        }
        List<String> fewer = new ArrayList<>(names);
        fewer.remove(name);
        return new EmptyLevels(NAMES.intern(List.copyOf(fewer)), read, atNanos);
    }
}
