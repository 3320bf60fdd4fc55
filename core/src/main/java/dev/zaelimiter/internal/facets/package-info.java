/**
 * What operators and applications change: stored limits, entities, the namespace. Small, blocking, off the hot path.
 *
 * <ul>
 *   <li>{@link dev.zaelimiter.internal.facets.StoredLimitsFacet}: limits at four levels.
 *   <li>{@link dev.zaelimiter.internal.facets.Registers}: who has limits, kept beside them.
 *   <li>{@link dev.zaelimiter.internal.facets.EntitiesFacet}: entities and their parents.
 *   <li>{@link dev.zaelimiter.internal.facets.Namespaces}: names and opaque ids.
 *   <li>{@link dev.zaelimiter.internal.facets.EngineRepository}: all of it, and the two faces, as one repository.
 * </ul>
 */
@NullMarked
package dev.zaelimiter.internal.facets;

import org.jspecify.annotations.NullMarked;
