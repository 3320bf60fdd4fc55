package dev.zaelimiter.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BucketSchemaTest {

    static final Key KEY = Key.of("ns/BUCKET#e#r#0", "#STATE");

    static Item.Builder bucket() {
        return Item.builder(KEY).put("rf", 1_000).put("shard_count", 1);
    }

    static Item.Builder limit(Item.Builder item, String name, long tk, long cp, long ra, long rp) {
        String prefix = "b_" + name;
        return item.put(prefix + "_tk", tk)
                .put(prefix + "_cp", cp)
                .put(prefix + "_ra", ra)
                .put(prefix + "_rp", rp)
                .put(prefix + "_tc", 7);
    }

    private static BucketImage decode(Item item) {
        return BucketSchema.of(item.layout()).decode(item);
    }

    private static List<String> names(BucketImage image) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < image.layout().size(); i++) {
            names.add(image.layout().name(i));
        }
        return names;
    }

    @Test
    void decode_wholeItem_readsEveryNumber() {
        Item item = limit(bucket(), "rpm", -5, 10, 20, 30)
                .put("b_rpm_rm", 29)
                .put("ttl", 99)
                .put("wid", -4)
                .put("cascade", true)
                .put("parent_id", "p")
                .build();
        BucketImage image = decode(item);
        assertThat(names(image)).containsExactly("rpm");
        assertThat(image.tk()).containsExactly(-5);
        assertThat(image.rates().cap(0)).isEqualTo(10);
        assertThat(image.rates().ra(0)).isEqualTo(20);
        assertThat(image.rates().rp(0)).isEqualTo(30);
        assertThat(image.rm()).containsExactly(29);
        assertThat(image.tc()).containsExactly(7);
        assertThat(image.rf()).isEqualTo(1_000);
        assertThat(image.shardCount()).isEqualTo(1);
        assertThat(image.ttl()).isEqualTo(99);
        assertThat(image.wid()).isEqualTo(-4);
        assertThat(image.cascade()).isTrue();
        assertThat(image.parent()).isEqualTo("p");
    }

    @Test
    void decode_itemOfAnotherImplementation_lacksOurAdditions() {
        Item item = limit(bucket(), "rpm", 5, 10, 20, 30)
                .put("parent_id", AttributeValue.Null.NULL)
                .put("b_other", "no limit")
                .put("vu", 0)
                .put("sched_tz", "UTC")
                .build();
        BucketImage image = decode(item);
        assertThat(names(image)).containsExactly("rpm");
        assertThat(image.rm()).containsExactly(BucketImage.NO_REMAINDER);
        assertThat(image.ttl()).isZero();
        assertThat(image.wid()).isZero();
        assertThat(image.cascade()).isFalse();
        assertThat(image.parent()).isNull();
    }

    @Test
    void decode_oldItemWithABurst_isItsCeiling() {
        BucketImage image =
                decode(limit(bucket(), "rpm", 5, 10, 20, 30).put("b_rpm_bx", 15).build());
        assertThat(image.rates().cap(0)).isEqualTo(15);
    }

    @Test
    void decode_namesThatLookLikeAttributes_areTakenWhole() {
        Item.Builder item = bucket();
        List<String> names =
                List.of("a", "a-b", "a.b.c", "a_b", "a_cp", "a_cp_cp", "a_rm", "a_tk", "tk", "wcu", "x_tk_cp");
        names.forEach(name -> limit(item, name, name.length(), 10, 20, 30));
        BucketImage image = decode(item.build());
        assertThat(names(image)).containsExactlyElementsOf(names);
        for (int i = 0; i < names.size(); i++) {
            assertThat(image.tk()[i]).isEqualTo(names.get(i).length());
        }
        assertThat(image.layout().wcu()).isEqualTo(9);
    }

    @Test
    void decode_emptyName_isNoLimit() {
        assertThat(names(decode(bucket().put("b__cp", 1).put("b__tk", 1).build())))
                .isEmpty();
    }

    @Test
    void decode_limitWithoutANumber_isDamagedAndSaysWhich() {
        for (String suffix : List.of("_tk", "_cp", "_ra", "_rp")) {
            Item.Builder item = limit(limit(bucket(), "ok", 1, 2, 3, 4), "bad", 1, 2, 3, 4);
            for (Item damaged : List.of(
                    item.remove("b_bad" + suffix).build(),
                    item.put("b_bad" + suffix, "12").build(),
                    item.put("b_bad" + suffix, new AttributeValue.Decimal("1.5"))
                            .build())) {
                assertThatThrownBy(() -> decode(damaged))
                        .isInstanceOf(DamagedBucketException.class)
                        .hasMessageContaining("b_bad" + suffix + " is not a whole number")
                        .hasMessageContaining(KEY.toString());
            }
        }
    }

    /** An addition of another system to a limit that was removed makes these anew. */
    @Test
    void decode_balanceOrCountAlone_isNoLimit() {
        Item.Builder item = limit(bucket(), "ok", 1, 2, 3, 4);
        assertThat(names(decode(item.put("b_gone_tk", -5).put("b_gone_tc", 5).build())))
                .containsExactly("ok");
    }

    @Test
    void decode_noStampOrShardCount_isDamagedAndSaysWhat() {
        Item.Builder item = limit(bucket(), "rpm", 1, 2, 3, 4);
        assertThatThrownBy(() -> decode(item.remove("rf").build()))
                .isInstanceOf(DamagedBucketException.class)
                .hasMessageContaining("rf is not a whole number")
                .hasMessageContaining(KEY.toString());
        assertThatThrownBy(
                        () -> decode(item.put("rf", 1).put("shard_count", "one").build()))
                .isInstanceOf(DamagedBucketException.class)
                .hasMessageContaining("shard_count");
    }

    @Test
    void decode_numbersOutOfRange_isDamaged() {
        for (long[] numbers : new long[][] {{-1, 1, 1}, {1, 0, 0}, {1, -5, 1}, {1, 1, 0}, {1, 1, -1}}) {
            Item item = limit(bucket(), "rpm", 1, numbers[0], numbers[1], numbers[2])
                    .build();
            assertThatThrownBy(() -> decode(item))
                    .isInstanceOf(DamagedBucketException.class)
                    .hasMessageContaining("b_rpm_ra");
        }
    }

    private void assertForeign(Item.Builder item, String words) {
        assertThatThrownBy(() -> decode(item.build()))
                .isInstanceOf(DamagedBucketException.class)
                .hasMessageContaining(words)
                .hasMessageContaining("Python")
                .hasMessageNotContaining("damaged")
                .hasMessageNotContaining("delete");
    }

    @Test
    void decode_kindsThatOnlyPythonFollows_areNamed() {
        assertForeign(limit(bucket(), "rpm", 5, 10, 20, 30).put("sched", "1s500"), "'rpm' follows a schedule");
        assertForeign(limit(bucket(), "rpm", 5, 10, 20, 30).put("b_rpm_sched", "1s500"), "'rpm' follows a schedule");
        assertForeign(limit(bucket(), "rpm", 5, 10, 0, 30).put("rsched", "1m0h0"), "'rpm' is a calendar quota");
        assertForeign(limit(bucket(), "rpm", 5, 10, 0, 30).put("b_rpm_rsa", 60), "'rpm' is a session quota");
        assertForeign(limit(bucket(), "rpm", 5, 10, 0, 30).put("b_rpm_ws", 60), "'rpm' is a quota");
        assertForeign(limit(bucket(), "rpm", 5, 10, 0, 30), "'rpm' is a quota");
    }

    @Test
    void decode_stampsOfOthersThatBindNoLimitHere_areNoKind() {
        Item.Builder item = limit(bucket(), "rpm", 5, 10, 20, 30)
                .put("sched", "1s500")
                .put("b_rpm_sched", "-")
                .put("b_gone_rsa", 60)
                .put("b_rpm_ws", 60)
                .put("b_rpm_gc", 1)
                .put("vu", 17);
        assertThat(names(decode(item.build()))).containsExactly("rpm");
    }

    @Test
    void decode_moreLimitsThanFit_isDamaged() {
        Item.Builder item = bucket();
        for (int i = 0; i < BucketLayout.MAX_LIMITS; i++) {
            limit(item, "l" + i, 1, 2, 3, 4);
        }
        assertThat(names(decode(item.build()))).hasSize(BucketLayout.MAX_LIMITS);
        limit(item, "onemore", 1, 2, 3, 4);
        assertThatThrownBy(() -> decode(item.build()))
                .isInstanceOf(DamagedBucketException.class)
                .hasMessageContaining("32 limits");
    }

    @Test
    void lists_missingOrStrange_readAsEmpty() {
        assertThat(KeptNames.removed(null)).isEmpty();
        assertThat(KeptNames.removed(bucket().build())).isEmpty();
        assertThat(KeptNames.callLimits(bucket().put("ctl", "rpm").build())).isEmpty();
        Item item = bucket().put(
                        "ctl", new AttributeValue.Sequence(List.of(AttributeValue.of("rpm"), AttributeValue.of(3))))
                .build();
        assertThat(KeptNames.callLimits(item)).containsExactly("rpm");
    }
}
