/**
 * What keeps away what others throw: the back end of the log ({@link dev.zaelimiter.internal.guard.SafeLog}), executors
 * ({@link dev.zaelimiter.internal.guard.OnceTask}) and timers ({@link dev.zaelimiter.internal.guard.SafeTimers}).
 */
@NullMarked
package dev.zaelimiter.internal.guard;

import org.jspecify.annotations.NullMarked;
