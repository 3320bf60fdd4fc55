/**
 * A store on this machine, to develop against: {@code zae-limiter local}.
 * {@link dev.zaelimiter.cli.admin.local.BackEnds} chooses what runs, a container or a process;
 * {@link dev.zaelimiter.cli.admin.local.LocalFolder} remembers it between commands.
 */
@NullMarked
package dev.zaelimiter.cli.admin.local;

import org.jspecify.annotations.NullMarked;
