/**
 * For tests of applications and of the limiter itself.
 *
 * <ul>
 *   <li>{@link dev.zaelimiter.testkit.FaultyStore}: a store that fails on demand.
 *   <li>{@link dev.zaelimiter.testkit.Simulation}: many processes with the real engine in virtual time, from one seed,
 *       under an oracle. {@code dev.zaelimiter.testkit.Simulate} replays a seed from the command line.
 *   <li>{@link dev.zaelimiter.testkit.Simulate}: runs one seed of the simulation, and prints what happened.
 * </ul>
 */
@NullMarked
package dev.zaelimiter.testkit;

import org.jspecify.annotations.NullMarked;
