/** Tests of {@code worker}. */
@NullMarked
package dev.zaelimiter.loadtest.internal.worker;

import org.jspecify.annotations.NullMarked;
