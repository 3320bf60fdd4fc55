/** One entity under a growing load, in virtual time, on a modelled table. */
@NullMarked
package dev.zaelimiter.benchmarks.scale;

import org.jspecify.annotations.NullMarked;
