/**
 * One bucket in several shards, each with a pipeline of its own.
 *
 * <ul>
 *   <li>{@link dev.zaelimiter.internal.engine.shards.PipelineRegistry} finds the one pipeline of each shard in this
 *       process.
 *   <li>{@link dev.zaelimiter.internal.engine.shards.ShardRouter} knows the way: which shard is asked first, and which
 *       next; for a {@link dev.zaelimiter.internal.engine.shards.ShardAffinity} it stays with one.
 *   <li>{@link dev.zaelimiter.internal.engine.shards.MultiShardWorker} serves what no shard could alone;
 *       {@link dev.zaelimiter.internal.engine.shards.MultiShardStep} chooses what it does next:
 *       {@link dev.zaelimiter.internal.engine.shards.MultiShardReader} reads all shards, the plan spreads the takes
 *       over them, {@link dev.zaelimiter.internal.engine.shards.MultiShardWriter} sends the transaction and reads its
 *       answer.
 *   <li>What came from several goes back to each: {@link dev.zaelimiter.internal.engine.shards.MultiShardTarget}.
 * </ul>
 */
@NullMarked
package dev.zaelimiter.internal.engine.shards;

import org.jspecify.annotations.NullMarked;
