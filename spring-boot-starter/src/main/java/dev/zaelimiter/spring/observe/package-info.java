/**
 * What operators see of the limiter: meters, spans, health, and the endpoint {@code limits}. Each is there only where
 * the application has the libraries for it.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.spring.observe;

import org.jspecify.annotations.NullMarked;
