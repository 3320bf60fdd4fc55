/**
 * Limits while they run. {@code zae-limiter watch}: {@link dev.zaelimiter.cli.admin.watch.WatchCommand} has a
 * {@link dev.zaelimiter.admin.capacity.Looker} look again and again, and a {@link dev.zaelimiter.cli.admin.watch.View}
 * draw it. {@code zae-limiter dashboard}: {@link dev.zaelimiter.cli.admin.watch.DashboardCommand} serves a page until
 * it is interrupted.
 */
@NullMarked
package dev.zaelimiter.cli.admin.watch;

import org.jspecify.annotations.NullMarked;
