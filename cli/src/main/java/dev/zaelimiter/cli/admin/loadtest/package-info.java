/**
 * The commands {@code loadtest}: load on a store, and what it made of it. Start with
 * {@link dev.zaelimiter.cli.admin.loadtest.RunLoadCommand}.
 */
@NullMarked
package dev.zaelimiter.cli.admin.loadtest;

import org.jspecify.annotations.NullMarked;
