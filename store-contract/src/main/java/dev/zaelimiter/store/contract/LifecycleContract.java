package dev.zaelimiter.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.StoreTraits;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** What a store says of itself, and its end. */
abstract class LifecycleContract extends ContractGroup {

    @Test
    void traits_always_areTheSame() {
        StoreTraits traits = store().traits();
        written(Shapes.adding(key("n"), "n", 1));

        assertThat(store().traits()).isEqualTo(traits);
        assertThat(traits.name()).isNotBlank();
        assertThat(traits.writeUnitsPerSecond()).isNotNegative();
    }

    @Test
    void close_twice_isNoError() {
        store().close();
        store().close();
    }

    @Test
    void call_closedStore_failsWithMisuse() {
        Item item = put(Item.builder(key("n")).put("n", 1).build());
        store().close();

        assertMisuse(store().write(Shapes.adding(item.key(), "n", 1)));
        assertMisuse(store().transact(List.of(Shapes.put(item), Shapes.delete(key("m"))), token()));
        assertMisuse(store().get(item.key()));
        assertMisuse(store().batchGet(List.of(item.key())));
        assertMisuse(store().query(Query.of(Query.Index.TABLE, item.key().pk())));
    }

    @Test
    void changes_closedStore_failsWithMisuse() {
        assumeChangeFeed();
        store().close();

        assertThatExceptionOfType(StoreException.Misuse.class).isThrownBy(() -> store().changes());
    }

    @Test
    void poll_closedStore_failsWithStoreException() {
        assumeChangeFeed();
        try (ChangeFeed feed = store().changes()) {
            store().close();

            failure(feed.poll(1));
        }
    }

    @Test
    void close_whileWritten_failsOnlyWithStoreExceptions() {
        List<Boolean> failed = Crowd.run(4, thread -> {
            if (thread == 0) {
                written(Shapes.adding(key("before"), "n", 1));
                store().close();
            }
            for (int i = 0; i < 200; i++) {
                try {
                    store().write(Shapes.adding(key("n" + thread), "n", 1)).join();
                } catch (CompletionException e) {
                    assertThat(e.getCause()).isInstanceOf(StoreException.class);
                    return true;
                }
            }
            return false;
        });

        assertThat(failed.get(0)).isTrue();
    }
}
