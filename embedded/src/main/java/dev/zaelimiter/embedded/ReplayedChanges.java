package dev.zaelimiter.embedded;

import dev.zaelimiter.embedded.journal.StoredChange;
import dev.zaelimiter.embedded.journal.StoredItem;
import dev.zaelimiter.store.Key;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes that somebody follows and is not done with, as a file is read from its begin. It never holds many more
 * than there were at one time while the file was written. For one thread.
 */
final class ReplayedChanges {

    private static final long NONE = 0;

    /** Of earlier files. Their numbers are smaller than all of this file's. */
    private final Deque<StoredChange> carried = new ArrayDeque<>();

    private final Deque<StoredChange> made = new ArrayDeque<>();
    private @Nullable String feed;
    private long number = NONE;
    private long atMillis;
    private long done;
    private long next = 1;

    void batch() {
        number = NONE;
    }

    void follow(String name) {
        feed = name;
    }

    void numbers(long first, long millis) {
        number = first;
        atMillis = millis;
    }

    /** Numbers count each change, those that nobody follows left out. */
    void changed(Key key, @Nullable StoredItem before, @Nullable StoredItem after, boolean expired) {
        if (number == NONE || feed == null) {
            return;
        }
        if (number > done) {
            made.add(new StoredChange(feed, number, atMillis, key, expired, before, after));
        }
        number++;
        next = Math.max(next, number);
    }

    void kept(StoredChange change) {
        // It may have been done while the file that it came from was copied here.
        if (change.number() > done) {
            carried.add(change);
        }
    }

    void done(long upTo) {
        done = Math.max(done, upTo);
        drop(carried);
        drop(made);
    }

    private void drop(Deque<StoredChange> changes) {
        while (!changes.isEmpty() && changes.element().number() <= done) {
            changes.remove();
        }
    }

    void afresh(long nextNumber) {
        carried.clear();
        made.clear();
        next = Math.max(next, nextNumber);
    }

    /** In the order of their numbers. */
    List<StoredChange> undone() {
        List<StoredChange> all = new ArrayList<>(carried);
        all.addAll(made);
        return all;
    }

    /** The number that the next change will have. */
    long next() {
        return Math.max(next, done + 1);
    }

    /** Forgets all of it: of a damaged file nobody knows what is left out. */
    void clear() {
        carried.clear();
        made.clear();
        feed = null;
        number = NONE;
        done = 0;
        next = 1;
    }
}
