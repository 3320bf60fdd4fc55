package dev.zaelimiter.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.AttributeValue.Decimal;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Adding to numbers and to sets, taking out of sets, and what can't be added up. */
abstract class SumContract extends ContractGroup {

    @Test
    void add_wholeThere_addsUp() {
        Key key = key("sum");
        put(Item.builder(key).put("n", 40).build());

        assertThat(written(Shapes.adding(key, "n", 2)).whole("n", 0)).isEqualTo(42);
        assertThat(written(Shapes.adding(key, "n", -50)).whole("n", 0)).isEqualTo(-8);
        assertThat(written(Shapes.adding(key, "n", 0)).whole("n", 0)).isEqualTo(-8);
    }

    @Test
    void add_absentNumber_countsFromZero() {
        Key key = key("zero");
        put(Item.builder(key).put("other", 1).build());

        assertThat(written(Shapes.adding(key, "n", -7)).whole("n", 0)).isEqualTo(-7);
        assertThat(written(Shapes.adding(key("none"), "n", 0)).has("n")).isTrue();
    }

    @Test
    void add_bySlot_usesEachWritesNumber() {
        WriteShape shape = Shapes.update(Shapes.add("n", Shapes.wholeSlot(0)));
        Key key = key("slots");

        for (int i = 1; i <= 10; i++) {
            assertThat(written(Write.of(shape, key, new long[] {i})).whole("n", 0))
                    .isEqualTo(i * (i + 1) / 2);
        }
    }

    @Test
    void add_decimals_areExact() {
        Key key = key("decimals");
        put(Item.builder(key).put("d", new Decimal("0.1")).put("n", 3).build());
        WriteShape shape = Shapes.update(Shapes.add("d", Shapes.valueSlot(0)), Shapes.add("n", Shapes.valueSlot(0)));

        Item after = written(Write.of(shape, key, new long[0], new Decimal("0.2")));

        assertThat(after.get("d")).isEqualTo(new Decimal("0.3"));
        assertThat(after.get("n")).isEqualTo(new Decimal("3.2"));
    }

    @Test
    void add_decimalsToAWhole_isAWhole() {
        Key key = key("whole");
        put(Item.builder(key).put("d", new Decimal("0.5")).build());
        WriteShape shape = Shapes.update(Shapes.add("d", Shapes.valueSlot(0)));

        Item after = written(Write.of(shape, key, new long[0], new Decimal("1.5")));

        assertThat(after.get("d")).isEqualTo(AttributeValue.of(2));
        assertThat(written(Shapes.adding(key, "d", 1)).whole("d", 0)).isEqualTo(3);
    }

