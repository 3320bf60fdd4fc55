package dev.zaelimiter.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Query;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamedAttributesTest {

    private static void assertEscaped(String name) {
        assertThat(NamedAttributes.attribute(name)).isNotEqualTo(name).startsWith("#");
        assertThat(NamedAttributes.name(NamedAttributes.attribute(name))).isEqualTo(name);
        assertThat(NamedAttributes.name(name)).as("as others wrote it").isEqualTo(name);
    }

    @ParameterizedTest
    @EnumSource(Query.Index.class)
    void attribute_keyOfAnIndex_isEscaped(Query.Index index) {
        assertEscaped(index.partitionAttribute());
        assertEscaped(index.sortAttribute());
    }

    @ParameterizedTest
    @ValueSource(strings = {Item.TTL, "LSI1SK", "LSI5SK"})
    void attribute_meansSomethingToTheStore_isEscaped(String name) {
        assertEscaped(name);
    }

    @Test
    void attribute_anyOther_isAsTheOtherSystemWritesIt() {
        for (String name : new String[] {"gpt-4", "resource", "GSI1", "TTL", "ttl2", "_default_", "name"}) {
            assertThat(NamedAttributes.attribute(name)).isEqualTo(name);
        }
    }
}
