/**
 * For tests of applications and of the limiter itself.
 *
 * <ul>
 *   <li>{@link dev.zaelimiter.testkit.FaultyStore}: a store that fails on demand.
 * </ul>
 */
@NullMarked
package dev.zaelimiter.testkit;

import org.jspecify.annotations.NullMarked;
