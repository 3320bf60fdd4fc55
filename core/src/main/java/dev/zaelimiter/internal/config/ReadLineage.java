package dev.zaelimiter.internal.config;

import dev.zaelimiter.internal.schema.BucketCreation.Lineage;

/**
 * What an entity's record said when it was read. Immutable.
 *
 * @param lineage {@link Lineage#NONE} if there was no record
 * @param atNanos when that read began, on the monotonic clock
 */
public record ReadLineage(Lineage lineage, long atNanos) {}
