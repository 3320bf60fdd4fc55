/** {@code zae-limiter audit}. */
@NullMarked
package dev.zaelimiter.cli.admin.audit;

import org.jspecify.annotations.NullMarked;
