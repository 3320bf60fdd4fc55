/** Tests of {@code plan}. */
@NullMarked
package dev.zaelimiter.loadtest.internal.plan;

import org.jspecify.annotations.NullMarked;
