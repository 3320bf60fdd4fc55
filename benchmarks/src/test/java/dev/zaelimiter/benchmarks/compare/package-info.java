@NullMarked
package dev.zaelimiter.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
