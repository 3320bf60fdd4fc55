/** Tests of {@code report}. */
@NullMarked
package dev.zaelimiter.loadtest.internal.report;

import org.jspecify.annotations.NullMarked;
