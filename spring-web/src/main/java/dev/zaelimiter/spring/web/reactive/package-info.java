/**
 * Limits in front of WebFlux: {@link dev.zaelimiter.spring.web.reactive.LimitingWebFilter} shows an exchange to an
 * {@code HttpLimiter}, and does what it says. Nothing here blocks.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.spring.web.reactive;

import org.jspecify.annotations.NullMarked;
