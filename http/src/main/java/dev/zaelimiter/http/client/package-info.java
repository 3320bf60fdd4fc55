/**
 * Limits of outgoing calls: one's own, and what the other service says of its. Start with
 * {@link dev.zaelimiter.http.client.OutgoingLimits}; {@link dev.zaelimiter.http.client.LimitedHttpClient} is the JDK's
 * client with them.
 *
 * <p>{@code ServerWord} reads what a response says in any dialect, by {@code ItemReader} and {@code Waits};
 * {@code Scope} remembers it for all calls to one service. {@code Settlements} knows what calls really took, by fields
 * and by the {@code ResponseBody}.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.http.client;

import org.jspecify.annotations.NullMarked;
