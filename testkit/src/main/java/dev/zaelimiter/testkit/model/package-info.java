/**
 * A language model that says what a test wants it to. Start at {@link dev.zaelimiter.testkit.model.StandInModel}.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.testkit.model;

import org.jspecify.annotations.NullMarked;
