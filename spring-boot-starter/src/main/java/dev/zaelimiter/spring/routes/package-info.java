/**
 * The filters of {@code zae-limiter-spring-web}, from properties, and what a client is told of a method that was
 * refused. Start at {@link dev.zaelimiter.spring.routes.WebProperties}.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.spring.routes;

import org.jspecify.annotations.NullMarked;
