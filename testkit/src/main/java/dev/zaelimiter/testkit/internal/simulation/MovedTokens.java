package dev.zaelimiter.testkit.internal.simulation;

import java.util.Set;
import java.util.TreeSet;

/**
 * How much above their ceilings the shards of a bucket may be. A limit that is filled up by what goes back keeps a fraction of a
 * millitoken until it is refilled, and takes it along when its shard is made one with another.
 */
final class MovedTokens {

    /** Shards that tokens were moved to, and that were not refilled since. */
    private final Set<Integer> movedTo = new TreeSet<>();
    /** How often tokens were moved while there were any such shards. */
    private int times;

    void moved(int shard, boolean there) {
        if (there) {
            movedTo.add(shard);
        } else {
            movedTo.remove(shard);
        }
    }

    void movedOnce() {
        times++;
    }

    /** A shard was refilled: it holds no more than its ceiling. */
    void refilled(int shard) {
        movedTo.remove(shard);
        times = movedTo.isEmpty() ? 0 : times;
    }

    /** So many fractions of a millitoken at most, beside one for each shard. */
    int fractions() {
        return times;
    }
}
