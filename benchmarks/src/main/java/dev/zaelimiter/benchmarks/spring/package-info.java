/** What Spring costs around a call of a limiter. Start with {@link dev.zaelimiter.benchmarks.spring.SpringBench}. */
@NullMarked
package dev.zaelimiter.benchmarks.spring;

import org.jspecify.annotations.NullMarked;
