/**
 * How buckets stand, for people who look and don't take. {@link dev.zaelimiter.admin.capacity.Buckets} reads them: each
 * bucket with its shards as a {@link dev.zaelimiter.admin.capacity.BucketView}, and what all of a resource come to as a
 * {@link dev.zaelimiter.admin.capacity.ResourceCapacity}.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.admin.capacity;

import org.jspecify.annotations.NullMarked;