    @Test
    void add_toTheEdgeOfLong_works() {
        Key key = key("edge");
        put(Item.builder(key)
                .put("up", Long.MAX_VALUE - 1)
                .put("down", Long.MIN_VALUE + 1)
                .build());

        Item after = written(
                Shapes.updating(key, Shapes.add("up", Shapes.constant(1)), Shapes.add("down", Shapes.constant(-1))));

        assertThat(after.whole("up", 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(after.whole("down", 0)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void add_sumAboveLong_isMisuseAndNothingIsApplied() {
        assertOverflows(Long.MAX_VALUE, 1);
        assertOverflows(1, Long.MAX_VALUE);
    }

    @Test
    void add_sumBelowLong_isMisuseAndNothingIsApplied() {
        assertOverflows(Long.MIN_VALUE, -1);
        assertOverflows(-1, Long.MIN_VALUE);
    }

    @Test
    void add_sumOutsideLongOfWideNumbers_isExact() {
        assumeWideNumbers();
        Key key = key("wide");
        put(Item.builder(key)
                .put("up", Long.MAX_VALUE)
                .put("down", Long.MIN_VALUE)
                .build());

        Item after = written(
                Shapes.updating(key, Shapes.add("up", Shapes.constant(1)), Shapes.add("down", Shapes.constant(-1))));
        assertThat(after.get("up")).isEqualTo(new Decimal("9223372036854775808"));
        assertThat(after.get("down")).isEqualTo(new Decimal("-9223372036854775809"));

        Item back = written(
                Shapes.updating(key, Shapes.add("up", Shapes.constant(-1)), Shapes.add("down", Shapes.constant(1))));
        assertThat(back.whole("up", 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(back.whole("down", 0)).isEqualTo(Long.MIN_VALUE);
    }

    private void assertOverflows(long stored, long added) {
        assumeNumbersAreLongs();
        Key key = key("overflow " + stored);
        Item before =
                put(Item.builder(key).put("a", 1).put("n", stored).put("z", 1).build());
        WriteShape shape = Shapes.update(
                Shapes.add("a", Shapes.constant(1)),
                Shapes.add("n", Shapes.wholeSlot(0)),
                Shapes.set("z", Shapes.constant(2)));

        assertMisuse(store().write(Write.of(shape, key, new long[] {added})));

        assertThat(read(key)).isEqualTo(before);
    }

    @Test
    void add_sumOutsideLongWhileConditionFails_isRefused() {
        Key key = key("refused");
        put(Item.builder(key).put("n", Long.MAX_VALUE).build());

        refused(Write.of(Shapes.updateIf(new Condition.NotExists("n"), Shapes.add("n", Shapes.constant(1))), key));
    }

    @Test
    void add_toSet_isUnion() {
        Key key = key("union");
        WriteShape shape = Shapes.update(Shapes.add("set", Shapes.valueSlot(0)));

        assertThat(written(Write.of(shape, key, new long[0], Shapes.textSet("a", "b")))
                        .get("set"))
                .isEqualTo(Shapes.textSet("a", "b"));
        assertThat(written(Write.of(shape, key, new long[0], Shapes.textSet("b", "c")))
                        .get("set"))
                .isEqualTo(Shapes.textSet("a", "b", "c"));
    }

    @Test
    void deleteElements_fromSet_isDifference() {
        Key key = key("difference");
        put(Item.builder(key).put("set", Shapes.textSet("a", "b", "c")).build());
        WriteShape shape = Shapes.update(Shapes.deleteElements("set", Shapes.valueSlot(0)));

        assertThat(written(Write.of(shape, key, new long[0], Shapes.textSet("b", "x")))
                        .get("set"))
                .isEqualTo(Shapes.textSet("a", "c"));
    }

    @Test
    void deleteElements_lastOnes_takesTheSetAway() {
        Key key = key("emptied");
        put(Item.builder(key).put("set", Shapes.textSet("a")).put("n", 1).build());
        WriteShape shape = Shapes.update(Shapes.deleteElements("set", Shapes.constant(Shapes.textSet("a", "b"))));

        assertThat(written(Write.of(shape, key)))
                .isEqualTo(Item.builder(key).put("n", 1).build());
    }

    @Test
    void deleteElements_absentSet_changesNothing() {
        Item before = put(Item.builder(key("absent")).put("n", 1).build());
        WriteShape shape = Shapes.update(Shapes.deleteElements("set", Shapes.constant(Shapes.textSet("a"))));

        assertThat(written(Write.of(shape, before.key()))).isEqualTo(before);
    }

    @TestFactory
    Stream<DynamicTest> add_mismatchedType_isMisuse() {
        return SampleValues.all(subject()).entrySet().stream()
                .map(sample -> DynamicTest.dynamicTest(
                        "add_to_" + sample.getKey(), () -> assertMismatches(sample.getKey(), sample.getValue())));
    }

    private void assertMismatches(String name, AttributeValue stored) {
        boolean number = stored instanceof AttributeValue.Whole || stored instanceof Decimal;
        boolean set = stored instanceof AttributeValue.TextSet;
        Item before = put(
                Item.builder(key(name)).put("a", 1).put("x", stored).put("z", 1).build());
        if (!number) {
            assertLeavesAlone(before, Shapes.add("x", Shapes.constant(1)));
        }
        if (!set) {
            assertLeavesAlone(before, Shapes.add("x", Shapes.constant(Shapes.textSet("a"))));
            assertLeavesAlone(before, Shapes.deleteElements("x", Shapes.constant(Shapes.textSet("a"))));
        }
    }

    private void assertLeavesAlone(Item before, WriteShape.Action action) {
        WriteShape shape = Shapes.update(
                Shapes.add("a", Shapes.constant(1)), action, Shapes.set("z", Shapes.constant(2)), Shapes.remove("y"));

        assertMisuse(store().write(Write.of(shape, before.key())));

        assertThat(read(before.key())).isEqualTo(before);
    }
}
