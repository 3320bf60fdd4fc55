package dev.zaelimiter.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Query.Index;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Queries of the four indexes. Where they may lag, each look is repeated until it shows what it should, or time is up.
 */
abstract class IndexContract extends ContractGroup {

    private static final int MANY = 1_200;

    private static Stream<DynamicTest> onEachIndex(Consumer<Index> test) {
        return Arrays.stream(Index.values())
                .filter(index -> index != Index.TABLE)
                .map(index -> DynamicTest.dynamicTest(index.name(), () -> test.accept(index)));
    }

    private Item.Builder indexed(String name, Index index, String partition, String sort) {
        return Item.builder(key(name + index))
                .put(index.partitionAttribute(), unique(partition))
                .put(index.sortAttribute(), sort);
    }

    private Query in(Index index, String partition) {
        return Query.of(index, unique(partition));
    }

    /** The keys that a query finds must come to be these, in this order. */
    private void assertFinds(Query query, Key... keys) {
        List<Key> expected = List.of(keys);
        assertThat(findUntil(query, expected::equals)).as("found by %s", query).isEqualTo(expected);
    }

    /** Reads once if index reads are exact, otherwise until the index is as it should be, or time is up. */
    private List<Key> findUntil(Query query, Predicate<List<Key>> asItShouldBe) {
        List<Key> found = find(query);
        long end = System.nanoTime() + subject().patience().toNanos();
        while (!subject().exactIndexReads() && !asItShouldBe.test(found) && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(subject().pause().toNanos());
            found = find(query);
        }
        return found;
    }

    private List<Key> find(Query query) {
        return allPages(query).stream().map(Item::key).toList();
    }

    @TestFactory
    Stream<DynamicTest> query_itemsWithBothKeys_areFoundInOrder() {
        return onEachIndex(index -> {
            Item b = put(indexed("1", index, "p", "b").build());
            Item a = put(indexed("2", index, "p", "a").build());
            put(indexed("3", index, "other", "a").build());

            assertFinds(in(index, "p"), a.key(), b.key());
            assertFinds(in(index, "p").descending(), b.key(), a.key());
            assertFinds(in(index, "p").limit(1), a.key(), b.key());
            assertFinds(in(index, "p").sortPrefix("b"), b.key());
            assertFinds(in(index, "nowhere"));
        });
    }

    @TestFactory
    Stream<DynamicTest> query_itemsWithoutBothKeys_areNotFound() {
        return onEachIndex(index -> {
            Item whole = put(indexed("1", index, "p", "a").build());
            put(indexed("2", index, "p", "a").remove(index.sortAttribute()).build());
            put(indexed("3", index, "p", "a").remove(index.partitionAttribute()).build());

            assertFinds(in(index, "p"), whole.key());
        });
    }

    @TestFactory
    Stream<DynamicTest> query_found_hasAtLeastItsKeys() {
        return onEachIndex(index -> {
            Item item = put(indexed("1", index, "p", "a").put("n", 1).build());
            assertFinds(in(index, "p"), item.key());

            Item found = await(store().query(in(index, "p"))).items().get(0);

            assertThat(found.text(index.partitionAttribute())).isEqualTo(unique("p"));
            assertThat(found.text(index.sortAttribute())).isEqualTo("a");
            assertThat(item.attributes()).containsAllEntriesOf(found.attributes());
        });
    }

    @TestFactory
    Stream<DynamicTest> query_updateOfKeys_movesTheItem() {
        return onEachIndex(index -> {
            Item item = put(indexed("1", index, "p", "a").build());
            assertFinds(in(index, "p"), item.key());

            written(Shapes.updating(item.key(), Shapes.set(index.partitionAttribute(), Shapes.constant(unique("q")))));
            assertFinds(in(index, "p"));
            assertFinds(in(index, "q"), item.key());

            written(Shapes.updating(item.key(), Shapes.set(index.sortAttribute(), Shapes.constant("z"))));
            assertFinds(in(index, "q").sortPrefix("a"));
            assertFinds(in(index, "q").sortPrefix("z"), item.key());

            written(Shapes.updating(item.key(), Shapes.remove(index.sortAttribute())));
            assertFinds(in(index, "q"));

            written(Shapes.updating(item.key(), Shapes.set(index.sortAttribute(), Shapes.constant("b"))));
            assertFinds(in(index, "q"), item.key());
        });
    }

    @TestFactory
    Stream<DynamicTest> query_putsAndDeletes_moveTheItem() {
        return onEachIndex(index -> {
            Item item = put(indexed("1", index, "p", "a").build());
            assertFinds(in(index, "p"), item.key());

            put(indexed("1", index, "q", "a").build());
            assertFinds(in(index, "p"));
            assertFinds(in(index, "q"), item.key());

            await(store().write(Shapes.delete(item.key())));
            assertFinds(in(index, "q"));
        });
    }

    @TestFactory
    Stream<DynamicTest> query_transaction_movesTheItems() {
        return onEachIndex(index -> {
            Item a = put(indexed("1", index, "p", "a").build());
            Item b = put(indexed("2", index, "p", "b").build());
            Item c = indexed("3", index, "p", "c").build();

            commit(
                    Shapes.delete(a.key()),
                    Shapes.updating(b.key(), Shapes.set(index.sortAttribute(), Shapes.constant("d"))),
                    Shapes.put(c));

            assertFinds(in(index, "p"), c.key(), b.key());
        });
    }

    @TestFactory
    Stream<DynamicTest> query_equalKeys_findsEachItemOnce() {
        return onEachIndex(index -> {
            List<Key> keys = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                keys.add(put(indexed("same-" + i, index, "p", "a").build()).key());
            }
            // Their order among themselves is the store's own, but it is one order.
            List<Key> order = findUntil(in(index, "p"), found -> found.size() == keys.size());

            assertThat(order).containsExactlyInAnyOrderElementsOf(keys);
            for (int limit = 1; limit <= keys.size(); limit++) {
                assertFinds(in(index, "p").limit(limit), order.toArray(Key[]::new));
            }
        });
    }

    @Test
    void query_manyItems_arePagedWithoutGapOrRepetition() {
        Key[] keys = new Key[MANY];
        List<CompletableFuture<WriteResult>> answers = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            Item item =
                    indexed("many-" + i, Index.GSI4, "p", "%05d".formatted(i)).build();
            keys[i] = item.key();
            answers.add(store().write(Shapes.put(item)));
        }
        answers.forEach(this::await);

        assertFinds(in(Index.GSI4, "p"), keys);
        assertFinds(in(Index.GSI4, "p").limit(77), keys);
    }

    @Test
    void write_indexKeyOfAnotherType_isMisuse() {
        Item before = put(indexed("1", Index.GSI1, "p", "a").build());

        assertMisuse(store().write(
                        Shapes.updating(before.key(), Shapes.set(Index.GSI1.sortAttribute(), Shapes.constant(1)))));
        assertMisuse(store().write(Shapes.put(
                before.toBuilder().put(Index.GSI2.partitionAttribute(), 5).build())));
        assertMisuse(store().write(Shapes.put(before.toBuilder()
                .put(Index.GSI1.partitionAttribute(), AttributeValue.of(true))
                .build())));

        assertThat(read(before.key())).isEqualTo(before);
    }
}
