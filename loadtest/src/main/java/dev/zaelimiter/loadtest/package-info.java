/**
 * Scenarios of a load test, for those who write their own. A {@link dev.zaelimiter.loadtest.LoadScenario} says what a
 * {@link dev.zaelimiter.loadtest.LoadUser} does in one step; {@code zae-limiter loadtest run} plays it in as many
 * processes as are asked for, and adds up what they saw.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.loadtest;

import org.jspecify.annotations.NullMarked;
