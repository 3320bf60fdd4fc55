package dev.zaelimiter.aggregator;

import java.math.BigInteger;

/**
 * What one change adds to the usage of its owner. Arrays are aligned with the layout's limits, shared, and must not be
 * changed.
 *
 * @param sequence the number of the change
 * @param atMillis when it was, in milliseconds since the epoch
 * @param layout of the image after it
 * @param consumed millitokens, net
 * @param bypassed whether they were taken while a bypass held
 * @param overdrawn which soft limits were left in debt, as bits
 */
record Contribution(
        BigInteger sequence, long atMillis, CounterLayout layout, long[] consumed, boolean bypassed, long overdrawn) {}
