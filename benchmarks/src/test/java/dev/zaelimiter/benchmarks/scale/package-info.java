@NullMarked
package dev.zaelimiter.benchmarks.scale;

import org.jspecify.annotations.NullMarked;
