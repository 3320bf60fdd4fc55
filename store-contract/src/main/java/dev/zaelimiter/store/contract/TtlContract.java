package dev.zaelimiter.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Query.Index;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Time to live: never too early; and once it is over, gone for everybody or for nobody. */
abstract class TtlContract extends ContractGroup {

    private static final String TTL = "ttl";
    private static final long LIFE_SECONDS = 100;

    private Item putWithLife(String name, long seconds) {
        return put(Item.builder(key(name))
                .put("n", 1)
                .put(TTL, subject().nowSeconds() + seconds)
                .build());
    }

    private void pass(long seconds) {
        subject().advance(Duration.ofSeconds(seconds));
    }

    @Test
    void ttl_notPassed_itemReadsAndWritesLikeAnyOther() {
        Item item = putWithLife("alive", LIFE_SECONDS);

        assertThat(await(store().batchGet(List.of(item.key())))).containsOnlyKeys(item.key());
        assertThat(await(store().query(Query.of(Index.TABLE, item.key().pk()))).items())
                .containsExactly(item);
        assertThat(refused(Shapes.putIfAbsent(item))).isEqualTo(item);
        assertThat(notCommitted(Write.of(Shapes.CHECK_ABSENT, item.key()), Shapes.adding(key("beside"), "n", 1)))
                .containsOnlyKeys(0);
        WriteShape notLater = Shapes.updateIf(
                Shapes.compare(TTL, Op.LE, Shapes.wholeSlot(0)),
                Shapes.set(TTL, Shapes.wholeSlot(0)),
                Shapes.add("n", Shapes.constant(1)));
        long later = item.whole(TTL, 0) + 1;
        assertThat(written(Write.of(notLater, item.key(), new long[] {later})).whole(TTL, 0))
                .isEqualTo(later);
        assertThat(written(Shapes.updating(item.key(), Shapes.remove(TTL))).has(TTL))
                .isFalse();
    }

    @Test
    void ttl_theInstantItself_isNotYetPassed() {
        assumeClock();
        Item item = putWithLife("edge", LIFE_SECONDS);

        for (long second = 0; second < LIFE_SECONDS; second += LIFE_SECONDS / 4) {
            assertThat(read(item.key())).as("after %d s", second).isEqualTo(item);
            pass(LIFE_SECONDS / 4);
        }

        assertThat(read(item.key())).isEqualTo(item);
        refused(Shapes.putIfAbsent(item));
        assertThat(await(store().batchGet(List.of(item.key())))).containsOnlyKeys(item.key());
        assertThat(await(store().query(Query.of(Index.TABLE, item.key().pk()))).items())
                .containsExactly(item);
    }

    @Test
    void ttl_putOffInTime_counts() {
        assumeClock();
        Item item = putWithLife("extended", LIFE_SECONDS);
        written(Shapes.adding(item.key(), TTL, LIFE_SECONDS));

        pass(2 * LIFE_SECONDS);

        assertThat(present(item.key()).whole("n", 0)).isEqualTo(1);
    }

    @Test
    void ttl_removedInTime_itemStays() {
        assumeClock();
        Item item = putWithLife("removed", LIFE_SECONDS);
        written(Shapes.updating(item.key(), Shapes.remove(TTL)));

        pass(10 * LIFE_SECONDS);

        assertThat(present(item.key()).whole("n", 0)).isEqualTo(1);
    }

    @Test
    void ttl_noWholeNumber_itemStays() {
        assumeClock();
        Item text = put(Item.builder(key("text"))
                .put(TTL, Long.toString(subject().nowSeconds() + 1))
                .build());
        Item other = put(Item.builder(key("bool")).put(TTL, true).build());
        Item otherName = put(
                Item.builder(key("name")).put("TTL", subject().nowSeconds() + 1).build());

        pass(LIFE_SECONDS);

        assertThat(read(text.key())).isEqualTo(text);
        assertThat(read(other.key())).isEqualTo(other);
        assertThat(read(otherName.key())).isEqualTo(otherName);
    }

    @Test
    void ttl_absent_itemStays() {
        assumeClock();
        Item item = put(Item.builder(key("forever")).put("n", 1).build());

        subject().advance(Duration.ofDays(1000));

        assertThat(read(item.key())).isEqualTo(item);
    }

    @Test
    void ttl_passed_itemIsWholeOrGone() {
        assumeClock();
        Item item = putWithLife("either", LIFE_SECONDS);
        pass(LIFE_SECONDS + 1);

        @Nullable Item found = read(item.key());

        assertThat(found)
                .satisfiesAnyOf(
                        it -> assertThat(it).isNull(), it -> assertThat(it).isEqualTo(item));
        if (found == null) {
            written(Shapes.putIfAbsent(Item.builder(item.key()).put("n", 2).build()));
        }
    }

