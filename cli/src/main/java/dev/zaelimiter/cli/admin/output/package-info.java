/** What commands show: {@link dev.zaelimiter.cli.admin.output.Output} for results, as tables or JSON, and {@link dev.zaelimiter.cli.admin.output.ProgressLine} for long work. */
@NullMarked
package dev.zaelimiter.cli.admin.output;

import org.jspecify.annotations.NullMarked;
