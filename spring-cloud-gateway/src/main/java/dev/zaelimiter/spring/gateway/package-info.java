/**
 * The filter {@code RateLimited} for routes of Spring Cloud Gateway, for its server on WebFlux and for the one on
 * servlets. What stands behind the filter's name is a {@link dev.zaelimiter.spring.gateway.GatewayLimit}, in both the
 * same.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.spring.gateway;

import org.jspecify.annotations.NullMarked;
