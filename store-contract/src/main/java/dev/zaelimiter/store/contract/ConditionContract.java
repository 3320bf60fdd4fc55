package dev.zaelimiter.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Condition.And;
import dev.zaelimiter.store.Condition.Exists;
import dev.zaelimiter.store.Condition.Not;
import dev.zaelimiter.store.Condition.NotExists;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Condition.Or;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** When a condition holds: every relation on every type, and their combinations. */
abstract class ConditionContract extends ContractGroup {

    private static final Condition YES = new Exists(Item.PK);
    private static final Condition NO = new NotExists(Item.PK);

    @TestFactory
    List<DynamicTest> compare_everyRelationOnEveryType_isAsInDynamoDb() {
        List<DynamicTest> tests = new ArrayList<>();
        Item item = put(SampleValues.item(key("compared"), subject()));
        for (Op op : Op.values()) {
            tests.add(compared(item, "absent", null, op));
            SampleValues.all(subject()).forEach((name, stored) -> tests.add(compared(item, name, stored, op)));
        }
        return tests;
    }

    private DynamicTest compared(Item item, String attribute, @Nullable AttributeValue stored, Op op) {
        return DynamicTest.dynamicTest(
                "compare_" + attribute + "_" + op,
                () -> SampleValues.operands()
                        .values()
                        .forEach(operand -> compare(item, attribute, stored, op, operand)));
    }

    private void compare(Item item, String attribute, @Nullable AttributeValue stored, Op op, AttributeValue operand) {
        boolean ordered = op != Op.EQ && op != Op.NE;
        if (ordered && !Comparisons.isOrdered(operand)) {
            assertNotApplied(item, Shapes.compare(attribute, op, Shapes.constant(operand)));
            return;
        }
        boolean holds = Comparisons.holds(stored, op, operand);
        assertHolds(item, Shapes.compare(attribute, op, Shapes.constant(operand)), holds);
        assertHolds(item, new Not(Shapes.compare(attribute, op, Shapes.valueSlot(0))), !holds, operand);
        if (operand instanceof AttributeValue.Whole whole) {
            Condition bySlot = Shapes.compare(attribute, op, Shapes.wholeSlot(0));
            check(item, Write.of(guarded(bySlot), item.key(), new long[] {whole.value()}), holds);
        }
    }

    /** A relation that a type does not know: not valid for some stores, false for others, never true. */
    private void assertNotApplied(Item item, Condition condition) {
        CompletableFuture<?> answer = store().write(Write.of(guarded(condition), item.key()));
        try {
            assertThat(answer.join()).isInstanceOf(WriteResult.Refused.class);
        } catch (CompletionException e) {
            assertThat(e.getCause()).isInstanceOf(StoreException.Misuse.class);
        }
        assertThat(read(item.key())).isEqualTo(item);
    }

    /** Applies if the condition holds, and changes nothing either way. */
    private static WriteShape guarded(Condition condition) {
        return Shapes.updateIf(condition, Shapes.remove("nothing"));
    }

    private void assertHolds(Item item, Condition condition, boolean holds, AttributeValue... values) {
        check(item, Write.of(guarded(condition), item.key(), new long[0], values), holds);
    }

    private void check(Item item, Write write, boolean holds) {
        if (holds) {
            assertThat(written(write)).isEqualTo(item);
        } else {
            assertThat(refused(write)).isEqualTo(item);
        }
    }

    @Test
    void compare_texts_goesByUtf8Bytes() {
        List<String> ascending = List.of("", "A", "a", "aa", "b", "é", "試", "\uFFFD", "\uD83D\uDE00");
        for (int i = 0; i < ascending.size(); i++) {
            Key key = key("text-" + i);
            Item item = put(Item.builder(key).put("text", ascending.get(i)).build());
            for (int j = 0; j < ascending.size(); j++) {
                Operand operand = Shapes.constant(ascending.get(j));
                assertHolds(item, Shapes.compare("text", Op.LT, operand), i < j);
                assertHolds(item, Shapes.compare("text", Op.EQ, operand), i == j);
                assertHolds(item, Shapes.compare("text", Op.GE, operand), i >= j);
            }
        }
    }

    @Test
    void compare_numbersFarApart_goesByValue() {
        Item item = put(Item.builder(key("numbers"))
                .put("max", Long.MAX_VALUE)
                .put("min", Long.MIN_VALUE)
                .put("nine", 9)
                .build());

        assertHolds(item, Shapes.compare("max", Op.GT, Shapes.constant(Long.MIN_VALUE)), true);
        assertHolds(item, Shapes.compare("min", Op.LT, Shapes.constant(Long.MAX_VALUE)), true);
        assertHolds(item, Shapes.compare("nine", Op.LT, Shapes.constant(10)), true);
        Operand aboveLong = Shapes.constant(new AttributeValue.Decimal("9223372036854775808"));
        assertHolds(item, Shapes.compare("max", Op.LT, aboveLong), true);
        assertHolds(item, Shapes.compare("max", Op.GE, aboveLong), false);
    }

    @Test
    void compare_keyAttributes_works() {
        Item item = put(Item.builder(key("keyed")).build());

        assertHolds(item, Condition.equal(Item.SK, AttributeValue.of(item.key().sk())), true);
        assertHolds(item, Condition.equal(Item.PK, AttributeValue.of("x")), false);
    }

