package dev.zaelimiter.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Updates that set and remove, and what updates do to everything else. */
abstract class UpdateContract extends ContractGroup {

    @Test
    void update_noItem_createsIt() {
        Key key = key("new");

        Item after = written(Shapes.updating(key, Shapes.set("n", Shapes.constant(1))));

        assertThat(after).isEqualTo(Item.builder(key).put("n", 1).build());
    }

    @Test
    void update_noItemAndOnlyRemovals_createsItWithItsKey() {
        Key key = key("bare");

        assertThat(written(Shapes.updating(key, Shapes.remove("n"))))
                .isEqualTo(Item.builder(key).build());
    }

    @Test
    void update_conditionFails_refusesWithStoredItem() {
        Item stored = put(SampleValues.item(key("kept"), subject()));
        WriteShape shape = Shapes.updateIf(Condition.itemAbsent(), Shapes.set("n", Shapes.constant(1)));

        assertThat(refused(Write.of(shape, stored.key()))).isEqualTo(stored);
    }

    @Test
    void update_conditionFailsOnNothing_createsNothing() {
        WriteShape shape = Shapes.updateIf(Condition.itemExists(), Shapes.set("n", Shapes.constant(1)));

        assertThat(refused(Write.of(shape, key("never")))).isNull();
    }

    @Test
    void update_conditionOnChangedAttribute_seesItAsItWas() {
        Key key = key("compared");
        put(Item.builder(key).put("n", 1).build());
        WriteShape shape =
                Shapes.updateIf(Condition.equal("n", AttributeValue.of(1)), Shapes.set("n", Shapes.constant(2)));

        written(Write.of(shape, key));
        refused(Write.of(shape, key));
    }

    @TestFactory
    Stream<DynamicTest> set_anyType_overAnyType() {
        return SampleValues.all(subject()).entrySet().stream()
                .map(sample -> DynamicTest.dynamicTest(
                        "set_" + sample.getKey() + "_overAnyType",
                        () -> setOverAll(sample.getKey(), sample.getValue())));
    }

    private void setOverAll(String name, AttributeValue value) {
        WriteShape bySlot = Shapes.update(Shapes.set("x", Shapes.valueSlot(0)));
        WriteShape byConstant = Shapes.update(Shapes.set("x", Shapes.constant(value)));
        Key absent = key(name + "-absent");
        assertThat(written(Write.of(bySlot, absent, new long[0], value)).get("x"))
                .isEqualTo(value);

        SampleValues.all(subject()).forEach((otherName, other) -> {
            Key key = key(name + "-over-" + otherName);
            Item before = put(Item.builder(key).put("x", other).put("y", other).build());
            Item expected = before.toBuilder().put("x", value).build();
            assertThat(written(Write.of(byConstant, key))).isEqualTo(expected);
            assertThat(written(Write.of(bySlot, key, new long[0], value))).isEqualTo(expected);
        });
    }

