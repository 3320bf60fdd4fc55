package dev.zaelimiter.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Puts, deletes, and what is common to all writes. */
abstract class WriteContract extends ContractGroup {

    @Test
    void put_noItem_storesIt() {
        Item item = SampleValues.item(key("new"), subject());

        assertThat(written(Shapes.put(item))).isEqualTo(item);
        assertThat(read(item.key())).isEqualTo(item);
    }

    @Test
    void put_itemThere_replacesItWhole() {
        Key key = key("replaced");
        put(SampleValues.item(key, subject()));

        Item after = written(Shapes.put(Item.builder(key).put("only", 1).build()));

        assertThat(after.attributes()).containsOnlyKeys(Item.PK, Item.SK, "only");
    }

    @Test
    void put_keyAlone_isAnItem() {
        Key key = key("bare");

        assertThat(put(Item.builder(key).build()).attributes()).containsOnlyKeys(Item.PK, Item.SK);
        assertThat(refused(Shapes.putIfAbsent(Item.builder(key).build()))).isNotNull();
    }

    @Test
    void put_conditionHolds_stores() {
        Item item = Item.builder(key("guarded")).put("n", 1).build();

        written(Shapes.putIfAbsent(item));
        written(Write.put(Shapes.PUT_IF_PRESENT, item.toBuilder().put("n", 2).build()));

        assertThat(present(item.key()).whole("n", 0)).isEqualTo(2);
    }

    @Test
    void put_conditionFails_refusesWithStoredItem() {
        Item stored = put(SampleValues.item(key("kept"), subject()));

        Item current = refused(
                Shapes.putIfAbsent(Item.builder(stored.key()).put("n", 2).build()));

        assertThat(current).isEqualTo(stored);
    }

    @Test
    void put_conditionFailsOnNothing_refusesWithoutItem() {
        Item item = Item.builder(key("never")).put("n", 1).build();

        assertThat(refused(Write.put(Shapes.PUT_IF_PRESENT, item))).isNull();
    }

    @Test
    void put_conditionWithOperands_readsTheStoredItemNotTheNewOne() {
        Key key = key("versioned");
        put(Item.builder(key).put("version", 7).put("owner", "ann").build());
        Item next = Item.builder(key).put("version", 8).put("owner", "bob").build();
        WriteShape shape = WriteShape.put(new Condition.And(List.of(
                Shapes.compare("version", Op.EQ, Shapes.wholeSlot(0)),
                Shapes.compare("owner", Op.EQ, Shapes.valueSlot(0)))));

        refused(Write.put(shape, next, new long[] {8}, AttributeValue.of("bob")));
        written(Write.put(shape, next, new long[] {7}, AttributeValue.of("ann")));
    }

    @Test
    void delete_itemThere_removesItAndAnswersNoItem() {
        Key key = key("deleted");
        put(Item.builder(key).put("n", 1).build());

        WriteResult result = await(store().write(Shapes.delete(key)));

        assertThat(result).isInstanceOf(WriteResult.Written.class);
        assertThat(((WriteResult.Written) result).after()).isNull();
        assertThat(read(key)).isNull();
    }

    @Test
    void delete_noItem_isNoError() {
        assertThat(await(store().write(Shapes.delete(key("never"))))).isInstanceOf(WriteResult.Written.class);
    }

    @Test
    void delete_conditionFails_refusesWithStoredItem() {
        Item stored = put(SampleValues.item(key("kept"), subject()));
        WriteShape shape = WriteShape.delete(Condition.equal("whole", AttributeValue.of(6)));

        assertThat(refused(Write.of(shape, stored.key()))).isEqualTo(stored);
        assertThat(refused(Write.of(Shapes.DELETE_IF_PRESENT, key("never")))).isNull();
    }

    @Test
    void delete_thenPut_startsAfresh() {
        Key key = key("reborn");
        put(SampleValues.item(key, subject()));
        await(store().write(Shapes.delete(key)));

        assertThat(written(Shapes.adding(key, "n", 1)).attributes()).containsOnlyKeys(Item.PK, Item.SK, "n");
    }

    @Test
    void check_outsideTransaction_isMisuse() {
        assertMisuse(store().write(Write.of(Shapes.CHECK_ABSENT, key("checked"))));
    }

    @Test
    void write_emptyPartOfKey_isMisuse() {
        assertMisuse(
                store().write(Shapes.put(Item.builder(Key.of(unique("p"), "")).build())));
        assertMisuse(store().write(Shapes.adding(Key.of("", unique("s")), "n", 1)));
    }

    @Test
    void write_sameUpdateTwice_isAppliedTwice() {
        Write write = Shapes.adding(key("twice"), "n", 3);

        assertThat(written(write).whole("n", 0)).isEqualTo(3);
        assertThat(written(write).whole("n", 0)).isEqualTo(6);
    }

