package dev.zaelimiter.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Transactions: all or nothing, within their limits, and one after another. */
abstract class TransactionContract extends ContractGroup {

    @Test
    void transact_allConditionsHold_appliesAll() {
        Item replaced = put(Item.builder(key("put")).put("n", 1).build());
        Item updated = put(Item.builder(key("update")).put("n", 1).build());
        Item deleted = put(Item.builder(key("delete")).put("n", 1).build());
        Item checked = put(Item.builder(key("check")).put("n", 1).build());
        Item created = Item.builder(key("create")).put("n", 1).build();
        Item replacement = Item.builder(replaced.key()).put("m", 2).build();

        commit(
                Write.put(Shapes.PUT_IF_PRESENT, replacement),
                Shapes.adding(updated.key(), "n", 5),
                Write.of(Shapes.DELETE_IF_PRESENT, deleted.key()),
                Write.of(Shapes.CHECK_PRESENT, checked.key()),
                Shapes.putIfAbsent(created),
                Shapes.adding(key("counter"), "n", 3),
                Write.of(Shapes.CHECK_ABSENT, key("nothing")));

        assertThat(read(replaced.key())).isEqualTo(replacement);
        assertThat(present(updated.key()).whole("n", 0)).isEqualTo(6);
        assertThat(read(deleted.key())).isNull();
        assertThat(read(checked.key())).isEqualTo(checked);
        assertThat(read(created.key())).isEqualTo(created);
        assertThat(present(key("counter")).whole("n", 0)).isEqualTo(3);
        assertThat(read(key("nothing"))).isNull();
    }

    @Test
    void transact_lastConditionFails_appliesNothing() {
        Item stored = put(SampleValues.item(key("stored"), subject()));

        Map<Integer, @Nullable Item> failures = notCommitted(
                Shapes.put(Item.builder(key("a")).build()),
                Shapes.adding(key("b"), "n", 1),
                Shapes.delete(stored.key()),
                Write.of(Shapes.CHECK_PRESENT, key("c")));

        assertThat(failures).containsOnlyKeys(3);
        assertThat(failures.get(3)).isNull();
        assertThat(read(key("a"))).isNull();
        assertThat(read(key("b"))).isNull();
        assertThat(read(stored.key())).isEqualTo(stored);
    }

    @Test
    void transact_firstConditionFails_appliesNothing() {
        Item stored = put(Item.builder(key("stored")).put("n", 1).build());

        Map<Integer, @Nullable Item> failures =
                notCommitted(Shapes.putIfAbsent(stored), Shapes.adding(key("b"), "n", 1));

        assertThat(failures).containsOnlyKeys(0);
        assertThat(failures.get(0)).isEqualTo(stored);
        assertThat(read(key("b"))).isNull();
    }

    @Test
    void transact_severalConditionsFail_namesEachWithItsItem() {
        Item a = put(SampleValues.item(key("a"), subject()));
        Item c = put(Item.builder(key("c")).put("n", 1).build());
        WriteShape impossible = WriteShape.delete(Condition.equal("n", AttributeValue.of(2)));

        Map<Integer, @Nullable Item> failures = notCommitted(
                Shapes.putIfAbsent(Item.builder(a.key()).build()),
                Shapes.adding(key("b"), "n", 1),
                Write.of(impossible, c.key()),
                Write.of(Shapes.CHECK_PRESENT, key("d")));

        assertThat(failures).containsOnlyKeys(0, 2, 3);
        assertThat(failures.get(0)).isEqualTo(a);
        assertThat(failures.get(2)).isEqualTo(c);
        assertThat(failures.get(3)).isNull();
        assertThat(read(key("b"))).isNull();
    }

    @Test
    void transact_updateWithOperands_appliesThem() {
        WriteShape shape = Shapes.updateIf(
                new Condition.NotExists("owner"),
                Shapes.add("n", Shapes.wholeSlot(0)),
                Shapes.set("owner", Shapes.valueSlot(0)));

        commit(
                Write.of(shape, key("a"), new long[] {1}, AttributeValue.of("ann")),
                Write.of(shape, key("b"), new long[] {2}, AttributeValue.of("bob")));

        assertThat(present(key("a")))
                .isEqualTo(
                        Item.builder(key("a")).put("n", 1).put("owner", "ann").build());
        assertThat(present(key("b")))
                .isEqualTo(
                        Item.builder(key("b")).put("n", 2).put("owner", "bob").build());
    }

    @Test
    void transact_mostWrites_appliesAll() {
        commit(additions(ItemStore.MAX_TRANSACTION).toArray(Write[]::new));

        List<Key> keys =
                additions(ItemStore.MAX_TRANSACTION).stream().map(Write::key).toList();
        assertThat(await(store().batchGet(keys))).hasSize(ItemStore.MAX_TRANSACTION);
    }

    @Test
    void transact_tooManyWrites_isMisuse() {
        List<Write> writes = additions(ItemStore.MAX_TRANSACTION + 1);

        assertNothingApplied(writes);
    }

    @Test
    void transact_tooFewWrites_isMisuse() {
        assertNothingApplied(List.of());
        assertNothingApplied(additions(1));
    }

    @Test
    void transact_sameKeyTwice_isMisuse() {
        List<Write> writes = new ArrayList<>(additions(3));
        writes.add(Write.of(Shapes.CHECK_ABSENT, writes.get(0).key()));

        assertNothingApplied(writes);
    }

