/**
 * What keeps away what others throw: the back end of the log ({@link dev.zaelimiter.internal.guard.SafeLog}), executors
 * ({@link dev.zaelimiter.internal.guard.OnceTask}), timers ({@link dev.zaelimiter.internal.guard.SafeTimers}), clocks
 * ({@link dev.zaelimiter.internal.guard.SafeClock}), and whoever has others behind him
 * ({@link dev.zaelimiter.internal.guard.OneByOne}).
 */
@NullMarked
package dev.zaelimiter.internal.guard;

import org.jspecify.annotations.NullMarked;
