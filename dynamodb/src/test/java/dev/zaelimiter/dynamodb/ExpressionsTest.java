package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Condition.And;
import dev.zaelimiter.store.Condition.Compare;
import dev.zaelimiter.store.Condition.Not;
import dev.zaelimiter.store.Condition.NotExists;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Condition.Or;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Operand.Constant;
import dev.zaelimiter.store.Operand.ValueSlot;
import dev.zaelimiter.store.Operand.WholeSlot;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ExpressionsTest {

    private static Action add(String attribute, Operand operand) {
        return new Action(Verb.ADD, attribute, operand);
    }

    @Test
    void update_everyVerb_isOneClauseEach() {
        Expressions expressions = Expressions.of(WriteShape.update(
                null,
                List.of(
                        add("b_rpm_tk", new WholeSlot(0)),
                        new Action(Verb.SET, "rf", new WholeSlot(1)),
                        new Action(Verb.REMOVE, "ttl", null),
                        add("b_rpm_tc", new WholeSlot(2)),
                        new Action(Verb.SET, "wid", new ValueSlot(0)),
                        new Action(Verb.DELETE, "names", new ValueSlot(1)))));

        assertThat(expressions.condition()).isNull();
        assertThat(expressions.update())
                .isEqualTo("SET #n0 = :v0, #n1 = :v1 ADD #n2 :v2, #n3 :v3 REMOVE #n4 DELETE #n5 :v4");
        assertThat(expressions.names())
                .isEqualTo(Map.of(
                        "#n0", "rf", "#n1", "wid", "#n2", "b_rpm_tk", "#n3", "b_rpm_tc", "#n4", "ttl", "#n5", "names"));
    }

    @Test
    void condition_nested_keepsItsMeaning() {
        Condition condition = new And(List.of(
                new Or(List.of(new NotExists("ttl"), new Compare("ttl", Op.GT, new WholeSlot(0)))),
                new Not(new Compare("wid", Op.EQ, new ValueSlot(0))),
                new Compare("a.b-c:d", Op.LE, new WholeSlot(0))));

        Expressions expressions = Expressions.of(WriteShape.delete(condition));

        assertThat(expressions.condition())
                .isEqualTo("(attribute_not_exists(#n0) OR #n0 > :v0) AND NOT (#n1 = :v1) AND #n2 <= :v0");
        assertThat(expressions.names()).containsEntry("#n2", "a.b-c:d");
    }

    /** DynamoDB refuses an expression with redundant parentheses. */
    @Test
    void condition_nested_hasNoParenthesesAroundParentheses() {
        Condition prefix = new Condition.BeginsWith("name", new ValueSlot(0));
        Condition never = new Compare("x", Op.LT, new Constant(AttributeValue.of(true)));
        Condition single = new And(List.of(new Or(List.of(new And(List.of(prefix, never))))));

        assertThat(condition(new Not(prefix))).isEqualTo("NOT (begins_with(#n0, :v0))");
        assertThat(condition(new Not(never))).isEqualTo("NOT (attribute_exists(#n0) AND attribute_not_exists(#n0))");
        assertThat(condition(new Not(single)))
                .isEqualTo("NOT (begins_with(#n0, :v0) AND (attribute_exists(#n1) AND attribute_not_exists(#n1)))");
        assertThat(condition(new Or(List.of(single, prefix))))
                .isEqualTo("(begins_with(#n0, :v0) AND (attribute_exists(#n1) AND attribute_not_exists(#n1)))"
                        + " OR begins_with(#n0, :v0)");
    }

    private static String condition(Condition condition) {
        return Expressions.of(WriteShape.delete(condition)).condition();
    }

    @Test
    void values_ofAWrite_comeFromItsSlotsAndTheShapesConstants() {
        WriteShape shape = WriteShape.update(
                Condition.equal("kind", AttributeValue.of("bucket")),
                List.of(add("n", new WholeSlot(1)), new Action(Verb.SET, "wid", new ValueSlot(0))));
        Expressions expressions = Expressions.of(shape);

        assertThat(expressions.valuesOf(Write.of(shape, Key.of("p", "s"), new long[] {7, -8}, AttributeValue.of("w"))))
                .isEqualTo(Map.of(
                        ":v0",
                        Attributes.encode("bucket"),
                        ":v1",
                        Attributes.encode("w"),
                        ":v2",
                        Attributes.encode(-8)));
    }

    @Test
    void compare_byOrderWithABoolean_neverHolds() {
        WriteShape shape = WriteShape.delete(new Compare("x", Op.LT, new Constant(AttributeValue.of(true))));

        assertThat(Expressions.of(shape).condition()).isEqualTo("attribute_exists(#n0) AND attribute_not_exists(#n0)");
        assertThat(Expressions.of(shape).values()).isEmpty();
    }
}
