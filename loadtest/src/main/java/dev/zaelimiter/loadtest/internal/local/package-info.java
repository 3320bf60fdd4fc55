/**
 * A run on this machine: starts the workers, watches them, and stops them. Start with
 * {@link dev.zaelimiter.loadtest.internal.local.LocalRun}.
 */
@NullMarked
package dev.zaelimiter.loadtest.internal.local;

import org.jspecify.annotations.NullMarked;
