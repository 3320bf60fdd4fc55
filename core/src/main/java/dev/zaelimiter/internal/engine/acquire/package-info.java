/**
 * One acquire, from the request to the end of its lease.
 *
 * <ul>
 *   <li>{@link dev.zaelimiter.internal.engine.acquire.BlockingLimiter} and
 *       {@link dev.zaelimiter.internal.engine.acquire.AsyncLimiter} are the two faces;
 *       {@link dev.zaelimiter.internal.engine.acquire.Availabilities} looks without taking.
 *   <li>{@link dev.zaelimiter.internal.engine.acquire.Entrance} is a caller's way in: on a store in memory one short
 *       call of the pipeline, otherwise an {@link dev.zaelimiter.internal.engine.acquire.AcquireFlow}.
 *   <li>The flow takes a {@link dev.zaelimiter.internal.engine.acquire.Part} from the bucket of the entity, and of the
 *       parent where it cascades; {@link dev.zaelimiter.internal.engine.acquire.DecisionReporter} tells what became of
 *       all of them, to a {@link dev.zaelimiter.internal.engine.acquire.Completion}.
 *   <li>Whoever took a debt waits until it has come back: {@link dev.zaelimiter.internal.engine.acquire.DebtWait}. The
 *       parent of an entity that has to wait is asked when the wait is over
 *       ({@link dev.zaelimiter.internal.engine.acquire.ParentsTurn}).
 *   <li>What is told of a bucket was seen lately, or is looked at first:
 *       {@link dev.zaelimiter.internal.engine.acquire.FreshLook}.
 *   <li>{@link dev.zaelimiter.internal.engine.acquire.LeaseImpl} counts in
 *       {@link dev.zaelimiter.internal.engine.acquire.LeaseLedger} what each
 *       {@link dev.zaelimiter.internal.engine.acquire.Grant} took; what goes back goes to where it came from.
 *   <li>An acquire ends in a lease, and a lease takes more by another acquire: it knows only
 *       {@link dev.zaelimiter.internal.engine.acquire.Limiters.FurtherTake}, which
 *       {@link dev.zaelimiter.internal.engine.acquire.FurtherAcquire} carries out.
 *   <li>{@link dev.zaelimiter.internal.engine.acquire.Limiters} owns the pipelines and the ways to them,
 *       {@link dev.zaelimiter.internal.engine.acquire.Shutdown} ends them in order.
 * </ul>
 */
@NullMarked
package dev.zaelimiter.internal.engine.acquire;

import org.jspecify.annotations.NullMarked;
