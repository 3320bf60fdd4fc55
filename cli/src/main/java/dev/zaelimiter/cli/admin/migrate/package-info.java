/** {@code zae-limiter migrate}: coming from the Python system. */
@NullMarked
package dev.zaelimiter.cli.admin.migrate;

import org.jspecify.annotations.NullMarked;
