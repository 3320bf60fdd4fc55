/** {@code zae-limiter entity}: start with {@link dev.zaelimiter.cli.admin.entity.EntityCommand}. */
@NullMarked
package dev.zaelimiter.cli.admin.entity;

import org.jspecify.annotations.NullMarked;
