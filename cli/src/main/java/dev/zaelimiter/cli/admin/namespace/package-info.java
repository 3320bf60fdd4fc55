/** {@code zae-limiter namespace}: start with {@link dev.zaelimiter.cli.admin.namespace.NamespaceCommand}. */
@NullMarked
package dev.zaelimiter.cli.admin.namespace;

import org.jspecify.annotations.NullMarked;
