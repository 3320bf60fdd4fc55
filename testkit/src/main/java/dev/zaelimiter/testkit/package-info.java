/**
 * For tests of applications and of the limiter itself.
 *
 * <ul>
 *   <li>{@link dev.zaelimiter.testkit.FaultyStore}: a store that fails on demand.
 *   <li>{@link dev.zaelimiter.testkit.Simulate}: runs one seed of the simulation, and prints what happened.
 * </ul>
 */
@NullMarked
package dev.zaelimiter.testkit;

import org.jspecify.annotations.NullMarked;
