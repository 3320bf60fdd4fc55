/**
 * Small programs that show the limiter in use. Each has a {@code main}, needs nothing but this repository, and ends by
 * itself.
 *
 * <ul>
 *   <li>{@link dev.zaelimiter.examples.QuickStart}: a limit, some requests, a refusal.
 *   <li>{@link dev.zaelimiter.examples.LlmCall}: an estimate, the true cost afterwards, a key and its project.
 *   <li>{@link dev.zaelimiter.examples.AsyncCalls}: the same on futures.
 *   <li>{@link dev.zaelimiter.examples.TestYourLimits}: a day of requests in a moment, on a clock that stands still.
 * </ul>
 */
@NullMarked
package dev.zaelimiter.examples;

import org.jspecify.annotations.NullMarked;
