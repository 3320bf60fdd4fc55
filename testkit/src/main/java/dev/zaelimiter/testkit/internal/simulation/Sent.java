package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Write;

/**
 * A write as it left a client.
 *
 * @param client who sent it
 * @param write what it says
 * @param wallMillis what the client's clock showed
 * @param nanos true time
 * @param disrupted whether the client does not get its answer
 */
record Sent(String client, Write write, long wallMillis, long nanos, boolean disrupted) {}
