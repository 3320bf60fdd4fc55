package dev.zaelimiter.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ShardTransferTest {

    private static final Keys KEYS = new Keys("ns");
    private static final long STAMP = 1_700_000_000_000L;
    private static final long CAP = 100_003;
    private static final long PERIOD = 60_000;

    /** A tiny table: transactions are all or nothing. */
    private final Map<Key, Item> table = new TreeMap<>((a, b) -> a.pk().compareTo(b.pk()));

    private static Item.Builder bucket(int shard, long count, long tk) {
        Item.Builder item = Item.builder(KEYS.bucket("e", "r", shard))
                .put("entity_id", "e")
                .put("resource", "r")
                .put("rf", STAMP)
                .put("shard_count", count)
                .put("GSI2PK", "ns/RESOURCE#r")
                .put("GSI2SK", "BUCKET#e#" + shard)
                .put("stranger", "kept");
        BucketSchemaTest.limit(item, "rpm", tk, CAP, CAP, PERIOD);
        return BucketSchemaTest.limit(item, "wcu", 500_000, 1_000_000, 1_000_000, 1_000);
    }

    private void put(Item item) {
        table.put(item.key(), item);
    }

    private static ShardTransfer.Seen seen(Item item) {
        BucketSchema schema = BucketSchema.of(item.layout());
        return new ShardTransfer.Seen(item, schema, schema.decode(item));
    }

    private ShardTransfer.Seen shard(int shard) {
        return seen(Objects.requireNonNull(table.get(KEYS.bucket("e", "r", shard))));
    }

    private boolean transact(List<Write> writes) {
        List<@Nullable Item> after = new ArrayList<>();
        for (Write write : writes) {
            Item next = WriteModel.apply(table.get(write.key()), write);
            if (next == null) {
                return false;
            }
            after.add(next);
        }
        for (int w = 0; w < writes.size(); w++) {
            Key key = writes.get(w).key();
            if (writes.get(w).shape().kind() == WriteShape.Kind.DELETE) {
                table.remove(key);
            } else {
                table.put(key, Objects.requireNonNull(after.get(w)));
            }
        }
        return true;
    }

    /** Balances at a time in units of ms x millitokens, remainders included: what must neither grow nor shrink. */
    private long total(long now) {
        long total = 0;
        for (Item item : table.values()) {
            BucketImage image = seen(item).image();
            long rm = Math.max(0, image.rm()[0]);
            long gross = image.tk()[0] * PERIOD
                    + rm
                    + image.elapsed(now) * image.rates().ra(0);
            total += Math.min(image.rates().cap(0) * PERIOD, gross);
        }
        return total;
    }

    private long capacity() {
        return table.values().stream()
                .mapToLong(item -> seen(item).image().rates().cap(0))
                .sum();
    }

    @Test
    void aSplitHalvesAndLeavesNeitherTokensNorATimeToLive() {
        put(bucket(0, 1, 60_001).put("ttl", 2_000_000_000).build());

        assertThat(transact(ShardTransfer.split(KEYS, shard(0), STAMP, 9))).isTrue();

        Item lower = shard(0).item();
        Item upper = shard(1).item();
        assertThat(lower.whole("b_rpm_tk", 0)).isEqualTo(30_001);
        assertThat(upper.whole("b_rpm_tk", 0)).isEqualTo(30_000);
        assertThat(upper.whole("b_rpm_cp", 0)).isEqualTo(CAP);
        assertThat(upper.whole("b_rpm_tc", -1)).isZero();
        assertThat(upper.text("GSI2SK")).isEqualTo("BUCKET#e#1");
        assertThat(upper.text("GSI2PK")).isEqualTo("ns/RESOURCE#r");
        assertThat(upper.text("stranger")).isEqualTo("kept");
        for (Item item : List.of(lower, upper)) {
            assertThat(item.whole("shard_count", 0)).isEqualTo(2);
            assertThat(item.whole("wid", 0)).isEqualTo(9);
            assertThat(item.has("ttl")).isFalse();
        }
    }

    @Test
    void aNewPartitionHasItsWriteUnitsToItself() {
        put(bucket(0, 1, 0).build());

        transact(ShardTransfer.split(KEYS, shard(0), STAMP + 100, 9));

        assertThat(shard(0).item().whole("b_wcu_tk", 0)).isEqualTo(600_000);
        assertThat(shard(1).item().whole("b_wcu_tk", 0)).isEqualTo(1_000_000);
    }

    @Test
    void aDebtIsHalvedToo() {
        put(bucket(0, 1, -7).build());

        transact(ShardTransfer.split(KEYS, shard(0), STAMP, 9));

        assertThat(shard(0).item().whole("b_rpm_tk", 0)).isEqualTo(-3);
        assertThat(shard(1).item().whole("b_rpm_tk", 0)).isEqualTo(-4);
    }

    @Test
    void whatOthersTakeMeanwhileStaysTaken() {
        put(bucket(0, 1, 60_000).build());
        List<Write> split = ShardTransfer.split(KEYS, shard(0), STAMP + 6_000, 9);
        long before = total(STAMP + 6_000);
        put(bucket(0, 1, 60_000 - 30_000).build());

        assertThat(transact(split)).isTrue();

        assertThat(total(STAMP + 6_000)).isEqualTo(before - 30_000 * PERIOD);
    }

    @Test
    @DisplayName(
            "a half that was split off by an old image held what others had taken since: 1,499 of 1,000 were granted")
    void splitByAnOldImage_moreThanHalfTakenSince_isRefused() {
        for (long balance : List.of(60_000L, 59_999L, 2L)) {
            put(bucket(0, 1, balance).build());
            List<Write> split = ShardTransfer.split(KEYS, shard(0), STAMP, 9);
            for (long now : List.of(balance / 2 - 1, 0L, -1L, -60_000L)) {
                put(bucket(0, 1, now).build());
                assertThat(transact(split)).as("%s by %s", now, balance).isEqualTo(now >= balance / 2);
            }
            put(bucket(0, 1, balance / 2).build());
            assertThat(transact(split)).as("half of it left").isTrue();
            assertThat(shard(0).item().whole("b_rpm_tk", -1)).isZero();
            table.clear();
        }
    }

    @Test
    @DisplayName("a debt that was paid meanwhile is not split: the one half would hold tokens beside the other's debt")
    void splitByAnOldImage_debtPaidSince_isRefused() {
        put(bucket(0, 1, -1_000).build());
        List<Write> split = ShardTransfer.split(KEYS, shard(0), STAMP, 9);
        put(bucket(0, 1, -499).build());
        assertThat(transact(split)).isFalse();
        put(bucket(0, 1, -500).build());
        assertThat(transact(split)).isTrue();
    }

    @Test
    @DisplayName(
            "a debt that has grown since left the other half with little of it: who came there overtook those who waited")
    void splitByAnOldImage_debtDoubledSince_isRefused() {
        put(bucket(0, 1, -1_000).build());
        List<Write> split = ShardTransfer.split(KEYS, shard(0), STAMP, 9);
        put(bucket(0, 1, -2_001).build());
        assertThat(transact(split)).isFalse();
        put(bucket(0, 1, -2_000).build());
        assertThat(transact(split)).isTrue();
    }

    @Test
    void split_ofTheDeepestDebt_isWritten() {
        for (long debt : List.of(Long.MIN_VALUE / 2, Long.MIN_VALUE >> 3, (Long.MIN_VALUE >> 3) - 2, -1L)) {
            put(bucket(0, 1, debt).build());
            assertThat(transact(ShardTransfer.split(KEYS, shard(0), STAMP, 9)))
                    .as("%s", debt)
                    .isTrue();
            table.clear();
        }
    }

    @Test
    void aSplitThatDoesNotKnowWhatHappenedIsRefused() {
        put(bucket(0, 1, 60_000).build());
        List<Write> split = ShardTransfer.split(KEYS, shard(0), STAMP + 6_000, 9);
        for (String pinned : List.of("rf", "shard_count", "b_rpm_cp", "b_rpm_ra", "b_rpm_rp", "b_rpm_rm", "b_wcu_ra")) {
            Item changed = bucket(0, 1, 60_000).build();
            put(changed.toBuilder().put(pinned, changed.whole(pinned, 0) + 1).build());
            assertThat(transact(split)).as(pinned).isFalse();
        }
        put(bucket(0, 1, CAP).build());
        assertThat(transact(split)).as("filled meanwhile").isFalse();
        put(bucket(0, 1, 60_000).build());
        put(bucket(1, 2, 0).build());
        assertThat(transact(split)).as("the other is there already").isFalse();
    }

    @Test
    void splitsAndMergesInAnyOrderConserveEachMillitoken() {
        SplittableRandom random = new SplittableRandom(11);
        for (int run = 0; run < 200; run++) {
            table.clear();
            put(bucket(0, 1, random.nextLong(-50_000, CAP + 1)).build());
            long now = STAMP;
            for (int step = 0; step < 60; step++) {
                now += random.nextLong(2_000);
                List<Item> all = new ArrayList<>(table.values());
                ShardTransfer.Seen one = seen(all.get(random.nextInt(all.size())));
                long before = total(now);
                Item other = table.get(KEYS.bucket(
                        "e", "r", one.image().shard() + (int) (one.image().shardCount() / 2)));
                boolean pair = one.image().shardCount() > 1
                        && other != null
                        && seen(other).image().shardCount() == one.image().shardCount()
                        && one.image().shard() < one.image().shardCount() / 2;
                if (pair && random.nextBoolean()) {
                    assertThat(transact(ShardTransfer.merge(one, seen(other), now, step + 1)))
                            .isTrue();
                } else if (one.image().shardCount() < Shares.MAX) {
                    assertThat(transact(ShardTransfer.split(KEYS, one, now, step + 1)))
                            .isTrue();
                }
                assertThat(total(now)).as("run %s step %s", run, step).isEqualTo(before);
                assertThat(capacity()).isEqualTo(CAP);
            }
        }
    }

    @Test
    void aMergeIsPinnedOnTheBalanceThatItTakesAway() {
        put(bucket(0, 2, 10).build());
        put(bucket(1, 2, 20).build());
        List<Write> merge = ShardTransfer.merge(shard(0), shard(1), STAMP, 9);
        put(bucket(1, 2, 19).build());
        assertThat(transact(merge)).isFalse();
        put(bucket(1, 2, 20).build());
        put(bucket(0, 2, 3).build());

        assertThat(transact(merge)).isTrue();

        assertThat(table).hasSize(1);
        assertThat(shard(0).item().whole("b_rpm_tk", 0)).isEqualTo(23);
        assertThat(shard(0).item().whole("b_rpm_tc", 0)).isEqualTo(14);
        assertThat(shard(0).item().whole("shard_count", 0)).isEqualTo(1);
    }

    @Test
    void aMergeIsRefusedByAShardThatWasFilledUpMeanwhile_sinceItsRemainderIsGone() {
        put(bucket(0, 2, 10).build());
        put(bucket(1, 2, 20).build());
        long share = shard(0).image().rates().cap(0);
        List<Write> merge = ShardTransfer.merge(shard(0), shard(1), STAMP, 9);
        put(bucket(0, 2, share).build());
        assertThat(transact(merge)).isFalse();
        put(bucket(0, 2, share - 1).build());
        assertThat(transact(merge)).isTrue();
    }

    @Test
    void onlyAPairIsMerged() {
        ShardTransfer.Seen zero = seen(bucket(0, 4, 0).build());
        assertThatThrownBy(() -> ShardTransfer.merge(zero, seen(bucket(1, 4, 0).build()), STAMP, 9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("are no pair");
        assertThatThrownBy(() -> ShardTransfer.merge(zero, seen(bucket(2, 8, 0).build()), STAMP, 9))
                .isInstanceOf(IllegalArgumentException.class);
        Item wider = BucketSchemaTest.limit(bucket(2, 4, 0), "tpm", 1, 1, 1, 1).build();
        assertThatThrownBy(() -> ShardTransfer.merge(zero, seen(wider), STAMP, 9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tpm");
    }

    @Test
    void aShardIsReadAtItsShareAndPinnedAtTheWhole() {
        BucketImage image = shard2();
        assertThat(image.shard()).isEqualTo(2);
        assertThat(image.rates().cap(0)).isEqualTo(25_001);
        assertThat(image.stored().cap(0)).isEqualTo(CAP);
        assertThat(image.share(CAP)).isEqualTo(25_001);
        assertThat(image.balance(0, image.rates(), STAMP + 600_000)).isEqualTo(25_001);
        assertThat(image.rates().cap(1)).isEqualTo(1_000_000);
    }

    private static BucketImage shard2() {
        return seen(bucket(2, 4, 0).build()).image();
    }

    @Test
    void keysTellTheirShard() {
        assertThat(Keys.shard(KEYS.bucket("e", "r", 31))).isEqualTo(31);
        assertThat(Keys.shard(KEYS.bucket("e", "r", 0))).isZero();
        assertThat(Keys.shard(Key.of("ns/BUCKET#e#r#x1", "#STATE"))).isZero();
        assertThat(Keys.shard(Key.of("ns/BUCKET#e#r#9999999999", "#STATE"))).isZero();
    }

    @Test
    void aGiftThatComesTwiceIsGivenOnceAlsoByAClockThatIsBehind() {
        for (long now : new long[] {STAMP - 5, STAMP, STAMP + 5}) {
            put(bucket(0, 1, 10_000).build());
            Write gift = ShardTransfer.give(shard(0), new long[] {20_000, 0}, now, 9);

            assertThat(transact(List.of(gift))).isTrue();
            long given = shard(0).item().whole("b_rpm_tk", 0);
            assertThat(transact(List.of(gift))).isFalse();

            assertThat(given).isBetween(30_000L, 30_010L);
            assertThat(shard(0).item().whole("b_rpm_tk", 0)).isEqualTo(given);
            assertThat(shard(0).image().rf()).isEqualTo(Math.max(now, STAMP + 1));
        }
    }
}
