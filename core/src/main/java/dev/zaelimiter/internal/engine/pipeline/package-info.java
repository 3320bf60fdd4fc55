/**
 * The one way from this process to one bucket, or to one shard of it: at most one write is under way, and what comes
 * meanwhile goes together in the next.
 *
 * <ul>
 *   <li>{@link dev.zaelimiter.internal.engine.pipeline.BucketPipeline} is what can be asked of it, by any thread;
 *       {@link dev.zaelimiter.internal.engine.pipeline.Mailbox} sees to it that one thread at a time works it, and
 *       {@link dev.zaelimiter.internal.engine.pipeline.DeadlineTimer} that nobody waits too long.
 *   <li>{@link dev.zaelimiter.internal.engine.pipeline.NextStep} chooses what is next, from a
 *       {@link dev.zaelimiter.internal.engine.pipeline.StepInput} of what is known and what waits, and
 *       {@link dev.zaelimiter.internal.engine.pipeline.BucketWorker} carries it out. The work itself is
 *       {@link dev.zaelimiter.internal.engine.pipeline.Work}.
 *   <li>{@link dev.zaelimiter.internal.engine.pipeline.Phase} is what it is in the middle of;
 *       {@link dev.zaelimiter.internal.engine.pipeline.CallSlot} keeps that, and the one call under way.
 *   <li>What is known: {@link dev.zaelimiter.internal.engine.pipeline.BucketState} for the one who works it, and
 *       published as a {@link dev.zaelimiter.internal.engine.pipeline.BucketSnapshot}, from which
 *       {@link dev.zaelimiter.internal.engine.pipeline.Outlook} answers anybody, at any time.
 *   <li>{@link dev.zaelimiter.internal.engine.pipeline.NextBatch} sends the next batch, which
 *       {@link dev.zaelimiter.internal.engine.pipeline.Selection} chooses, or clears its way;
 *       {@link dev.zaelimiter.internal.engine.pipeline.ConfigDrift} knows whether the bucket is in line with what is
 *       stored.
 *   <li>{@link dev.zaelimiter.internal.engine.pipeline.Reader} reads.
 *       {@link dev.zaelimiter.internal.engine.pipeline.WriteFactory} plans and renders,
 *       {@link dev.zaelimiter.internal.engine.pipeline.Writer} sends.
 *   <li>What an answer means: {@link dev.zaelimiter.internal.engine.pipeline.AnswerInterpreter}. What to do when it is
 *       lost: {@link dev.zaelimiter.internal.engine.pipeline.LostAnswers}. Who is told:
 *       {@link dev.zaelimiter.internal.engine.pipeline.GrantNotifier}.
 *   <li>All writes leave through one {@link dev.zaelimiter.internal.engine.pipeline.WriteGate}, which counts those that
 *       came to nothing. What goes back and does not fit goes on to other shards
 *       ({@link dev.zaelimiter.internal.engine.pipeline.Overflow}), or is told as cut
 *       ({@link dev.zaelimiter.internal.engine.pipeline.CreditCutReporter}).
 *   <li>What is held back, and why: {@link dev.zaelimiter.internal.engine.pipeline.Holdback}.
 *   <li>On a store in memory: {@link dev.zaelimiter.internal.engine.pipeline.ShortWay} and
 *       {@link dev.zaelimiter.internal.engine.pipeline.ShortCorrection}, which go by the same rules
 *       ({@link dev.zaelimiter.internal.engine.pipeline.ShortWrite}).
 *   <li>When the shard is divided is decided by {@link dev.zaelimiter.internal.engine.pipeline.Division};
 *       {@link dev.zaelimiter.internal.engine.pipeline.Transferrer} moves the tokens,
 *       {@link dev.zaelimiter.internal.engine.pipeline.Probe} finds another shard where the first can't be read.
 *   <li>{@link dev.zaelimiter.internal.engine.pipeline.Site} is who a pipeline is, and the way back into it;
 *       {@link dev.zaelimiter.internal.engine.pipeline.Sibling} is what one shard's pipeline asks and tells of
 *       another's.
 * </ul>
 */
@NullMarked
package dev.zaelimiter.internal.engine.pipeline;

import org.jspecify.annotations.NullMarked;
