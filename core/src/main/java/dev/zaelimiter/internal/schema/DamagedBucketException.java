package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Printable;

/**
 * A bucket can't be used: its item can't be understood, since somebody changed it by hand, or it holds a limit of a
 * kind that only the Python system can follow. Nothing is rewritten.
 */
public final class DamagedBucketException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean foreign;

    private DamagedBucketException(String message, boolean foreign) {
        super(message);
        this.foreign = foreign;
    }

    /** Whether the bucket is healthy, and of a kind that only the Python system can follow. */
    public boolean isForeign() {
        return foreign;
    }

    /** A healthy bucket of the other system: to make it anew would give a whole quota once more. */
    static DamagedBucketException ofForeign(Key key, String what) {
        return new DamagedBucketException(
                "the bucket at " + key + " is left to the Python system: " + Printable.escaped(what)
                        + ", which only that system can follow; set limits that refill for the entity to use it here",
                true);
    }

    DamagedBucketException(Key key, String attribute, String what) {
        this(
                "the bucket at " + key + " is damaged: " + Printable.escaped(attribute) + " " + what
                        + "; repair the item or delete it, then it is made anew",
                false);
    }
}
