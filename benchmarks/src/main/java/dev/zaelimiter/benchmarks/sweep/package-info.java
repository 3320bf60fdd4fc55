/** Constants of the engine that models had left open, measured again with the real engine, over many seeds. */
@NullMarked
package dev.zaelimiter.benchmarks.sweep;

import org.jspecify.annotations.NullMarked;
