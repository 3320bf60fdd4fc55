/**
 * The store port: what a database must offer to carry the limiter, and how to open a repository on it.
 *
 * <p>{@link dev.zaelimiter.store.ItemStore} is the port. It is narrow and shaped like DynamoDB, without its SDK:
 * {@link dev.zaelimiter.store.Item}s of attributes under a {@link dev.zaelimiter.store.Key}, conditional
 * {@link dev.zaelimiter.store.Write}s of a prepared {@link dev.zaelimiter.store.WriteShape}, transactions, queries and
 * a {@link dev.zaelimiter.store.ChangeFeed}. Failures are {@link dev.zaelimiter.store.StoreException}s, sorted by what
 * the caller may assume of the write.
 *
 * <p>{@code dev.zaelimiter.repository.RepositoryBuilder} opens a repository on any store. The contract kit in the
 * {@code store-contract} module says what a store must do; every store of ours passes it.
 *
 * <p>Depends on nothing of the limiter.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.store;

import org.jspecify.annotations.NullMarked;
