/**
 * One process of a load test: plays its share of the plan, and writes down what it saw. Start with
 * {@link dev.zaelimiter.loadtest.internal.worker.Worker}.
 */
@NullMarked
package dev.zaelimiter.loadtest.internal.worker;

import org.jspecify.annotations.NullMarked;
