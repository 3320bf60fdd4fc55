/** The limiter's log, whose back end may throw as it likes: {@link dev.zaelimiter.internal.log.SafeLog}. */
@NullMarked
package dev.zaelimiter.internal.log;

import org.jspecify.annotations.NullMarked;
