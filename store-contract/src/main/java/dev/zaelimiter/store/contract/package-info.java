/**
 * The store contract as tests: what {@link dev.zaelimiter.store.ItemStore} says, asked of a real store.
 *
 * <p>Start with {@link dev.zaelimiter.store.contract.ItemStoreContract}: extend it in a test class of the store's
 * module and say how to open the store, as a {@link dev.zaelimiter.store.contract.StoreUnderTest}. Everything else is
 * package-private:
 *
 * <ul>
 *   <li>One {@code ...Contract} class for each part of the contract: writes, updates, sums, conditions, transactions
 *       and their tokens, reads, queries, indexes, time to live, the change feed, concurrency, and the life and end of
 *       the store.
 *   <li>{@code ContractGroup} is what they share: a store for each test, keys that no other test uses, and checks of
 *       answers and failures. {@code Shapes} builds writes, {@code SampleValues} has a value of each type,
 *       {@code Comparisons} says when a comparison holds, {@code FeedCollector} collects changes, {@code Crowd} runs
 *       threads.
 * </ul>
 *
 * <p>Each test writes under a random prefix of its own and counts on nothing else in the table, so the kit can run
 * against a table that others use. It leaves its items behind.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.store.contract;

import org.jspecify.annotations.NullMarked;
