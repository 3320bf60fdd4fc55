package dev.zaelimiter.tests.python;

import static dev.zaelimiter.tests.python.SharedTable.RESOURCE;
import static dev.zaelimiter.tests.python.SharedTable.drain;
import static dev.zaelimiter.tests.python.SharedTable.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.tests.python.SharedTable.Client;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Divided buckets that both systems use. */
class ShardsBesidePythonTest extends BesidePython {

    private static final int RATE = 20;

    /** What both get together when they ask for more than there is, a second at a time. */
    private int admitted(LimitRepository ours, Client theirs, int seconds) {
        int admitted = 0;
        for (int second = 0; second < seconds; second++) {
            admitted += drain(ours, "k", "rps", 3 * RATE);
            admitted += theirs.drain("k", "rps", 3 * RATE);
            table.seconds(1);
        }
        return admitted;
    }

    private static void divide(Client theirs, int count) {
        theirs.repository("bump_shard_count", Map.of("entity_id", "k", "resource", RESOURCE, "current_count", count));
    }

    @Test
    @DisplayName("I2: what Python has divided is not merged, which raised the rate for good")
    void calm_afterPythonDivided_keepsTheRate() {
        table.seed(1);
        LimitRepository ours = table.process();
        ours.limits().setEntityLimits("k", RESOURCE, Limit.perSecond("rps", RATE));
        Client theirs = table.client("theirs");
        assertThat(took(ours, "k", "rps", 1)).isTrue();
        assertThat(theirs.took("k", "rps", 1)).isTrue();
        divide(theirs, 1);
        theirs.drain("k", "rps", 3 * RATE);
        for (int i = 0; i < 14; i++) {
            table.seconds(5);
            took(ours, "k", "rps", 1);
        }
        assertThat(table.shard("k", 1)).isNotNull();
        admitted(ours, theirs, 2);
        assertThat(admitted(ours, theirs, 10)).isBetween(8 * RATE, 10 * RATE + RATE / 2);
    }

    @Test
    @DisplayName(
            "I2: a shard that Python has counted and not made is made empty; full, it gave a part of the limit twice")
    void shardThatIsMissing_isMadeEmptyByOurs() {
        table.seed(1);
        LimitRepository ours = table.process();
        ours.limits().setEntityLimits("k", RESOURCE, Limit.custom("rps", 40, 1, Duration.ofDays(1)));
        Client theirs = table.client("theirs");
        assertThat(theirs.took("k", "rps", 1)).isTrue();
        assertThat(took(ours, "k", "rps", 1)).isTrue();
        divide(theirs, 1);
        assertThat(table.shard("k", 1)).isNull();
        table.seconds(2);

        int admitted = drain(ours, "k", "rps", 60);
        assertThat(table.shard("k", 1)).isNotNull();
        assertThat(table.shard("k", 1).whole("b_rps_tk", -1)).isBetween(0L, 1000L);
        assertThat(admitted + theirs.drain("k", "rps", 60)).isBetween(15, 38);
    }

    @Test
    @DisplayName("I2: a bucket that ours divide has all shards of a power of two, with the same count")
    void division_byOurs_isOneThatPythonReadsRightly() {
        table.seed(1);
        LimitRepository ours = table.process();
        ours.limits().setEntityLimits("k", RESOURCE, Limit.perSecond("rps", RATE));
        Client theirs = table.client("theirs");
        assertThat(theirs.took("k", "rps", 1)).isTrue();
        assertThat(took(ours, "k", "rps", 1)).isTrue();
        for (int round = 0; round < 4 && shards() < 4; round++) {
            table.seconds(2);
            for (int shard = 0; shard < 2; shard++) {
                starve(shard);
            }
            drain(ours, "k", "rps", 4);
            assertEven();
        }
        assertThat(shards()).isEqualTo(4);
        admitted(ours, theirs, 2);
        assertThat(admitted(ours, theirs, 10)).isBetween(8 * RATE, 10 * RATE + RATE / 2);
    }

    private long shards() {
        return table.bucket("k").whole("shard_count", 0);
    }

    /** The partition of a shard has hardly any room left. */
    private void starve(int shard) {
        Item item = table.shard("k", shard);
        if (item != null) {
            table.put(item.toBuilder()
                    .put("rf", table.clock.wallMillis())
                    .put("b_wcu_tk", 9_000)
                    .build());
        }
    }

    /** Every shard that is there has the same count, and all of them are there. */
    private void assertEven() {
        long count = table.bucket("k").whole("shard_count", 0);
        for (int shard = 0; shard < 32; shard++) {
            Item item = table.shard("k", shard);
            assertThat(item == null ? -1 : item.whole("shard_count", 0))
                    .as("shard %d of %d", shard, count)
                    .isEqualTo(shard < count ? count : -1);
        }
    }
}
