package dev.zaelimiter.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Reads of one item and of many. */
abstract class ReadContract extends ContractGroup {

    private static final int MANY = 250;

    @Test
    void get_noItem_isNull() {
        assertThat(read(key("none"))).isNull();
    }

    @Test
    void get_itemThere_hasEveryAttribute() {
        Item item = put(SampleValues.item(key("full"), subject()));

        Item found = present(item.key());

        assertThat(found).isEqualTo(item);
        assertThat(found.key()).isEqualTo(item.key());
        assertThat(found.attributes()).isEqualTo(item.attributes());
    }

    @Test
    void get_afterEachAnsweredWrite_seesIt() {
        Key key = key("followed");
        for (int i = 1; i <= 50; i++) {
            await(store().write(Shapes.adding(key, "n", 1)));
            assertThat(present(key).whole("n", 0)).isEqualTo(i);
        }
    }

    @Test
    void get_samePartitionOtherSortKey_isAnotherItem() {
        Item a = put(Item.builder(Key.of(unique("p"), "a")).put("n", 1).build());
        Item b = put(Item.builder(Key.of(unique("p"), "b")).put("n", 2).build());

        assertThat(read(a.key())).isEqualTo(a);
        assertThat(read(b.key())).isEqualTo(b);
        assertThat(read(Key.of(unique("p"), "A"))).isNull();
    }

    @Test
    void get_emptyPartOfKey_isMisuse() {
        assertMisuse(store().get(Key.of(unique("p"), "")));
    }

    @Test
    void get_itemOfManyKilobytes_isWhole() {
        Item.Builder builder = Item.builder(key("large"));
        for (int i = 0; i < 100; i++) {
            builder.put("a" + i, "x".repeat(1000));
        }

        Item item = put(builder.build());

        assertThat(read(item.key())).isEqualTo(item);
    }

    @Test
    void batchGet_noKeys_isEmpty() {
        assertThat(await(store().batchGet(List.of()))).isEmpty();
    }

    @Test
    void batchGet_manyKeys_looksAtEach() {
        Map<Key, Item> stored = new HashMap<>();
        List<CompletableFuture<WriteResult>> answers = new ArrayList<>();
        List<Key> asked = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            Item item = Item.builder(key("there-" + i)).put("n", i).build();
            stored.put(item.key(), item);
            asked.add(item.key());
            asked.add(key("absent-" + i));
            answers.add(store().write(Shapes.put(item)));
        }
        answers.forEach(this::await);

        assertThat(await(store().batchGet(stored.keySet()))).isEqualTo(stored);
        assertThat(await(store().batchGet(asked))).isEqualTo(stored);
    }

    @Test
    void batchGet_largeItems_looksAtEach() {
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            keys.add(key("large-" + i));
            await(store().write(Shapes.put(Item.builder(key("large-" + i))
                    .put("n", i)
                    .put("padding", "x".repeat(300_000))
                    .build())));
        }

        Map<Key, Item> found = await(store().batchGet(keys));

        assertThat(found).containsOnlyKeys(keys);
        found.forEach((key, item) -> assertThat(item.key()).isEqualTo(key));
    }

    @Test
    void batchGet_afterEachAnsweredWrite_seesIt() {
        Key key = key("followed");
        for (int i = 1; i <= 20; i++) {
            await(store().write(Shapes.adding(key, "n", 1)));
            Map<Key, Item> found = await(store().batchGet(List.of(key, key("none"))));
            assertThat(found).containsOnlyKeys(key);
            assertThat(found.get(key)).isEqualTo(present(key));
        }
    }

    @Test
    void batchGet_everyType_isWhole() {
        Item item = put(SampleValues.item(key("full"), subject()));

        assertThat(await(store().batchGet(List.of(item.key())))).isEqualTo(Map.of(item.key(), item));
    }
}
