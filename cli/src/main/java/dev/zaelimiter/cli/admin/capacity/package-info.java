/** What is left in buckets: {@code entity buckets}, {@code resource buckets} and {@code resource capacity}. */
@NullMarked
package dev.zaelimiter.cli.admin.capacity;

import org.jspecify.annotations.NullMarked;
