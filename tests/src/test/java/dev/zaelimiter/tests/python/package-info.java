/**
 * One table, two systems: the Python zae-limiter that {@code bin/backends} installs, beside ours.
 *
 * <ul>
 *   <li>{@link dev.zaelimiter.tests.python.PythonClients}: clients of the original in a process of their own.
 *   <li>{@link dev.zaelimiter.tests.python.SharedTable}: a table, processes of ours and clients of the original on it,
 *       and one clock for all.
 * </ul>
 */
@NullMarked
package dev.zaelimiter.tests.python;

import org.jspecify.annotations.NullMarked;
