/** How continuations hang on futures: {@link dev.zaelimiter.internal.futures.Callbacks}, so that no fault is lost. */
@NullMarked
package dev.zaelimiter.internal.futures;

import org.jspecify.annotations.NullMarked;
