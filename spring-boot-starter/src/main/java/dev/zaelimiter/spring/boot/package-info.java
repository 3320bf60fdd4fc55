/**
 * A limiter from the properties of an application. Start at {@link dev.zaelimiter.spring.boot.ZaeLimiterAutoConfiguration}.
 */
@NullMarked
package dev.zaelimiter.spring.boot;

import org.jspecify.annotations.NullMarked;
