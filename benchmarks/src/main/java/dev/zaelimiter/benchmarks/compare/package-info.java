/**
 * The comparison that {@code bin/compare} runs: {@link dev.zaelimiter.benchmarks.compare.Compare} measures each part,
 * keeps the figures as JSON, and makes the page and its charts of what was kept, and of nothing else.
 */
@NullMarked
package dev.zaelimiter.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
