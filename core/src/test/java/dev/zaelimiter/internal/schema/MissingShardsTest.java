package dev.zaelimiter.internal.schema;

import static dev.zaelimiter.internal.schema.ShardTable.KEYS;
import static dev.zaelimiter.internal.schema.ShardTable.STAMP;
import static dev.zaelimiter.internal.schema.ShardTable.bucket;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.Write;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MissingShardsTest {

    private final ShardTable table = new ShardTable();

    private List<Write> missing(int... there) {
        Map<Integer, ShardTransfer.Seen> shards = new TreeMap<>();
        for (int shard : there) {
            shards.put(shard, table.shard(shard));
        }
        return MissingShards.all(KEYS, shards, STAMP + 1_000, 7);
    }

    private void makes(List<Write> missing, int... made) {
        assertThat(missing).hasSize(made.length + 1);
        assertThat(table.transact(missing)).isTrue();
        for (int shard : made) {
            assertThat(table.shard(shard).item().whole("b_rpm_tk", -1)).isZero();
            assertThat(table.shard(shard).item().whole("rf", 0)).isEqualTo(STAMP + 1_000);
            assertThat(table.shard(shard).image().shardCount()).isEqualTo(4);
        }
    }

    @Test
    void all_firstIsThere_makesThoseThatItCounts() {
        table.put(bucket(0, 4, 10).build());
        table.put(bucket(2, 4, 20).build());

        makes(missing(0, 2), 1, 3);
    }

    @Test
    void all_firstHasVanishedToo_makesItWithTheRest() {
        table.put(bucket(2, 4, 10).build());
        table.put(bucket(3, 4, 20).build());

        makes(missing(2, 3), 0, 1);
        assertThat(table.shard(2).item().whole("b_rpm_tk", 0)).isEqualTo(10);
    }

    @Test
    void all_firstHasVanishedAndIsMadeByAnother_isRefused() {
        table.put(bucket(1, 2, 10).build());
        List<Write> missing = missing(1);
        table.put(bucket(0, 2, 5).build());

        assertThat(table.transact(missing)).isFalse();
    }

    @Test
    void all_slotOfAnotherShard_isNotMade() {
        table.put(bucket(0, 4, 10).build());
        table.put(bucket(1, 2, 20).build());
        table.put(bucket(2, 4, 20).build());

        assertThat(missing(0, 1, 2)).isEmpty();
    }

    @Test
    void all_nothingIsThere_makesNothing() {
        assertThat(missing()).isEmpty();
    }

    @Test
    void toLookFor_neverSeenDivided_areTheNextThree() {
        assertThat(MissingShards.toLookFor(1)).containsExactly(0, 1, 2, 3);
        assertThat(MissingShards.toLookFor(4)).containsExactly(0, 1, 2, 3);
    }

    @Test
    void toLookFor_seenDividedFiner_areAllThatWereSeen() {
        assertThat(MissingShards.toLookFor(8)).hasSize(8).contains(7);
        assertThat(MissingShards.toLookFor(Long.MAX_VALUE)).hasSize(32);
    }
}
