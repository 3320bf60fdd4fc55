/** Tokens given by hand: {@code entity reset} and {@code entity top-up}. */
@NullMarked
package dev.zaelimiter.cli.admin.refill;

import org.jspecify.annotations.NullMarked;