    @Test
    void exists_attributeThere_holdsWhateverItsValue() {
        Item item = put(SampleValues.item(key("there"), subject()));

        SampleValues.all(subject()).keySet().forEach(name -> {
            assertHolds(item, new Exists(name), true);
            assertHolds(item, new NotExists(name), false);
        });
    }

    @Test
    void exists_attributeAbsent_doesNotHold() {
        Item item = put(Item.builder(key("bare")).put("n", 1).build());

        assertHolds(item, new Exists("m"), false);
        assertHolds(item, new NotExists("m"), true);
    }

    @Test
    void itemExists_itemThere_holds() {
        Item item = put(Item.builder(key("there")).build());

        assertHolds(item, Condition.itemExists(), true);
        assertHolds(item, Condition.itemAbsent(), false);
    }

    @Test
    void condition_noItem_isThatOfAnItemWithoutAttributes() {
        Key key = key("none");
        List<Condition> fail = new ArrayList<>(List.of(
                Condition.itemExists(),
                new Exists("n"),
                Shapes.beginsWith("n", "a"),
                Condition.equal("n", AttributeValue.of(0)),
                new Not(Condition.itemAbsent())));
        for (Op op : List.of(Op.LT, Op.LE, Op.GT, Op.GE)) {
            fail.add(Shapes.compare("n", op, Shapes.constant(0)));
        }
        fail.forEach(condition ->
                assertThat(refused(Write.of(guarded(condition), key))).isNull());

        List<Condition> hold = List.of(
                Condition.itemAbsent(),
                new NotExists("n"),
                Shapes.compare("n", Op.NE, Shapes.constant(0)),
                new Not(Shapes.beginsWith("n", "a")));
        for (Condition condition : hold) {
            written(Write.of(guarded(condition), key));
            await(store().write(Shapes.delete(key)));
        }
    }

    @Test
    void beginsWith_text_comparesThePrefix() {
        Item item =
                put(Item.builder(key("prefixed")).put("text", "aé\uD83D\uDE00z").build());

        Map.of("a", true, "aé", true, "aé\uD83D\uDE00z", true, "aé\uD83D\uDE00zz", false, "é", false, "A", false)
                .forEach((prefix, holds) -> {
                    assertHolds(item, Shapes.beginsWith("text", prefix), holds);
                    assertHolds(
                            item,
                            new Condition.BeginsWith("text", Shapes.valueSlot(0)),
                            holds,
                            AttributeValue.of(prefix));
                });
    }

    @Test
    void beginsWith_absentOrNoText_neverHolds() {
        Item item = put(SampleValues.item(key("mismatched"), subject()));

        SampleValues.all(subject()).keySet().stream()
                .filter(name -> !name.equals("text") && !name.equals("opaque"))
                .forEach(name -> assertNotApplied(item, Shapes.beginsWith(name, "5")));
        assertHolds(item, Shapes.beginsWith("absent", "5"), false);
    }

    @Test
    void and_terms_holdsIfAllDo() {
        Item item = put(Item.builder(key("and")).build());

        assertHolds(item, new And(List.of(YES)), true);
        assertHolds(item, new And(List.of(NO)), false);
        assertHolds(item, new And(List.of(YES, YES, YES)), true);
        assertHolds(item, new And(List.of(YES, NO, YES)), false);
        assertHolds(item, new And(List.of(NO, YES)), false);
        assertHolds(item, new And(List.of(YES, NO)), false);
    }

    @Test
    void or_terms_holdsIfOneDoes() {
        Item item = put(Item.builder(key("or")).build());

        assertHolds(item, new Or(List.of(YES)), true);
        assertHolds(item, new Or(List.of(NO)), false);
        assertHolds(item, new Or(List.of(NO, NO, YES)), true);
        assertHolds(item, new Or(List.of(YES, NO)), true);
        assertHolds(item, new Or(List.of(NO, NO)), false);
    }

    @Test
    void not_term_holdsIfItDoesNot() {
        Item item = put(Item.builder(key("not")).build());

        assertHolds(item, new Not(YES), false);
        assertHolds(item, new Not(NO), true);
        assertHolds(item, new Not(new Not(YES)), true);
        assertHolds(item, new Not(Shapes.compare("absent", Op.NE, Shapes.constant(1))), false);
        assertHolds(item, new Not(Shapes.compare("absent", Op.LT, Shapes.constant(1))), true);
    }

    @Test
    void combinations_nested_keepTheirGrouping() {
        Item item = put(Item.builder(key("nested")).put("n", 5).build());
        Condition five = Condition.equal("n", AttributeValue.of(5));
        Condition six = Condition.equal("n", AttributeValue.of(6));

        assertHolds(item, new Or(List.of(five, new And(List.of(six, NO)))), true);
        assertHolds(item, new And(List.of(new Or(List.of(five, six)), NO)), false);
        assertHolds(item, new Not(new And(List.of(five, six))), true);
        assertHolds(item, new Not(new Or(List.of(six, five))), false);
        assertHolds(item, new And(List.of(new Not(six), new Or(List.of(six, new Not(new Not(five)))))), true);
    }
}
