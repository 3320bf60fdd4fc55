/**
 * Sums up consumption from the changes of a store, and does what follows from it.
 *
 * <ul>
 *   <li>{@link dev.zaelimiter.aggregator.Aggregation}: the pure function, from a batch of changes to what they say.
 *   <li>{@link dev.zaelimiter.aggregator.Aggregator}: does it, and tells how that went
 *       ({@link dev.zaelimiter.aggregator.BatchOutcome}); the same for every host.
 *   <li>{@link dev.zaelimiter.aggregator.AggregatorWorker}: the host inside a process, on the store's own feed.
 *   <li>{@link dev.zaelimiter.aggregator.ArchiveSink}, {@link dev.zaelimiter.aggregator.DeadLetters}: where expired
 *       records of changes go, and what can't be understood.
 * </ul>
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.aggregator;

import org.jspecify.annotations.NullMarked;
