/**
 * {@code zae-limiter aggregator}: {@link dev.zaelimiter.cli.admin.aggregator.RunCommand} is a host of the aggregator,
 * and {@link dev.zaelimiter.cli.admin.aggregator.Metrics} counts what it does.
 */
@NullMarked
package dev.zaelimiter.cli.admin.aggregator;

import org.jspecify.annotations.NullMarked;
