/**
 * What a web service tells its clients about limits: response fields, and the bodies of refusals. Start with
 * {@link dev.zaelimiter.http.HttpAnswers}, which turns a decision into either.
 *
 * <p>Everything that is said of a decision comes from its one {@code DecisionView}, the balances that decided; nothing
 * is read again. A {@link dev.zaelimiter.http.Dialect} is written by a package-private {@code FieldWriter}.
 *
 * <p>The packages below find out who calls ({@code address}), what a call takes ({@code route}), and what other
 * services say of their limits ({@code client}). Nothing here knows a framework.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.http;

import org.jspecify.annotations.NullMarked;
