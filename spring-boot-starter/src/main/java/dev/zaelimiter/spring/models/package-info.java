/**
 * Limits of calls to language models, from properties: with {@code zae-limiter-llm} on the class path a
 * {@code ModelLimiter}, with {@code zae-limiter-spring-ai} also an advisor in every {@code ChatClient}. Start at
 * {@link dev.zaelimiter.spring.models.ModelProperties}.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.spring.models;

import org.jspecify.annotations.NullMarked;
