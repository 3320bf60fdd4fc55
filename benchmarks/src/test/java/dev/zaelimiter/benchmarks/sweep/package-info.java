@NullMarked
package dev.zaelimiter.benchmarks.sweep;

import org.jspecify.annotations.NullMarked;
