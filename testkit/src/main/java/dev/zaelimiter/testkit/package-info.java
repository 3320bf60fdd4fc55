/**
 * For tests of applications and of the limiter itself.
 *
 * <ul>
 *   <li>{@link dev.zaelimiter.testkit.FaultyStore}: a store that fails on demand.
 *   <li>{@link dev.zaelimiter.testkit.Simulation}: many processes with the real engine in virtual time, from one seed,
 *       under an oracle. {@code zae-limiter simulate} runs it from the command line.
 * </ul>
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.testkit;

import org.jspecify.annotations.NullMarked;
