/** What commands show: {@link dev.zaelimiter.cli.admin.output.Output}, as tables, JSON or CSV. */
@NullMarked
package dev.zaelimiter.cli.admin.output;

import org.jspecify.annotations.NullMarked;
