/**
 * Administration of a repository. Start with {@link dev.zaelimiter.admin.Administration}: limits and entities changed
 * in somebody's name, and the {@link dev.zaelimiter.admin.AuditLog} that tells who changed what; and the
 * {@link dev.zaelimiter.admin.NamespaceRegistry}.
 *
 * <p>Everything here blocks for a few round trips, is safe for use by many threads, and throws
 * {@link dev.zaelimiter.StoreFailureException} if the store fails.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.admin;

import org.jspecify.annotations.NullMarked;