    @Test
    void ttl_passed_readsFindNothing() {
        assumeClock();
        assumePromptExpiry();
        Item item = putWithLife("gone", LIFE_SECONDS);
        Item other = put(Item.builder(key("stays")).build());
        pass(LIFE_SECONDS + 1);

        assertThat(await(store().query(Query.of(Index.TABLE, item.key().pk()))).items())
                .isEmpty();
        assertThat(await(store().batchGet(List.of(item.key(), other.key())))).containsOnlyKeys(other.key());
        assertThat(read(item.key())).isNull();
    }

    @Test
    void ttl_passed_indexesFindNothing() {
        assumeClock();
        assumePromptExpiry();
        put(Item.builder(key("gone"))
                .put(Index.GSI4.partitionAttribute(), unique("p"))
                .put(Index.GSI4.sortAttribute(), "a")
                .put(TTL, subject().nowSeconds() + LIFE_SECONDS)
                .build());
        pass(LIFE_SECONDS + 1);

        assertThat(await(store().query(Query.of(Index.GSI4, unique("p")))).items())
                .isEmpty();
    }

    @Test
    void ttl_passed_writesFindNothing() {
        assumeClock();
        assumePromptExpiry();
        Item updated = putWithLife("updated", LIFE_SECONDS);
        Item refused = putWithLife("refused", LIFE_SECONDS);
        Item created = putWithLife("created", LIFE_SECONDS);
        pass(LIFE_SECONDS + 1);

        assertThat(written(Shapes.adding(updated.key(), "n", 5)))
                .isEqualTo(Item.builder(updated.key()).put("n", 5).build());
        assertThat(refused(Write.put(Shapes.PUT_IF_PRESENT, refused))).isNull();
        WriteResult deleted = await(store().write(Write.of(Shapes.DELETE_IF_PRESENT, refused.key())));
        assertThat(deleted).isInstanceOf(WriteResult.Refused.class);
        written(Shapes.putIfAbsent(Item.builder(created.key()).put("n", 2).build()));
    }

    @Test
    void ttl_passed_transactionsFindNothing() {
        assumeClock();
        assumePromptExpiry();
        Item updated = putWithLife("updated", LIFE_SECONDS);
        Item created = putWithLife("created", LIFE_SECONDS);
        Item checked = putWithLife("checked", LIFE_SECONDS);
        pass(LIFE_SECONDS + 1);

        Map<Integer, @Nullable Item> failures =
                notCommitted(Write.of(Shapes.CHECK_PRESENT, checked.key()), Shapes.adding(updated.key(), "n", 5));
        assertThat(failures).containsOnlyKeys(0);
        assertThat(failures.get(0)).isNull();

        TransactionResult result = await(store().transact(
                        List.of(
                                Shapes.adding(updated.key(), "n", 5),
                                Shapes.putIfAbsent(
                                        Item.builder(created.key()).put("n", 2).build()),
                                Write.of(Shapes.CHECK_ABSENT, checked.key())),
                        token()));
        assertThat(result).isInstanceOf(TransactionResult.Committed.class);
        assertThat(present(updated.key()).whole("n", 0)).isEqualTo(5);
    }

    @Test
    void ttl_longPast_vanishesAtOnce() {
        assumePromptExpiry();
        Key key = key("past");
        await(store().write(Shapes.put(Item.builder(key).put(TTL, 1).build())));
        assertThat(read(key)).isNull();

        await(store().write(Shapes.updating(key, Shapes.set(TTL, Shapes.constant(-1)))));
        assertThat(read(key)).isNull();
    }

    @Test
    void ttl_bySlotInConditions_isAnAttributeLikeAnyOther() {
        long now = subject().nowSeconds();
        Item item = putWithLife("compared", LIFE_SECONDS);
        WriteShape alive = Shapes.updateIf(
                new Condition.Or(
                        List.of(new Condition.NotExists(TTL), Shapes.compare(TTL, Op.GT, Shapes.wholeSlot(0)))),
                Shapes.add("n", Shapes.constant(1)));

        written(Write.of(alive, item.key(), new long[] {now}));
        refused(Write.of(alive, item.key(), new long[] {now + 10 * LIFE_SECONDS}));
        assertThat(present(item.key()).get(TTL)).isInstanceOf(AttributeValue.Whole.class);
    }
}
