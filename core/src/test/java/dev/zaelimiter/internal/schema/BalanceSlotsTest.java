package dev.zaelimiter.internal.schema;

import static dev.zaelimiter.internal.schema.BucketSchemaTest.bucket;
import static dev.zaelimiter.internal.schema.BucketSchemaTest.limit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BalanceSlotsTest {

    /** What every write of a bucket may change without a word on its limits. */
    private static final Set<String> CHANGING = Set.of("b_rpm_tk", "b_tpm_tk", "b_rpm_tc", "b_tpm_tc", "wid");

    private final Item item = limit(limit(bucket(), "rpm", 5, 10, 20, 30), "tpm", 50, 100, 200, 300)
            .put("b_rpm_rm", 29)
            .put("ttl", 99)
            .put("wid", 1)
            .put("foreign", 8)
            .put("cascade", true)
            .put("parent_id", "p")
            .build();
    private final BalanceSlots slots = BucketSchema.of(item.layout()).balances();

    @Test
    void alike_eachNumberChangedAlone_onlyOfWhatEachWriteChanges() {
        for (String name : item.attributes().keySet()) {
            if (item.get(name) instanceof AttributeValue.Whole whole) {
                Item other = item.toBuilder().put(name, whole.value() + 1).build();
                assertThat(slots.alike(item, other)).as(name).isEqualTo(CHANGING.contains(name));
                assertThat(slots.alike(other, item)).as(name).isEqualTo(CHANGING.contains(name));
            }
        }
    }

    @Test
    void alike_anythingElseChanged_isFalse() {
        assertThat(slots.alike(item, item.toBuilder().build())).isTrue();
        assertThat(slots.alike(item, item.toBuilder().put("parent_id", "q").build()))
                .isFalse();
        assertThat(slots.alike(item, item.toBuilder().put("cascade", false).build()))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"b_rpm_tc", "b_tpm_tc", "rf"})
    void total_counterOrStamp_growsWithIt(String name) {
        Item other = item.toBuilder().put(name, item.whole(name, 0) + 5).build();
        assertThat(slots.total(other) - slots.total(item)).isEqualTo(5);
    }

    @Test
    void total_balance_isNotPartOfIt() {
        assertThat(slots.total(item.toBuilder().put("b_rpm_tk", 1).build())).isEqualTo(slots.total(item));
    }
}
