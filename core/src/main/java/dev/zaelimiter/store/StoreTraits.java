package dev.zaelimiter.store;

/**
 * What the engine should know of a store. All but {@code writesMayLandLate} only helps it to plan well.
 *
 * @param name what it is called in messages
 * @param answersTakeTime whether an answer takes a network's or a disk's time: then corrections wait a little for
 *     company, and callers for one another. False if a future that the store returns is usually done already
 * @param writesMayLandLate whether a write of which the store said {@link StoreException.Uncertain}, or nothing at all
 *     for a while, may still be applied later. It decides what may be sent again after a lost answer: a store that says
 *     false and lands a write late gives tokens back twice. If in doubt, true
 * @param writeUnitsPerSecond the write units per second that one partition key can take, or 0 for no limit of the kind
 */
public record StoreTraits(String name, boolean answersTakeTime, boolean writesMayLandLate, long writeUnitsPerSecond) {}
