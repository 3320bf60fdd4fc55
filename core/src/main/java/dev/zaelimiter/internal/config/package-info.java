/**
 * Stored limits: reading, caching and resolving them.
 *
 * <ul>
 *   <li>{@link dev.zaelimiter.internal.config.ConfigKeys}: the four levels that speak of an entity and resource, and
 *       its record.
 *   <li>{@link dev.zaelimiter.internal.config.ConfigCache}: what each level and record holds, one read per key at a
 *       time, remembered by {@link dev.zaelimiter.internal.config.KnownLevels}.
 *   <li>{@link dev.zaelimiter.internal.config.Resolution}: what follows from the four for one entity and resource.
 * </ul>
 *
 * <p>Each read has a number, and numbers only grow: whoever has seen a bucket and wants to rewrite it asks for a
 * resolution whose reads all began later. That is what keeps processes with fresh and stale caches from undoing each
 * other.
 */
@NullMarked
package dev.zaelimiter.internal.config;

import org.jspecify.annotations.NullMarked;
