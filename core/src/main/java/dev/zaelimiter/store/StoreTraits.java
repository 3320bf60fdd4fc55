package dev.zaelimiter.store;

/**
 * What the engine should know of a store to plan well. None of it changes what is right, only what is cheap.
 *
 * @param name what it is called in messages
 * @param remote whether an answer takes a network's time: then corrections wait a little for company
 * @param writeUnitsPerSecond the write units per second that one partition key can take, or 0 for no limit of the kind
 */
public record StoreTraits(String name, boolean remote, long writeUnitsPerSecond) {}
