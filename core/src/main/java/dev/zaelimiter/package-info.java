/**
 * The public API: what an application imports.
 *
 * <p>Start with {@link dev.zaelimiter.LimitRepository}, which every store implementation hands out. From it come the
 * {@link dev.zaelimiter.RateLimiter} (blocking) and the {@link dev.zaelimiter.AsyncRateLimiter} (futures), with the
 * same verbs, and two small facets: {@link dev.zaelimiter.StoredLimits} and {@link dev.zaelimiter.Entities}.
 *
 * <table>
 * <caption>What lives here</caption>
 * <tr><td>Asking</td><td>{@link dev.zaelimiter.AcquireRequest}, {@link dev.zaelimiter.Limit}</td></tr>
 * <tr><td>Answers</td><td>{@link dev.zaelimiter.Decision}, {@link dev.zaelimiter.Lease},
 *     {@link dev.zaelimiter.Refusal}, {@link dev.zaelimiter.LimitStatus}, {@link dev.zaelimiter.Availability},
 *     {@link dev.zaelimiter.Explanation}</td></tr>
 * <tr><td>Errors</td><td>{@link dev.zaelimiter.RateLimiterException} and its subclasses</td></tr>
 * <tr><td>Seams</td><td>{@link dev.zaelimiter.Environment}, {@link dev.zaelimiter.ManualClock},
 *     {@link dev.zaelimiter.LimiterListener}</td></tr>
 * </table>
 *
 * <p>Three nouns are used everywhere with one meaning: an <em>entity</em> is who is limited, a <em>resource</em> is
 * what is used, a <em>limit</em> is how much. Amounts are whole tokens; times are {@link java.time.Duration}s and
 * {@link java.time.Instant}s. The package depends on nothing but the JDK.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter;

import org.jspecify.annotations.NullMarked;
