/**
 * Methods that are limited by an annotation. Start at {@link dev.zaelimiter.spring.annotation.RateLimited}; what it
 * becomes is a {@code LimitedMethod}, made once, and carried out by {@code RateLimitedInterceptor}.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.spring.annotation;

import org.jspecify.annotations.NullMarked;
