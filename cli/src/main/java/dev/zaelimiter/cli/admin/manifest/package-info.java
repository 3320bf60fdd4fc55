/** {@code zae-limiter limits}: limits as a file declares them. */
@NullMarked
package dev.zaelimiter.cli.admin.manifest;

import org.jspecify.annotations.NullMarked;
