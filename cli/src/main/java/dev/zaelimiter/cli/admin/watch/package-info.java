/**
 * {@code zae-limiter watch}: {@link dev.zaelimiter.cli.admin.watch.WatchCommand} has a
 * {@link dev.zaelimiter.cli.admin.watch.Looker} look again and again, and a {@link dev.zaelimiter.cli.admin.watch.View} draw it.
 */
@NullMarked
package dev.zaelimiter.cli.admin.watch;

import org.jspecify.annotations.NullMarked;
