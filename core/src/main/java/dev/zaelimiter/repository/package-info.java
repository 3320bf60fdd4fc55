/**
 * How a repository is opened: {@link dev.zaelimiter.repository.RepositoryBuilder}, for any store.
 *
 * <p>A package of its own, since it alone knows both the port and the engine behind it.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.repository;

import org.jspecify.annotations.NullMarked;
