/** Benchmarks. */
@NullMarked
package dev.zaelimiter.benchmarks;

import org.jspecify.annotations.NullMarked;
