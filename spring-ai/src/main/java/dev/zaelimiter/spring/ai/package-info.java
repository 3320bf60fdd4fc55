/**
 * Limits of the calls of Spring AI's {@code ChatClient}. Start at {@link dev.zaelimiter.spring.ai.RateLimitAdvisor}.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.spring.ai;

import org.jspecify.annotations.NullMarked;
