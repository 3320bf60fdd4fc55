package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Printable;

/** A bucket's item can't be understood: somebody changed it by hand. Nothing is rewritten. */
public final class DamagedBucketException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DamagedBucketException(Key key, String attribute, String what) {
        super("the bucket at " + key + " is damaged: " + Printable.escaped(attribute) + " " + what
                + "; repair the item or delete it, then it is made anew");
    }
}
