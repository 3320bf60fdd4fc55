/** Simulations that Gatling itself runs. */
@NullMarked
package dev.zaelimiter.gatling;

import org.jspecify.annotations.NullMarked;
