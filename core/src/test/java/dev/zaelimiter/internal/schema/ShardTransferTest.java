package dev.zaelimiter.internal.schema;

import static dev.zaelimiter.internal.schema.ShardTable.CAP;
import static dev.zaelimiter.internal.schema.ShardTable.KEYS;
import static dev.zaelimiter.internal.schema.ShardTable.PERIOD;
import static dev.zaelimiter.internal.schema.ShardTable.STAMP;
import static dev.zaelimiter.internal.schema.ShardTable.bucket;
import static dev.zaelimiter.internal.schema.ShardTable.seen;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ShardTransferTest {

    private final ShardTable table = new ShardTable();

    @Test
    void aSplitHalvesAndLeavesNeitherTokensNorATimeToLive() {
        table.put(bucket(0, 1, 60_001).put("ttl", 2_000_000_000).build());

        assertThat(table.transact(ShardTransfer.split(KEYS, table.shard(0), STAMP, 9)))
                .isTrue();

        Item lower = table.shard(0).item();
        Item upper = table.shard(1).item();
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
        table.put(bucket(0, 1, 0).build());

        table.transact(ShardTransfer.split(KEYS, table.shard(0), STAMP + 100, 9));

        assertThat(table.shard(0).item().whole("b_wcu_tk", 0)).isEqualTo(600_000);
        assertThat(table.shard(1).item().whole("b_wcu_tk", 0)).isEqualTo(1_000_000);
    }

    @Test
    void aDebtIsHalvedToo() {
        table.put(bucket(0, 1, -7).build());

        table.transact(ShardTransfer.split(KEYS, table.shard(0), STAMP, 9));

        assertThat(table.shard(0).item().whole("b_rpm_tk", 0)).isEqualTo(-3);
        assertThat(table.shard(1).item().whole("b_rpm_tk", 0)).isEqualTo(-4);
    }

    @Test
    void whatOthersTakeMeanwhileStaysTaken() {
        table.put(bucket(0, 1, 60_000).build());
        List<Write> split = ShardTransfer.split(KEYS, table.shard(0), STAMP + 6_000, 9);
        long before = table.total(STAMP + 6_000);
        table.put(bucket(0, 1, 60_000 - 30_000).build());

        assertThat(table.transact(split)).isTrue();

        assertThat(table.total(STAMP + 6_000)).isEqualTo(before - 30_000 * PERIOD);
    }

    @Test
    @DisplayName(
            "a half that was split off by an old image held what others had taken since: 1,499 of 1,000 were granted")
    void splitByAnOldImage_moreThanHalfTakenSince_isRefused() {
        for (long balance : List.of(60_000L, 59_999L, 2L)) {
            table.put(bucket(0, 1, balance).build());
            List<Write> split = ShardTransfer.split(KEYS, table.shard(0), STAMP, 9);
            for (long now : List.of(balance / 2 - 1, 0L, -1L, -60_000L)) {
                table.put(bucket(0, 1, now).build());
                assertThat(table.transact(split)).as("%s by %s", now, balance).isEqualTo(now >= balance / 2);
            }
            table.put(bucket(0, 1, balance / 2).build());
            assertThat(table.transact(split)).as("half of it left").isTrue();
            assertThat(table.shard(0).item().whole("b_rpm_tk", -1)).isZero();
            table.items.clear();
        }
    }

    @Test
    @DisplayName("a debt that was paid meanwhile is not split: the one half would hold tokens beside the other's debt")
    void splitByAnOldImage_debtPaidSince_isRefused() {
        table.put(bucket(0, 1, -1_000).build());
        List<Write> split = ShardTransfer.split(KEYS, table.shard(0), STAMP, 9);
        table.put(bucket(0, 1, -499).build());
        assertThat(table.transact(split)).isFalse();
        table.put(bucket(0, 1, -500).build());
        assertThat(table.transact(split)).isTrue();
    }

    @Test
    @DisplayName(
            "a debt that has grown since left the other half with little of it: who came there overtook those who waited")
    void splitByAnOldImage_debtDoubledSince_isRefused() {
        table.put(bucket(0, 1, -1_000).build());
        List<Write> split = ShardTransfer.split(KEYS, table.shard(0), STAMP, 9);
        table.put(bucket(0, 1, -2_001).build());
        assertThat(table.transact(split)).isFalse();
        table.put(bucket(0, 1, -2_000).build());
        assertThat(table.transact(split)).isTrue();
    }

    @Test
    void split_ofTheDeepestDebt_isWritten() {
        for (long debt : List.of(Long.MIN_VALUE / 2, Long.MIN_VALUE >> 3, (Long.MIN_VALUE >> 3) - 2, -1L)) {
            table.put(bucket(0, 1, debt).build());
            assertThat(table.transact(ShardTransfer.split(KEYS, table.shard(0), STAMP, 9)))
                    .as("%s", debt)
                    .isTrue();
            table.items.clear();
        }
    }

    @Test
    void aSplitThatDoesNotKnowWhatHappenedIsRefused() {
        table.put(bucket(0, 1, 60_000).build());
        List<Write> split = ShardTransfer.split(KEYS, table.shard(0), STAMP + 6_000, 9);
        for (String pinned : List.of("rf", "shard_count", "b_rpm_cp", "b_rpm_ra", "b_rpm_rp", "b_rpm_rm", "b_wcu_ra")) {
            Item changed = bucket(0, 1, 60_000).build();
            table.put(changed.toBuilder()
                    .put(pinned, changed.whole(pinned, 0) + 1)
                    .build());
            assertThat(table.transact(split)).as(pinned).isFalse();
        }
        table.put(bucket(0, 1, CAP).build());
        assertThat(table.transact(split)).as("filled meanwhile").isFalse();
        table.put(bucket(0, 1, 60_000).build());
        table.put(bucket(1, 2, 0).build());
        assertThat(table.transact(split)).as("the other is there already").isFalse();
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
            table.put(bucket(0, 1, 10_000).build());
            Write gift = ShardTransfer.give(table.shard(0), new long[] {20_000, 0}, now, 9);

            assertThat(table.transact(List.of(gift))).isTrue();
            long given = table.shard(0).item().whole("b_rpm_tk", 0);
            assertThat(table.transact(List.of(gift))).isFalse();

            assertThat(given).isBetween(30_000L, 30_010L);
            assertThat(table.shard(0).item().whole("b_rpm_tk", 0)).isEqualTo(given);
            assertThat(table.shard(0).image().rf()).isEqualTo(Math.max(now, STAMP + 1));
        }
    }
}
