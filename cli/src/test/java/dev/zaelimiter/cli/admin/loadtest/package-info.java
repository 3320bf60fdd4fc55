/** Tests of {@code loadtest}. */
@NullMarked
package dev.zaelimiter.cli.admin.loadtest;

import org.jspecify.annotations.NullMarked;
