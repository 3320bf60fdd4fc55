package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.Shares;

/** Who has the slot of a shard that is not there, by the last images of those that it would be split from. */
enum SlotOwner {
    /** None of them is known. */
    UNKNOWN,
    /** The nearest one that is known does not count it as its own. */
    NOBODY,
    /** The nearest one that is known has it. */
    ANCESTOR;

    static SlotOwner of(Site site) {
        int ancestor = site.shard();
        int divisor = 0;
        while (ancestor > 0 && divisor == 0) {
            ancestor = Shares.parent(ancestor);
            divisor = site.sibling(ancestor).outlook().divisor();
        }
        if (divisor == 0) {
            return UNKNOWN;
        }
        return Shares.owns(ancestor, divisor, site.shard()) ? ANCESTOR : NOBODY;
    }
}
