/** Tests of {@code scenario}. */
@NullMarked
package dev.zaelimiter.loadtest.internal.scenario;

import org.jspecify.annotations.NullMarked;
