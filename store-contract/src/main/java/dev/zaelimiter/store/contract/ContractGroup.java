package dev.zaelimiter.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the groups share: a store for each test, keys of its own, and ways to look at answers. */
abstract class ContractGroup {

    /** More than any query of the kit has. */
    private static final int MOST_PAGES = 10_000;

    private final String prefix = "contract-" + UUID.randomUUID();
    private StoreUnderTest subject;

    abstract StoreUnderTest open();

    @BeforeEach
    final void openStore() {
        subject = open();
    }

    @AfterEach
    final void closeStore() {
        subject.store().close();
    }

    final StoreUnderTest subject() {
        return subject;
    }

    final ItemStore store() {
        return subject.store();
    }

    /** A partition, or anything else, that no other test uses. */
    final String unique(String name) {
        return prefix + "#" + name;
    }

    final boolean isOurs(Key key) {
        return key.pk().startsWith(prefix);
    }

    final Key key(String name) {
        return Key.of(unique(name), "#ITEM");
    }

    /** A token of a transaction, of the greatest length. */
    static String token() {
        return UUID.randomUUID().toString();
    }

    final void assumeClock() {
        assumeTrue(subject.canAdvanceTime(), "the store's clock can't be moved");
    }

    final void assumePromptExpiry() {
        assumeTrue(subject.promptExpiry(), "the store lets expired items linger, as it may");
    }

    final void assumeNumbersAreLongs() {
        assumeTrue(!subject.wideNumbers(), "the store keeps sums that are no long");
    }

    final void assumeWideNumbers() {
        assumeTrue(subject.wideNumbers(), "the store refuses sums that are no long");
    }

    final void assumeChangeFeed() {
        assumeTrue(subject.changeFeed(), "the store has no change feed");
    }

    /** The answer of a call. */
    final <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(patience().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        } catch (ExecutionException e) {
            throw new AssertionError("failed: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new AssertionError("no answer in " + patience(), e);
        }
    }

    private Duration patience() {
        return subject.patience();
    }

    /** All items of a query, page by page. */
    final List<Item> allPages(Query query) {
        List<Item> items = new ArrayList<>();
        Query next = query;
        // A store that gives the same token again and again never comes to an end.
        Set<String> tokens = new HashSet<>();
        while (true) {
            Page page = await(store().query(next));
            assertThat(page.items()).hasSizeLessThanOrEqualTo(query.limit());
            items.addAll(page.items());
            String token = page.next();
            if (token == null) {
                return items;
            }
            assertThat(tokens.add(token))
                    .as("the token %s of %s came before", token, query)
                    .isTrue();
            assertThat(tokens).as("pages of %s", query).hasSizeLessThanOrEqualTo(MOST_PAGES);
            next = query.after(token);
        }
    }

    final @Nullable Item read(Key key) {
        return await(store().get(key));
    }

    /** The item, which must be there. */
    final Item present(Key key) {
        return nonNull(read(key), "no item at " + key);
    }

    static <T> T nonNull(@Nullable T value, String what) {
        if (value == null) {
            throw new AssertionError(what);
        }
        return value;
    }

    /** Makes a write that must be applied and leave an item, which must be what the store then holds. */
    final Item written(Write write) {
        WriteResult result = await(store().write(write));
        assertThat(result).as("answer to %s", write).isInstanceOf(WriteResult.Written.class);
        Item after = nonNull(((WriteResult.Written) result).after(), "no image after " + write);
        assertThat(read(write.key())).as("stored after %s", write).isEqualTo(after);
        return after;
    }

    /** Makes a write that must be refused and change nothing; gives the image, which must be what the store holds. */
    final @Nullable Item refused(Write write) {
        Item before = read(write.key());
        WriteResult result = await(store().write(write));
        assertThat(result).as("answer to %s", write).isInstanceOf(WriteResult.Refused.class);
        Item current = ((WriteResult.Refused) result).current();
        assertThat(current).as("image refused by %s", write).isEqualTo(before);
        assertThat(read(write.key())).as("stored after %s was refused", write).isEqualTo(before);
        return current;
    }

    final Item put(Item item) {
        Item after = written(Shapes.put(item));
        assertThat(after).isEqualTo(item);
        return after;
    }

    /** Writes that each add 1 to the attribute {@code n} of the item {@code addition-0}, {@code -1} and so on. */
    final List<Write> additions(int count) {
        List<Write> writes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            writes.add(Shapes.adding(key("addition-" + i), "n", 1));
        }
        return writes;
    }

    final void commit(Write... writes) {
        TransactionResult result = await(store().transact(List.of(writes), token()));
        assertThat(result).isInstanceOf(TransactionResult.Committed.class);
    }

    /** Sends a transaction that must be refused; gives the failures. */
    final Map<Integer, @Nullable Item> notCommitted(Write... writes) {
        TransactionResult result = await(store().transact(List.of(writes), token()));
        assertThat(result).isInstanceOf(TransactionResult.Refused.class);
        return ((TransactionResult.Refused) result).failures();
    }

    /** The failure of a call that must not succeed. */
    final StoreException failure(CompletableFuture<?> future) {
        try {
            Object answer = future.get(patience().toMillis(), TimeUnit.MILLISECONDS);
            throw new AssertionError("should have failed, but answered " + answer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StoreException failure) {
                return failure;
            }
            throw new AssertionError("should have failed with a StoreException, not with " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new AssertionError("no answer in " + patience(), e);
        }
    }

    final void assertMisuse(CompletableFuture<?> future) {
        StoreException failure = failure(future);
        assertThat(failure).isInstanceOf(StoreException.Misuse.class);
        assertThat(failure.getMessage()).isNotBlank();
    }
}
