package dev.zaelimiter.loadtest.internal.report;

/**
 * A second of the run, of all workers together.
 *
 * @param atSeconds since 1970, by the store's clock as far as it is known
 * @param counts in it
 * @param p50 of admitted acquires, in microseconds; -1 if there was none
 * @param p99 of admitted acquires, likewise
 */
public record Second(long atSeconds, Counts counts, long p50, long p99) {}
