/** {@code zae-limiter usage}: what was consumed over time, as an aggregator has summed it up. */
@NullMarked
package dev.zaelimiter.cli.admin.usage;

import org.jspecify.annotations.NullMarked;
