/**
 * The scenarios that come with us, and the way to those that do not. Start with
 * {@link dev.zaelimiter.loadtest.internal.scenario.Scenarios}.
 */
@NullMarked
package dev.zaelimiter.loadtest.internal.scenario;

import org.jspecify.annotations.NullMarked;
