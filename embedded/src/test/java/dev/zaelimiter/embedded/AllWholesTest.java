package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A conjunction of whole numbers is sorted by comparison; that must not change what it says. */
class AllWholesTest {

    private static final int SEEDS = 5_000;
    private static final int NUMBERS = 3;
    private static final List<Op> OPS = List.copyOf(EnumSet.allOf(Op.class));

    private int held;
    private int failed;

    @Test
    void holds_anyMixOfComparisons_isThatOfEachTerm() {
        for (int seed = 0; seed < SEEDS; seed++) {
            check(seed);
        }
        assertThat(held).as("conjunctions that held").isGreaterThan(200);
        assertThat(failed).as("conjunctions that did not").isGreaterThan(200);
    }

    private void check(int seed) {
        Random random = new Random(seed);
        Item.Builder builder = Item.builder(Key.of("p", "s"));
        for (int i = 0; i < NUMBERS; i++) {
            builder.put("n" + i, random.nextInt(3));
        }
        Item item = builder.build();
        long[] wholes = {random.nextInt(3), random.nextInt(3), random.nextInt(3)};
        List<Condition> terms = new ArrayList<>();
        boolean expected = true;
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            String name = "n" + random.nextInt(NUMBERS);
            Op op = OPS.get(random.nextInt(OPS.size()));
            int slot = random.nextInt(NUMBERS);
            boolean constant = random.nextBoolean();
            terms.add(new Condition.Compare(
                    name,
                    op,
                    constant ? new Operand.Constant(AttributeValue.of(wholes[slot])) : new Operand.WholeSlot(slot)));
            expected &= holds(item.whole(name, -1), op, wholes[slot]);
        }
        BoundCondition bound = ConditionBinder.bind(new Condition.And(terms), item.layout());
        assertThat(bound).isInstanceOf(BoundCondition.AllWholes.class);
        assertThat(bound.holds(item, wholes, new AttributeValue[0]))
                .as("seed %d: %s on %s with %s", seed, terms, item, List.of(wholes[0], wholes[1], wholes[2]))
                .isEqualTo(expected);
        held += expected ? 1 : 0;
        failed += expected ? 0 : 1;
    }

    private static boolean holds(long left, Op op, long right) {
        int order = Long.compare(left, right);
        return switch (op) {
            case EQ -> order == 0;
            case NE -> order != 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
        };
    }
}
