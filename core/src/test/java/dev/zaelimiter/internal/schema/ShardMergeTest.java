package dev.zaelimiter.internal.schema;

import static dev.zaelimiter.internal.schema.ShardTable.CAP;
import static dev.zaelimiter.internal.schema.ShardTable.KEYS;
import static dev.zaelimiter.internal.schema.ShardTable.STAMP;
import static dev.zaelimiter.internal.schema.ShardTable.bucket;
import static dev.zaelimiter.internal.schema.ShardTable.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("same-on-every-jdk")
class ShardMergeTest {

    private final ShardTable table = new ShardTable();

    @Test
    void splitsAndMergesInAnyOrderConserveEachMillitoken() {
        SplittableRandom random = new SplittableRandom(11);
        for (int run = 0; run < 200; run++) {
            table.items.clear();
            table.put(bucket(0, 1, random.nextLong(-50_000, CAP + 1)).build());
            long now = STAMP;
            for (int step = 0; step < 60; step++) {
                now += random.nextLong(2_000);
                List<Item> all = new ArrayList<>(table.items.values());
                ShardTransfer.Seen one = seen(all.get(random.nextInt(all.size())));
                long before = table.total(now);
                Item other = table.items.get(KEYS.bucket(
                        "e", "r", one.image().shard() + (int) (one.image().shardCount() / 2)));
                boolean pair = one.image().shardCount() > 1
                        && other != null
                        && seen(other).image().shardCount() == one.image().shardCount()
                        && one.image().shard() < one.image().shardCount() / 2;
                if (pair && random.nextBoolean()) {
                    assertThat(table.transact(ShardTransfer.merge(one, seen(other), now, step + 1)))
                            .isTrue();
                } else if (one.image().shardCount() < Shares.MAX) {
                    assertThat(table.transact(ShardTransfer.split(KEYS, one, now, step + 1)))
                            .isTrue();
                }
                assertThat(table.total(now)).as("run %s step %s", run, step).isEqualTo(before);
                assertThat(table.capacity()).isEqualTo(CAP);
            }
        }
    }

    @Test
    void aMergeIsPinnedOnTheBalanceThatItTakesAway() {
        table.put(bucket(0, 2, 10).build());
        table.put(bucket(1, 2, 20).build());
        List<Write> merge = ShardTransfer.merge(table.shard(0), table.shard(1), STAMP, 9);
        table.put(bucket(1, 2, 19).build());
        assertThat(table.transact(merge)).isFalse();
        table.put(bucket(1, 2, 20).build());
        table.put(bucket(0, 2, 3).build());

        assertThat(table.transact(merge)).isTrue();

        assertThat(table.items).hasSize(1);
        assertThat(table.shard(0).item().whole("b_rpm_tk", 0)).isEqualTo(23);
        assertThat(table.shard(0).item().whole("b_rpm_tc", 0)).isEqualTo(14);
        assertThat(table.shard(0).item().whole("shard_count", 0)).isEqualTo(1);
    }

    @Test
    void aMergeIsRefusedByAShardThatWasFilledUpMeanwhile_sinceItsRemainderIsGone() {
        table.put(bucket(0, 2, 10).build());
        table.put(bucket(1, 2, 20).build());
        long share = table.shard(0).image().rates().cap(0);
        List<Write> merge = ShardTransfer.merge(table.shard(0), table.shard(1), STAMP, 9);
        table.put(bucket(0, 2, share).build());
        assertThat(table.transact(merge)).isFalse();
        table.put(bucket(0, 2, share - 1).build());
        assertThat(table.transact(merge)).isTrue();
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
}
