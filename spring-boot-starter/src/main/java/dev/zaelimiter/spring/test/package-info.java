/**
 * Tests of limits in an application, on a clock that stands still. Start at
 * {@link dev.zaelimiter.spring.test.RateLimitTest}.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.spring.test;

import org.jspecify.annotations.NullMarked;
