/** What the workers saw, added up. Start with {@link dev.zaelimiter.loadtest.internal.report.Report}. */
@NullMarked
package dev.zaelimiter.loadtest.internal.report;

import org.jspecify.annotations.NullMarked;
