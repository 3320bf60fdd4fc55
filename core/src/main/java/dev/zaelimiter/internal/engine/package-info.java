/**
 * The acquire flow: from a request to one exact write, and from its answer to a lease.
 *
 * <p>A call goes through these rooms:
 *
 * <ol>
 *   <li>{@link dev.zaelimiter.internal.engine.BlockingLimiter} or {@link dev.zaelimiter.internal.engine.AsyncLimiter}
 *       enter by an {@link dev.zaelimiter.internal.engine.Entrance}: on a store in memory the
 *       {@link dev.zaelimiter.internal.engine.ShortWay} mostly will do; else it makes an
 *       {@link dev.zaelimiter.internal.engine.AcquireFlow}.
 *   <li>The flow puts a {@link dev.zaelimiter.internal.engine.Part} into the
 *       {@link dev.zaelimiter.internal.engine.BucketPipeline} of the entity, and of the parent where it cascades; of that one
 *       later if the entity has to wait ({@link dev.zaelimiter.internal.engine.ParentsTurn}).
 *   <li>{@link dev.zaelimiter.internal.engine.Mailbox} sees to it that one thread at a time works it, and
 *       {@link dev.zaelimiter.internal.engine.Deadlines} that nobody waits too long.
 *   <li>{@link dev.zaelimiter.internal.engine.Work} decides what the pipeline does next for its
 *       {@link dev.zaelimiter.internal.engine.Waitlist} and its {@link dev.zaelimiter.internal.engine.Corrections}.
 *       {@link dev.zaelimiter.internal.engine.Alignment} brings bucket and callers in line with what is stored;
 *       {@link dev.zaelimiter.internal.engine.NextBatch} has {@link dev.zaelimiter.internal.engine.Selection} choose the
 *       batch, the planner (package {@code bucket}) the plan; {@link dev.zaelimiter.internal.engine.Flights} makes the
 *       write of it, and {@link dev.zaelimiter.internal.engine.Writer} sends it.
 *   <li>{@link dev.zaelimiter.internal.engine.Answers} reads the answer,
 *       {@link dev.zaelimiter.internal.engine.LostAnswers} finds out what became of a write without one, and
 *       {@link dev.zaelimiter.internal.engine.Grants} tells those who were written. Many of them at once are expected
 *       back ({@link dev.zaelimiter.internal.engine.Holdback}).
 *   <li>The {@link dev.zaelimiter.internal.engine.Verdict} of the flow hands out a
 *       {@link dev.zaelimiter.internal.engine.LeaseImpl}, through the {@link dev.zaelimiter.internal.engine.Outbox} where
 *       callbacks run inline; whoever took a debt waits for it ({@link dev.zaelimiter.internal.engine.Wait}).
 *   <li>The lease counts in {@link dev.zaelimiter.internal.engine.Holdings} what each
 *       {@link dev.zaelimiter.internal.engine.Grant} took, and ends with a
 *       {@link dev.zaelimiter.internal.engine.Correction} of the {@link dev.zaelimiter.internal.engine.Origin} of each; on
 *       a store in memory {@link dev.zaelimiter.internal.engine.ShortCorrection} mostly will do.
 * </ol>
 *
 * <p>A bucket in shards has a pipeline for each: {@link dev.zaelimiter.internal.engine.Shards} knows the way,
 * {@link dev.zaelimiter.internal.engine.Division} says when to divide, {@link dev.zaelimiter.internal.engine.Transferrer}
 * moves tokens, {@link dev.zaelimiter.internal.engine.Probe} finds another shard where the first can't be read,
 * {@link dev.zaelimiter.internal.engine.SpreadTakes} serves what no shard could alone, and
 * {@link dev.zaelimiter.internal.engine.Overflow} sends on what goes back and does not fit. What is told of a bucket is seen
 * lately, or looked at first ({@link dev.zaelimiter.internal.engine.FreshLook}).
 *
 * <p>{@link dev.zaelimiter.internal.engine.Engine} holds what all pipelines share,
 * {@link dev.zaelimiter.internal.engine.Telemetry} counts and tells, and
 * {@link dev.zaelimiter.internal.engine.Shutdown} ends it all in order. Nothing here blocks, except the
 * blocking face and {@code close()}.
 */
@NullMarked
package dev.zaelimiter.internal.engine;

import org.jspecify.annotations.NullMarked;
