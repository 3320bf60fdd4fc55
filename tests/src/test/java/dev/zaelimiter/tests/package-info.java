/**
 * Scenarios: what users of a rate limiter meet, driven through the public API on the in-memory store.
 *
 * <p>Start with {@link dev.zaelimiter.tests.Fleet}, several processes on one store and one clock, and
 * {@link dev.zaelimiter.tests.Requests}, the short words that the tests use. A class per group of faults;
 * {@code ArchitectureTest} holds the arrows between modules and packages.
 */
package dev.zaelimiter.tests;
