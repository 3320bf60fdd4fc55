/**
 * Limits of the calls that an application makes by {@code RestClient} or {@code RestTemplate}
 * ({@link dev.zaelimiter.spring.web.client.LimitingInterceptor}), and by {@code WebClient}
 * ({@link dev.zaelimiter.spring.web.client.LimitingExchangeFilter}).
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.spring.web.client;

import org.jspecify.annotations.NullMarked;
