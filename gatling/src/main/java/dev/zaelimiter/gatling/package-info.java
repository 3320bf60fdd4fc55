/**
 * A protocol of Gatling for limiters: takes, waits, settlements, and refusals told apart from failures.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.gatling;

import org.jspecify.annotations.NullMarked;
