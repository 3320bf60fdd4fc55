/**
 * Limits of calls to language models, without a framework. A {@link dev.zaelimiter.llm.ModelLimiter} takes requests and
 * tokens before a call, by an estimate of a {@link dev.zaelimiter.llm.TokenEstimator}; the
 * {@link dev.zaelimiter.llm.ModelCall} that it gives is told what comes back, and settles to what was really used
 * however the call ends.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.llm;

import org.jspecify.annotations.NullMarked;
