/**
 * What buckets have consumed before and after a run, as their store has it. Start with
 * {@link dev.zaelimiter.loadtest.internal.consumed.Consumed}.
 */
@NullMarked
package dev.zaelimiter.loadtest.internal.consumed;

import org.jspecify.annotations.NullMarked;
