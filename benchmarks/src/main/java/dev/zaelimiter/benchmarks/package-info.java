/**
 * Benchmarks: {@code bin/bench NAME}. Each prints a table and, last, one line {@code RESULT} with a JSON object.
 *
 * <ul>
 *   <li>{@code embedded} ({@link dev.zaelimiter.benchmarks.EmbeddedBench}): acquires per second in memory, compared
 *       with other limiters for the JVM.
 *   <li>{@code hot-key} ({@link dev.zaelimiter.benchmarks.HotKeyBench}): many callers on one bucket of a slow store.
 * </ul>
 *
 * <p>Figures are ratios within one run, since machines differ and are noisy. {@link dev.zaelimiter.benchmarks.Bench}
 * finds a benchmark by its name.
 */
@NullMarked
package dev.zaelimiter.benchmarks;

import org.jspecify.annotations.NullMarked;
