/** The command {@code simulate}: the limiter's own simulation, as the proof that anyone can run. */
@NullMarked
package dev.zaelimiter.cli.simulate;

import org.jspecify.annotations.NullMarked;