    @Test
    void set_extremeWholes_areKept() {
        Key key = key("extremes");
        WriteShape shape = Shapes.update(Shapes.set("a", Shapes.wholeSlot(0)), Shapes.set("b", Shapes.wholeSlot(1)));

        Item after = written(Write.of(shape, key, new long[] {Long.MAX_VALUE, Long.MIN_VALUE}));

        assertThat(after.whole("a", 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(after.whole("b", 0)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void set_textsOfAnyScript_areKept() {
        String text = "naïve 試験 \uD83D\uDE00 \"quoted\" \\ #:$ \t\n";
        WriteShape shape =
                Shapes.update(Shapes.set("text", Shapes.valueSlot(0)), Shapes.set("empty", Shapes.valueSlot(1)));

        Item after =
                written(Write.of(shape, key("texts"), new long[0], AttributeValue.of(text), AttributeValue.of("")));

        assertThat(after.text("text")).isEqualTo(text);
        assertThat(after.text("empty")).isEmpty();
    }

    @Test
    void set_attributesThatAreReservedWordsOrOdd_work() {
        Key key = key("names");
        List<WriteShape.Action> actions = new ArrayList<>();
        List<String> names = List.of("name", "status", "ttl2", "count", "a.b", "a-b", "a b", "#x", ":x", "größe", "0");
        names.forEach(name -> actions.add(Shapes.set(name, Shapes.constant(name))));

        Item after = written(Write.of(WriteShape.update(null, actions), key));

        names.forEach(name -> assertThat(after.text(name)).isEqualTo(name));
    }

    @Test
    void remove_attributeThere_takesItAway() {
        Item before = put(SampleValues.item(key("removed"), subject()));

        for (String name : SampleValues.all(subject()).keySet()) {
            assertThat(written(Shapes.updating(before.key(), Shapes.remove(name)))
                            .has(name))
                    .isFalse();
        }

        assertThat(present(before.key())).isEqualTo(Item.builder(before.key()).build());
    }

    @Test
    void remove_attributeAbsent_changesNothing() {
        Item before = put(Item.builder(key("kept")).put("n", 1).build());

        assertThat(written(Shapes.updating(before.key(), Shapes.remove("m")))).isEqualTo(before);
    }

    @Test
    void update_otherAttributes_areUntouchedWhateverTheirType() {
        Item before = put(SampleValues.item(key("carried"), subject()));
        Key key = before.key();

        Item after = written(Shapes.updating(key, Shapes.add("n", Shapes.constant(1))));
        assertThat(after).isEqualTo(before.toBuilder().put("n", 1).build());

        after = written(Shapes.updating(key, Shapes.add("n", Shapes.constant(1))));
        assertThat(after).isEqualTo(before.toBuilder().put("n", 2).build());

        after = written(Shapes.updating(key, Shapes.set("s", Shapes.constant("t")), Shapes.remove("n")));
        assertThat(after).isEqualTo(before.toBuilder().put("s", "t").build());

        commit(Shapes.updating(key, Shapes.remove("s")), Shapes.adding(key("beside"), "n", 1));
        assertThat(present(key)).isEqualTo(before);
    }

    @Test
    void update_severalActions_allTakeEffect() {
        Key key = key("many");
        put(Item.builder(key)
                .put("a", 1)
                .put("b", 1)
                .put("c", 1)
                .put("set", Shapes.textSet("x", "y"))
                .put("text", "old")
                .build());

        Item after = written(Shapes.updating(
                key,
                Shapes.set("a", Shapes.constant(10)),
                Shapes.add("b", Shapes.constant(10)),
                Shapes.remove("c"),
                Shapes.deleteElements("set", Shapes.constant(Shapes.textSet("x"))),
                Shapes.set("text", Shapes.constant("new")),
                Shapes.add("d", Shapes.constant(5))));

        assertThat(after)
                .isEqualTo(Item.builder(key)
                        .put("a", 10)
                        .put("b", 11)
                        .put("set", Shapes.textSet("y"))
                        .put("text", "new")
                        .put("d", 5)
                        .build());
    }

    @Test
    void update_slotsAndConstantsMixed_findTheirOperands() {
        WriteShape shape = Shapes.updateIf(
                Shapes.compare("guard", Op.NE, Shapes.valueSlot(2)),
                Shapes.set("a", Shapes.wholeSlot(3)),
                Shapes.add("b", Shapes.wholeSlot(1)),
                Shapes.set("c", Shapes.valueSlot(0)),
                Shapes.set("d", Shapes.constant("constant")),
                Shapes.set("e", Shapes.wholeSlot(3)));
        Key key = key("slots");
        long[] wholes = {100, 101, 102, 103, 104};
        AttributeValue[] values = {
            AttributeValue.of("v0"), AttributeValue.of("v1"), AttributeValue.of("v2"), AttributeValue.of("v3")
        };

        Item after = written(Write.of(shape, key, wholes, values));

        assertThat(after)
                .isEqualTo(Item.builder(key)
                        .put("a", 103)
                        .put("b", 101)
                        .put("c", "v0")
                        .put("d", "constant")
                        .put("e", 103)
                        .build());
    }

    @Test
    void update_manyAttributes_keepsThemApart() {
        Key key = key("wide");
        Item.Builder expected = Item.builder(key);
        List<WriteShape.Action> actions = new ArrayList<>();
        long[] wholes = new long[40];
        for (int i = 0; i < wholes.length; i++) {
            wholes[i] = 1000L + i;
            actions.add(
                    i % 2 == 0 ? Shapes.add("a" + i, Shapes.wholeSlot(i)) : Shapes.set("a" + i, Shapes.wholeSlot(i)));
            expected.put("a" + i, i % 2 == 0 ? 2 * wholes[i] : wholes[i]);
        }
        Write write = Write.of(WriteShape.update(null, actions), key, wholes);

        written(write);

        assertThat(written(write)).isEqualTo(expected.build());
    }

    @Test
    void update_keyAttributeOrOneAttributeTwice_cannotBeMade() {
        WriteShape.Action once = Shapes.set("n", Shapes.constant(1));

        assertThatIllegalArgumentException().isThrownBy(() -> Shapes.update(Shapes.set(Item.PK, Shapes.constant("x"))));
        assertThatIllegalArgumentException().isThrownBy(() -> Shapes.update(Shapes.remove(Item.SK)));
        assertThatIllegalArgumentException().isThrownBy(() -> Shapes.update(once, Shapes.remove("n")));
    }
}
