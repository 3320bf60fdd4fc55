/**
 * The embedded store: the limiter without a database.
 *
 * <p>Applications start with {@link dev.zaelimiter.embedded.EmbeddedRepository}, tools that look at a file with
 * {@link dev.zaelimiter.embedded.StoreFile}, readers of the code with {@link dev.zaelimiter.embedded.InMemoryStore};
 * everything else is package-private. The way of a write through the package:
 *
 * <ol>
 *   <li>{@code InMemoryStore} and {@code FileStore} are the port: they know the answers' futures and whether they are
 *       closed, and nothing else; {@code Content} is what they share.
 *   <li>{@code WriteApplier} applies writes and transactions under the locks of {@code Stripes}; {@code TransactionLog}
 *       knows the tokens of the last ten minutes.
 *   <li>{@code CompiledWrite} is what is kept of a shape, {@code BoundWrite} of a shape and a layout: a
 *       {@code BoundCondition} made by {@code ConditionBinder}, and numbers to change in an array. What does not fit
 *       goes through {@code GeneralUpdate}. {@code OperandRule} says what is not valid, {@code Values} and
 *       {@code Numbers} how values compare and add up.
 *   <li>{@code Table} holds a {@code Cell} for each item, and the {@code Indexes} ({@code OrderedIndex} of
 *       {@code Position}s, paged by {@code PageToken}s, filled at their first use by {@code Backfill}); {@code Sweeper}
 *       forgets what has expired.
 *   <li>{@code Feeds} hands each change to every open {@code Feed}.
 *   <li>In the file form {@code Journal} stands between: it hears of {@code ChangeSink} before they are visible, writes
 *       them in batches through {@code JournalFile}, and lets answers and feeds go when they are in the file.
 *       {@code Rewrite} keeps the file small, {@code FileOpening} opens it as a {@code StoreImage}. Bytes are the
 *       business of the package {@code journal}.
 * </ol>
 *
 * <p>A reader takes no lock and never waits for a writer, but for the first query of an index of a file, which fills
 * it. A write holds the lock of its key's stripe, a transaction those of all its keys in ascending order; nothing is
 * called under a lock that could block.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.embedded;

import org.jspecify.annotations.NullMarked;