    @Test
    void transact_sumOutsideLong_isMisuseAndNothingIsApplied() {
        assumeNumbersAreLongs();
        Item full = put(Item.builder(key("full")).put("n", Long.MAX_VALUE).build());
        List<Write> writes = new ArrayList<>(additions(2));
        writes.add(1, Shapes.adding(full.key(), "n", 1));

        assertNothingApplied(writes);
        assertThat(read(full.key())).isEqualTo(full);
    }

    /** The additions among the writes must not be applied. */
    private void assertNothingApplied(List<Write> writes) {
        assertMisuse(store().transact(writes, token()));
        for (int i = 0; i < writes.size(); i++) {
            assertThat(read(key("addition-" + i))).isNull();
        }
    }

    @Test
    void transact_thenSingleWrites_seeOneAnother() {
        Key key = key("mixed");
        written(Shapes.adding(key, "n", 1));
        commit(Shapes.adding(key, "n", 10), Shapes.adding(key("beside"), "n", 10));
        assertThat(written(Shapes.adding(key, "n", 100)).whole("n", 0)).isEqualTo(111);

        WriteShape unless =
                Shapes.updateIf(Condition.equal("n", AttributeValue.of(111)), Shapes.set("n", Shapes.constant(0)));
        commit(Write.of(unless, key), Shapes.delete(key("beside")));
        assertThat(refused(Write.of(unless, key))).isEqualTo(present(key));
    }

    @Test
    void transact_againstSingleWrites_losesNothing() {
        int rounds = 200;
        WriteShape take = Shapes.update(Shapes.add("n", Shapes.constant(-1)));
        WriteShape give = Shapes.update(Shapes.add("n", Shapes.constant(1)));
        Key a = key("a");
        Key b = key("b");
        put(Item.builder(a).put("n", 0).build());
        put(Item.builder(b).put("n", 0).build());

        Crowd.run(4, thread -> {
            for (int i = 0; i < rounds; i++) {
                if (thread < 2) {
                    String token = token();
                    List<Write> move = thread == 0
                            ? List.of(Write.of(take, a), Write.of(give, b))
                            : List.of(Write.of(take, b), Write.of(give, a));
                    Crowd.insist(() -> store().transact(move, token));
                } else {
                    Crowd.insist(() -> store().write(Write.of(give, thread == 2 ? a : b)));
                }
            }
            return rounds;
        });

        assertThat(present(a).whole("n", 0)).isEqualTo(rounds);
        assertThat(present(b).whole("n", 0)).isEqualTo(rounds);
    }

    @Test
    void transact_twoForTheSameItems_onlyOneWins() {
        for (int round = 0; round < 20; round++) {
            Key left = key("left-" + round);
            Key right = key("right-" + round);
            List<Boolean> won = Crowd.run(2, thread -> {
                Write first = Shapes.putIfAbsent(
                        Item.builder(left).put("owner", thread).build());
                Write second = Shapes.putIfAbsent(
                        Item.builder(right).put("owner", thread).build());
                String token = token();
                List<Write> writes = thread == 0 ? List.of(first, second) : List.of(second, first);
                return Crowd.insist(() -> store().transact(writes, token)) instanceof TransactionResult.Committed;
            });

            assertThat(won).containsExactlyInAnyOrder(true, false);
            long winner = won.indexOf(true);
            assertThat(present(left).whole("owner", -1)).isEqualTo(winner);
            assertThat(present(right).whole("owner", -1)).isEqualTo(winner);
        }
    }

    @Test
    void transact_checkedItemChanges_isRefusedOrComesFirst() {
        Key flag = key("flag");
        WriteShape open = WriteShape.check(Condition.equal("open", AttributeValue.of(1)));
        WriteShape count = Shapes.update(Shapes.add("n", Shapes.constant(1)));
        put(Item.builder(flag).put("open", 1).build());

        List<Long> counts = Crowd.run(2, thread -> {
            if (thread == 0) {
                Crowd.insist(() -> store().write(Shapes.updating(flag, Shapes.set("open", Shapes.constant(0)))));
                return Crowd.insist(() -> store().get(key("count"))) == null
                        ? 0L
                        : present(key("count")).whole("n", 0);
            }
            for (int i = 0; i < 100; i++) {
                String token = token();
                List<Write> writes = List.of(Write.of(open, flag), Write.of(count, key("count")));
                Crowd.insist(() -> store().transact(writes, token));
            }
            return -1L;
        });

        Item counted = read(key("count"));
        assertThat(counted == null ? 0 : counted.whole("n", 0)).isEqualTo(counts.get(0));
    }

    @Test
    void transact_shapesUsedInSingleWritesToo_meanTheSame() {
        WriteShape shape = Shapes.updateIf(
                Shapes.compare("n", Condition.Op.NE, Shapes.wholeSlot(0)), Shapes.set("n", Shapes.wholeSlot(0)));
        written(Write.of(shape, key("a"), new long[] {1}));
        commit(Write.of(shape, key("a"), new long[] {2}), Write.of(shape, key("b"), new long[] {1}));
        CompletableFuture<WriteResult> again = store().write(Write.of(shape, key("b"), new long[] {1}));

        assertThat(await(again)).isInstanceOf(WriteResult.Refused.class);
        assertThat(present(key("a")).whole("n", 0)).isEqualTo(2);
    }
}
