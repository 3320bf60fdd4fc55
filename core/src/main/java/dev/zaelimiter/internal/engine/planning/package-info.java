/**
 * Who gets how much of what: pure functions on images of buckets, without a store and a clock.
 *
 * <ul>
 *   <li>{@link dev.zaelimiter.internal.engine.planning.Tokens} are amounts of limits, wherever there are some: asked
 *       for, given, corrected, held, lost.
 *   <li>{@link dev.zaelimiter.internal.engine.planning.TakeRequest} is what a request wants;
 *       {@link dev.zaelimiter.internal.engine.planning.CallLimits} and
 *       {@link dev.zaelimiter.internal.engine.planning.SoftLimits} say which numbers govern it.
 *   <li>{@link dev.zaelimiter.internal.engine.planning.MultiShardPlanner} spreads takes over several shards.
 *   <li>{@link dev.zaelimiter.internal.engine.planning.Statuses} tells how the limits of a bucket stand,
 *       {@link dev.zaelimiter.internal.engine.planning.ShardTotals} those of all its shards together.
 *   <li>{@link dev.zaelimiter.internal.engine.planning.ItemSize} reckons what a write costs.
 * </ul>
 */
@NullMarked
package dev.zaelimiter.internal.engine.planning;

import org.jspecify.annotations.NullMarked;
