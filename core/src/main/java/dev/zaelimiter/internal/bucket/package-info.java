/**
 * Bucket arithmetic and the planner: pure functions of values, tested without a store.
 *
 * <ul>
 *   <li>{@link dev.zaelimiter.internal.bucket.BucketMath}: refill, remainder, waiting times. No floating point.
 *   <li>{@link dev.zaelimiter.internal.bucket.BucketImage}: a bucket as it was last seen.
 *   <li>{@link dev.zaelimiter.internal.bucket.Rates}: the numbers that govern a request: the bucket's own, or those
 *       that came with the call.
 *   <li>{@link dev.zaelimiter.internal.bucket.BatchTotals}: what a batch of demands wants, summed up per limit.
 *   <li>{@link dev.zaelimiter.internal.bucket.Planner}: image + ask + now →
 *       {@link dev.zaelimiter.internal.bucket.Plan}.
 *   <li>{@link dev.zaelimiter.internal.bucket.CutCredit}: what of a credit does not fit.
 *   <li>{@link dev.zaelimiter.internal.bucket.Accrual}: what the time since the stamp makes of a limit. Every write
 *       that moves the stamp begins with it.
 *   <li>{@link dev.zaelimiter.internal.bucket.BucketRewrite}, {@link dev.zaelimiter.internal.bucket.Transfers}: a
 *       change of limits; a split, a merge, a gift. Each is a {@link dev.zaelimiter.internal.bucket.BucketUpdate}.
 *   <li>{@link dev.zaelimiter.internal.bucket.Metering}: counts, and moves nothing.
 *   <li>{@link dev.zaelimiter.internal.bucket.Lifetime}: when a bucket may vanish.
 *   <li>{@link dev.zaelimiter.internal.bucket.ForeignWriteEstimator}: how much others write to a bucket, learned from
 *       its images.
 * </ul>
 *
 * <p>Balances are millitokens, times milliseconds since the epoch, both {@code long}. Nothing here asks for the time.
 */
@NullMarked
package dev.zaelimiter.internal.bucket;

import org.jspecify.annotations.NullMarked;
