package dev.zaelimiter.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Items of attributes, whose layout is remembered and may be that of other attributes. */
class ItemOfTest {

    private static Map<String, AttributeValue> attributes(Object... namesAndValues) {
        Map<String, AttributeValue> map = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            String name = (String) namesAndValues[i];
            map.put(
                    name,
                    namesAndValues[i + 1] instanceof Long whole
                            ? AttributeValue.of(whole)
                            : AttributeValue.of((String) namesAndValues[i + 1]));
        }
        return map;
    }

    /** As it is made without what is remembered. */
    private static Item built(Map<String, AttributeValue> attributes) {
        Item.Builder builder = Item.builder(Key.of("x", "y")).remove(Item.PK).remove(Item.SK);
        attributes.forEach(builder::put);
        return builder.build();
    }

    @Test
    void of_namesAndKindsThatCameBefore_sameLayoutAndItsOwnValues() {
        Item first = Item.of(attributes("PK", "a", "SK", "b", "n", 1L, "text", "one"));
        Map<String, AttributeValue> second = attributes("PK", "a", "SK", "c", "n", -2L, "text", "two");

        Item again = Item.of(second);

        assertThat(again.layout()).isSameAs(first.layout());
        assertThat(again).isEqualTo(built(second));
        assertThat(again.attributes()).isEqualTo(second);
    }

    @Test
    void of_sameNamesOfOtherKinds_layoutOfItsOwn() {
        Item.of(attributes("PK", "a", "n", 1L, "m", "text"));
        Map<String, AttributeValue> swapped = attributes("PK", "a", "n", "text", "m", 1L);

        assertThat(Item.of(swapped)).isEqualTo(built(swapped));
        assertThat(Item.of(swapped).attributes()).isEqualTo(swapped);
    }

    @Test
    void of_otherNamesOfTheSameHash_itsOwnNames() {
        Item.of(attributes("PK", "a", "Aa", 1L));
        Map<String, AttributeValue> other = attributes("PK", "a", "BB", 1L);

        assertThat(Item.of(other).attributes()).isEqualTo(other);
        assertThat(Item.of(other)).isEqualTo(built(other));
    }

    @Test
    void of_fewerOrMoreNames_itsOwnNames() {
        Item.of(attributes("PK", "a", "n", 1L));
        Map<String, AttributeValue> more = attributes("PK", "a", "n", 1L, "\0", "of hash 0");
        Map<String, AttributeValue> fewer = attributes("PK", "a");

        assertThat(Item.of(more).attributes()).isEqualTo(more);
        assertThat(Item.of(fewer).attributes()).isEqualTo(fewer);
    }

    /** A map that takes names for equal that differ in their case alone, of one sum of hashes. */
    @Test
    void of_mapThatIgnoresCase_namesAsTheyAre() {
        Item.of(attributes("AC", 1L, "dc", 2L));
        Map<String, AttributeValue> map = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        map.putAll(attributes("aC", 1L, "Dc", 2L));

        assertThat(Item.of(map).attributes().keySet()).containsExactlyInAnyOrder("aC", "Dc");
    }

    @Test
    void of_valueThatIsNull_isRefused() {
        Item.of(attributes("PK", "a", "n", 1L));
        Map<String, AttributeValue> damaged = attributes("PK", "a");
        damaged.put("n", null);

        assertThatThrownBy(() -> Item.of(damaged)).isInstanceOf(NullPointerException.class);
    }
}
