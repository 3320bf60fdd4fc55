package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Query.Index;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing that the store holds grows without end. */
class BoundsTest {

    private static final WriteShape PUT = WriteShape.put(null);
    private static final WriteShape INCREMENT =
            WriteShape.update(null, List.of(new Action(Verb.ADD, "n", new Operand.Constant(AttributeValue.of(1)))));
    private static final int LIFE_SECONDS = 100;
    private static final int PER_SECOND = 20;
    private static final int ALIVE = PER_SECOND * (LIFE_SECONDS + 1);
    private static final int MOST_HELD = ALIVE * 3 / 2 + 100;

    private final ManualClock clock = new ManualClock();
    private final InMemoryStore store = new InMemoryStore(clock);

    /** An index is kept from its first query on. */
    @BeforeEach
    void useIndexes() {
        store.query(Query.of(Index.TABLE, "p0")).join();
        store.query(Query.of(Index.GSI4, "all")).join();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private Item shortLived(int number) {
        return Item.builder(Key.of("p" + number % 7, "item " + number))
                .put("GSI4PK", "all")
                .put("GSI4SK", "item " + number)
                .put("ttl", clock.wallMillis() / 1000 + LIFE_SECONDS)
                .build();
    }

    private void assertIndexesHoldNoMore() {
        assertThat(store.indexSize(Index.TABLE)).isEqualTo(store.size());
        assertThat(store.indexSize(Index.GSI4)).isEqualTo(store.size());
    }

    @Test
    void write_shortLivedItemsThatNobodyReads_areForgottenInTheCourseOfOthers() {
        for (int number = 0; number < 20 * ALIVE; number++) {
            store.write(Write.put(PUT, shortLived(number))).join();
            if (number % PER_SECOND == 0) {
                clock.advance(Duration.ofSeconds(1));
                assertThat(store.size()).isLessThan(MOST_HELD);
            }
        }
        assertIndexesHoldNoMore();
    }

    @Test
    void transact_shortLivedItemsThatNobodyReads_areForgottenInTheCourseOfOthers() {
        for (int number = 0; number < 10 * ALIVE; number += 2) {
            List<Write> writes = List.of(Write.put(PUT, shortLived(number)), Write.put(PUT, shortLived(number + 1)));
            store.transact(writes, "token " + number).join();
            if (number % PER_SECOND == 0) {
                clock.advance(Duration.ofSeconds(1));
                assertThat(store.size()).isLessThan(MOST_HELD);
            }
        }
        assertIndexesHoldNoMore();
    }

    @Test
    void write_longLivedItemsAmongShortLivedOnes_stay() {
        for (int number = 0; number < 100; number++) {
            store.write(Write.of(INCREMENT, Key.of("stays", "item " + number))).join();
        }
        for (int number = 0; number < 3 * ALIVE; number++) {
            store.write(Write.put(PUT, shortLived(number))).join();
            clock.advance(Duration.ofMillis(50));
        }

        for (int number = 0; number < 100; number++) {
            assertThat(store.get(Key.of("stays", "item " + number)).join()).isNotNull();
        }
    }

    @Test
    void get_expiredItem_givesItsMemoryBack() {
        Item item = shortLived(1);
        store.write(Write.put(PUT, item)).join();
        clock.advance(Duration.ofSeconds(LIFE_SECONDS + 1));
        try (ChangeFeed feed = store.changes()) {
            assertThat(store.get(item.key()).join()).isNull();

            assertThat(store.size()).isZero();
            assertThat(store.indexSize(Index.GSI4)).isZero();
            assertThat(feed.poll(10).join()).singleElement().satisfies(change -> {
                assertThat(change.expired()).isTrue();
                assertThat(change.before()).isEqualTo(item);
                assertThat(change.after()).isNull();
            });
        }
    }

    @Test
    void transact_tokenOlderThanTenMinutes_isForgotten() {
        List<Write> writes = increments(0);
        store.transact(writes, "token").join();

        clock.advance(Duration.ofMinutes(10));
        store.transact(writes, "token").join();
        assertThat(store.get(writes.get(0).key()).join().whole("n", 0)).isEqualTo(1);

        clock.advance(Duration.ofMillis(1));
        store.transact(writes, "token").join();
        assertThat(store.get(writes.get(0).key()).join().whole("n", 0)).isEqualTo(2);
        assertThat(store.tokenCount()).isEqualTo(1);
    }

    @Test
    void transact_manyTokens_forgetsTheOldestFirst() {
        for (int i = 0; i < TransactionLog.MOST_WRITES; i++) {
            store.transact(increments(i % 100), "token " + i).join();
        }

        assertThat(store.tokenCount()).isBetween(TransactionLog.MOST_WRITES / 2, TransactionLog.MOST_WRITES / 2 + 1);
        Key key = increments(99).get(0).key();
        long before = store.get(key).join().whole("n", 0);
        store.transact(increments(99), "token " + (TransactionLog.MOST_WRITES - 1))
                .join();
        assertThat(store.get(key).join().whole("n", 0)).isEqualTo(before);
        store.transact(increments(99), "token 99").join();
        assertThat(store.get(key).join().whole("n", 0)).isEqualTo(before + 1);
    }

    @Test
    void transact_tokenOfMisuse_isFreeAgain() {
        Write full = Write.of(
                WriteShape.update(
                        null,
                        List.of(new Action(Verb.SET, "n", new Operand.Constant(AttributeValue.of(Long.MAX_VALUE))))),
                increments(0).get(0).key());
        store.write(full).join();
        assertThatThrownBy(store.transact(increments(0), "token")::join)
                .hasCauseInstanceOf(StoreException.Misuse.class);

        assertThat(store.tokenCount()).isZero();
        assertThat(store.transact(increments(1), "token").join()).isInstanceOf(TransactionResult.Committed.class);
    }

    private static List<Write> increments(int number) {
        return List.of(
                Write.of(INCREMENT, Key.of("a", "item " + number)), Write.of(INCREMENT, Key.of("b", "item " + number)));
    }

    @Test
    void poll_readerFarBehind_failsForGoodWhileOthersGoOn() {
        Key key = Key.of("p", "s");
        try (ChangeFeed slow = store.changes();
                ChangeFeed quick = store.changes()) {
            int drained = 0;
            for (int i = 0; i <= Feed.CAPACITY; i++) {
                store.write(Write.of(INCREMENT, key)).join();
                if (i % 1000 == 0) {
                    drained += quick.poll(2000).join().size();
                }
            }

            assertThatThrownBy(slow.poll(1)::join).hasCauseInstanceOf(StoreException.Misuse.class);
            store.write(Write.of(INCREMENT, key)).join();
            assertThatThrownBy(slow.poll(1)::join).hasCauseInstanceOf(StoreException.Misuse.class);
            List<ChangeRecord> rest = quick.poll(2000).join();
            assertThat(drained + rest.size()).isEqualTo(Feed.CAPACITY + 2);
        }
        try (ChangeFeed fresh = store.changes()) {
            store.write(Write.of(INCREMENT, key)).join();
            assertThat(fresh.poll(10).join()).hasSize(1);
        }
    }

    @Test
    void poll_readerJustInTime_losesNothing() {
        Key key = Key.of("p", "s");
        try (ChangeFeed feed = store.changes()) {
            for (int i = 0; i < Feed.CAPACITY; i++) {
                store.write(Write.of(INCREMENT, key)).join();
            }

            assertThat(feed.poll(Integer.MAX_VALUE).join()).hasSize(Feed.CAPACITY);
        }
    }

    @Test
    void bind_shapeThatMeetsManyLayouts_remembersFew() {
        WriteShape shape = WriteShape.update(
                new Condition.NotExists("x"),
                List.of(new Action(Verb.ADD, "n", new Operand.Constant(AttributeValue.of(1)))));
        for (int i = 0; i < 100; i++) {
            Key key = Key.of("p", "s" + i);
            store.write(Write.put(
                            PUT, Item.builder(key).put("n", 0).put("a" + i, 1).build()))
                    .join();
            store.write(Write.of(shape, key)).join();
            assertThat(store.get(key).join().whole("n", 0)).isEqualTo(1);
        }

        assertThat(CompiledWrite.of(shape).bindingCount()).isEqualTo(8);
    }
}
