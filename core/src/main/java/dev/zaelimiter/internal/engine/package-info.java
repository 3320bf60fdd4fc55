/**
 * The engine: from a request to one exact write, and from its answer to a lease. Each class lies in one of five
 * packages, and each package knows only those below it in this list.
 *
 * <ul>
 *   <li>{@code acquire}: one request on its way, from the limiter to the lease and its end. Owns everything below.
 *   <li>{@code shards}: one bucket that lies in several shards: which of them is asked, and takes from several in one
 *       transaction.
 *   <li>{@code pipeline}: the one way to one shard: its queue, what it does next, its writes and what their answers
 *       mean.
 *   <li>{@code kernel}: what all of them share, and know nothing of: the guarded store, the clock, the counters, what
 *       is run after everything else.
 *   <li>{@code planning}: what is asked, and who gets how much of what. Pure functions.
 * </ul>
 *
 * <p>Nothing here blocks, except the blocking face and {@code close()}.
 */
@NullMarked
package dev.zaelimiter.internal.engine;

import org.jspecify.annotations.NullMarked;
