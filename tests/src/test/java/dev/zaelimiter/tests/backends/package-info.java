/**
 * The limiter on real stores, those that {@code bin/backends} starts, and over a network that fails on demand. Start at
 * {@link dev.zaelimiter.tests.backends.FaultProxy}.
 */
package dev.zaelimiter.tests.backends;
