/** Tests of {@code local}. */
@NullMarked
package dev.zaelimiter.loadtest.internal.local;

import org.jspecify.annotations.NullMarked;
