package dev.zaelimiter.gatling;

/**
 * How the requests of a simulation ended so far.
 *
 * @param granted by the store
 * @param refused by a limit
 * @param degraded admitted without an answer of the store
 * @param failed with an error
 */
public record LimiterCounts(long granted, long refused, long degraded, long failed) {}
