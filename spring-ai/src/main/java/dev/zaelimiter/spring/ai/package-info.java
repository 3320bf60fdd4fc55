/** Limits of the calls of Spring AI's {@code ChatClient}. Start at {@link dev.zaelimiter.spring.ai.RateLimitAdvisor}. */
@NullMarked
package dev.zaelimiter.spring.ai;

import org.jspecify.annotations.NullMarked;
