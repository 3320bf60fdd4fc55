/**
 * The acquire flow: from a request to one exact write, and from its answer to a lease.
 *
 * <p>A call goes through these rooms:
 *
 * <ol>
 *   <li>{@link dev.zaelimiter.internal.engine.BlockingLimiter} or {@link dev.zaelimiter.internal.engine.AsyncLimiter}
 *       make a {@link dev.zaelimiter.internal.engine.AcquireFlow}.
 *   <li>The flow puts a {@link dev.zaelimiter.internal.engine.Demand} into the
 *       {@link dev.zaelimiter.internal.engine.BucketPipeline} of the entity, and of the parent where it cascades.
 *   <li>{@link dev.zaelimiter.internal.engine.Work} decides what the pipeline does next;
 *       {@link dev.zaelimiter.internal.engine.Selection} chooses the batch, the planner (package {@code bucket}) the
 *       write; {@link dev.zaelimiter.internal.engine.Writer} sends it.
 *   <li>{@link dev.zaelimiter.internal.engine.Answers} reads the answer and ends the demands.
 *   <li>The flow hands out a {@link dev.zaelimiter.internal.engine.LeaseImpl}, through the
 *       {@link dev.zaelimiter.internal.engine.Outbox} where callbacks run inline.
 * </ol>
 *
 * <p>{@link dev.zaelimiter.internal.engine.Engine} holds what all pipelines share. Nothing here blocks, except the
 * blocking face and {@code close()}.
 */
@NullMarked
package dev.zaelimiter.internal.engine;

import org.jspecify.annotations.NullMarked;