    @Test
    void write_sameGuardedPutTwice_isAppliedOnce() {
        Write write = Shapes.putIfAbsent(Item.builder(key("once")).put("n", 1).build());

        written(write);
        refused(write);
    }

    @Test
    void write_operandArrays_areLeftAlone() {
        long[] wholes = {1, 2, 3};
        AttributeValue[] values = {AttributeValue.of("a"), Shapes.textSet("x", "y")};
        WriteShape shape = Shapes.update(
                Shapes.add("n", Shapes.wholeSlot(1)),
                Shapes.set("text", Shapes.valueSlot(0)),
                Shapes.add("set", Shapes.valueSlot(1)));
        Write write = Write.of(shape, key("arrays"), wholes, values);

        written(write);
        written(write);

        assertThat(wholes).containsExactly(1, 2, 3);
        assertThat(values).containsExactly(AttributeValue.of("a"), Shapes.textSet("x", "y"));
    }

    @Test
    void write_shapeReusedAcrossKeys_usesEachWritesOperands() {
        WriteShape shape = Shapes.updateIf(
                Shapes.compare("n", Op.NE, Shapes.wholeSlot(0)),
                Shapes.set("n", Shapes.wholeSlot(0)),
                Shapes.set("name", Shapes.valueSlot(0)));
        List<Write> writes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            writes.add(Write.of(shape, key("key-" + i), new long[] {i}, AttributeValue.of("name-" + i)));
        }

        writes.forEach(this::written);

        for (int i = 0; i < writes.size(); i++) {
            Item item = present(writes.get(i).key());
            assertThat(item.whole("n", -1)).isEqualTo(i);
            assertThat(item.text("name")).isEqualTo("name-" + i);
            refused(writes.get(i));
        }
    }

    @Test
    void write_shapeReusedAcrossLayouts_meansTheSameOnEach() {
        WriteShape shape = Shapes.updateIf(
                new Condition.Not(Shapes.compare("n", Op.GE, Shapes.wholeSlot(0))),
                Shapes.add("n", Shapes.wholeSlot(1)));
        for (int round = 0; round < 2; round++) {
            for (int layout = 0; layout < 12; layout++) {
                Key key = key("layout-" + layout);
                if (round == 0) {
                    put(wide(key, layout));
                }
                long before = present(key).whole("n", 0);
                Write write = Write.of(shape, key, new long[] {before + 1, 10});

                assertThat(written(write))
                        .isEqualTo(wide(key, layout).toBuilder()
                                .put("n", before + 10)
                                .build());
                refused(write);
            }
        }
    }

    /** An item with some attributes on both sides of {@code n}, which is there in every other layout. */
    private static Item wide(Key key, int attributes) {
        Item.Builder builder = Item.builder(key);
        for (int i = 0; i < attributes; i++) {
            builder.put("a" + i, i).put("z" + i, "text " + i);
        }
        return attributes % 2 == 0 ? builder.build() : builder.put("n", 0).build();
    }

    @Test
    void write_shapeReusedAcrossTypes_meansTheSameOnEach() {
        WriteShape shape = Shapes.updateIf(
                Shapes.compare("x", Op.GT, Shapes.wholeSlot(0)), Shapes.set("seen", Shapes.constant(1)));
        Key whole = key("whole");
        Key text = key("text");
        Key absent = key("absent");
        put(Item.builder(whole).put("x", 2).build());
        put(Item.builder(text).put("x", "2").build());
        for (int round = 0; round < 2; round++) {
            written(Write.of(shape, whole, new long[] {1}));
            refused(Write.of(shape, text, new long[] {1}));
            refused(Write.of(shape, absent, new long[] {1}));
        }
        written(Shapes.updating(text, Shapes.set("x", Shapes.constant(2))));
        written(Write.of(shape, text, new long[] {1}));
    }

    @Test
    void write_answer_reportsCapacityOrSaysThatItDoesNot() {
        Write write = Shapes.putIfAbsent(Item.builder(key("metered")).build());

        double applied = ((WriteResult.Written) await(store().write(write))).writeUnits();
        double refused = ((WriteResult.Refused) await(store().write(write))).writeUnits();

        assertThat(applied)
                .satisfiesAnyOf(
                        units -> assertThat(units).isEqualTo(WriteResult.UNREPORTED),
                        units -> assertThat(units).isPositive());
        assertThat(refused)
                .satisfiesAnyOf(
                        units -> assertThat(units).isEqualTo(WriteResult.UNREPORTED),
                        units -> assertThat(units).isPositive());
    }
}
