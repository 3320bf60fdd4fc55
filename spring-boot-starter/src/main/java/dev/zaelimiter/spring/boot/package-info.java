/**
 * A limiter from the properties of an application. Start at
 * {@link dev.zaelimiter.spring.boot.ZaeLimiterAutoConfiguration}.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.spring.boot;

import org.jspecify.annotations.NullMarked;
