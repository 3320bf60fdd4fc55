/**
 * What operators and applications change: stored limits, entities, the namespace. Small, blocking, off the hot path.
 *
 * <ul>
 *   <li>{@link dev.zaelimiter.internal.facets.StoredLimitsFacet}: limits at four levels, by
 *       {@link dev.zaelimiter.internal.facets.LevelStore} and {@link dev.zaelimiter.internal.facets.LimitLists}.
 *   <li>{@link dev.zaelimiter.internal.facets.Registers}: who has limits, kept in items of their own.
 *   <li>{@link dev.zaelimiter.internal.facets.EntitiesFacet}: entities and their parents, with
 *       {@link dev.zaelimiter.internal.facets.EntityMoves} and {@link dev.zaelimiter.internal.facets.EntityRemoval}.
 *   <li>{@link dev.zaelimiter.internal.facets.AuditedTransactions}: each change and the record of it, both or neither,
 *       in the name of an {@link dev.zaelimiter.internal.facets.Author};
 *       {@link dev.zaelimiter.internal.facets.ConfigRecords} and {@link dev.zaelimiter.internal.facets.EntityRecords}
 *       say what the record holds.
 *   <li>{@link dev.zaelimiter.internal.facets.Namespaces}: names and opaque ids.
 *   <li>{@link dev.zaelimiter.internal.facets.OptimisticRetry}: tries again where others were quicker;
 *       {@link dev.zaelimiter.internal.facets.Pages}: all that lies in pages;
 *       {@link dev.zaelimiter.internal.facets.BlockingStore}: one call of the store.
 *   <li>{@link dev.zaelimiter.internal.facets.EngineRepository}: all of it, and the two faces, as one repository.
 * </ul>
 */
@NullMarked
package dev.zaelimiter.internal.facets;

import org.jspecify.annotations.NullMarked;
