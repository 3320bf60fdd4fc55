package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Buckets are divided early, all shards follow the first, and idle ones become whole again: no token is made or lost.
 */
class DivisionsTest {

    private static final long TOKENS = 60_000;
    private static final long COUNTER = 40_000;

    private final Rig rig = new Rig();
    private final Aggregator aggregator = rig.aggregator();
    private final ChangeFeed feed = rig.below.changes();
    private long number;

    /** A bucket that does not refill within the test: nothing but what is moved changes its balances. */
    private static Item slow(long wcu) {
        return Rig.bucket("user-1", TOKENS, COUNTER).toBuilder()
                .put("b_rpm_rp", 1L << 40)
                .put("b_wcu_tk", wcu)
                .build();
    }

    private void split(int shard) {
        Item item = shards().get(shard);
        rig.below
                .transact(
                        ShardTransfer.split(
                                Rig.KEYS, ShardTransfer.Seen.of(item), rig.clock.wallMillis(), 100 + number++),
                        "token-" + number)
                .join();
    }

    private SortedMap<Integer, Item> shards() {
        SortedMap<Integer, Item> shards = new TreeMap<>();
        for (int shard = 0; shard < 32; shard++) {
            Item item = rig.below.get(Rig.KEYS.bucket("user-1", "gpt-4", shard)).join();
            if (item != null) {
                shards.put(shard, item);
            }
        }
        return shards;
    }

    /** What changed since the last call, as a stream tells it. */
    private List<ChangeRecord> changes() {
        List<ChangeRecord> all = new ArrayList<>();
        for (ChangeRecord each : feed.poll(1000).join()) {
            all.add(new ChangeRecord(
                    each.key(),
                    each.before(),
                    each.after(),
                    each.expired(),
                    BigInteger.valueOf(++number),
                    each.atMillis()));
        }
        return all;
    }

    private BatchOutcome deliver() {
        return rig.process(aggregator, "s-1", changes());
    }

    private int mergeIdle() {
        var merged = aggregator.mergeIdle();
        assertThat(rig.clock.await(merged, Duration.ofMinutes(1).toNanos())).isTrue();
        return merged.join();
    }

    private void assertWhole(int count) {
        SortedMap<Integer, Item> shards = shards();
        assertThat(shards.keySet()).hasSize(count);
        assertThat(shards.values()).allMatch(each -> each.whole("shard_count", 0) == count);
        assertThat(shards.values().stream()
                        .mapToLong(each -> each.whole("b_rpm_tk", 0))
                        .sum())
                .isEqualTo(TOKENS);
        assertThat(shards.values().stream()
                        .mapToLong(each -> each.whole("b_rpm_tc", 0))
                        .sum())
                .isEqualTo(COUNTER);
    }

    @Test
    void process_aHotBucket_isDividedOnce() {
        rig.put(slow(1_000_000));
        changes();
        rig.put(slow(150_000));

        BatchOutcome outcome = deliver();

        assertThat(outcome.divisions()).isEqualTo(1);
        assertWhole(2);
        // The changes that the division itself made do not make another.
        assertThat(deliver().divisions()).isZero();
        assertWhole(2);
    }

    @Test
    void process_theFirstShardSaysFour_theOthersFollow() {
        rig.put(slow(1_000_000));
        split(0);
        changes();
        split(0);
        assertThat(shards().keySet()).containsExactly(0, 1, 2);

        BatchOutcome outcome = deliver();

        assertThat(outcome.divisions()).isEqualTo(1);
        assertWhole(4);
        assertThat(deliver().divisions()).isZero();
    }

    @Test
    void process_theFirstShardSaysThirtyTwo_theOthersFollowInOneGo() {
        rig.put(slow(1_000_000));
        for (int i = 0; i < 4; i++) {
            split(0);
        }
        changes();
        split(0);

        BatchOutcome outcome = deliver();

        assertThat(outcome.failures()).isEmpty();
        assertWhole(32);
        assertThat(outcome.divisions()).isEqualTo(32 - 6);
    }

    @Test
    void mergeIdle_tenMinutesAfterTheLastChange_makesItWhole() {
        rig.put(slow(1_000_000));
        split(0);
        split(0);
        deliver();
        assertWhole(4);
        deliver();
        long last = rig.clock.wallMillis();
        rig.clock.advanceTo(java.time.Instant.ofEpochMilli(last)
                .plus(Duration.ofMinutes(10))
                .minusMillis(1));
        assertThat(mergeIdle()).isZero();
        assertWhole(4);
        rig.clock.advance(Duration.ofMillis(1));

        assertThat(mergeIdle()).isEqualTo(3);

        assertWhole(1);
        assertThat(mergeIdle()).isZero();
        // Nothing was consumed by all that.
        assertThat(deliver().usageWrites()).isZero();
    }

    @Test
    void mergeIdle_whileChangesCome_leavesItDivided() {
        rig.put(slow(1_000_000));
        split(0);
        deliver();
        rig.clock.advance(Duration.ofMinutes(9));
        Item shard = shards().get(1);
        rig.put(shard.toBuilder().put("note", "changed").build());
        deliver();
        rig.clock.advance(Duration.ofMinutes(9));

        assertThat(mergeIdle()).isZero();
        assertWhole(2);
    }

    @Test
    void mergeIdle_ofAShardInDebt_waits() {
        rig.put(slow(1_000_000));
        split(0);
        Item shard = shards().get(1);
        rig.put(shard.toBuilder().put("b_rpm_tk", -1000).build());
        deliver();
        rig.clock.advance(Duration.ofMinutes(11));

        assertThat(mergeIdle()).isZero();
        assertThat(shards()).hasSize(2);
    }

    /** It was forgotten, and stayed divided until its next change. */
    @Test
    void mergeIdle_ofAShardThatWasInDebt_mergesItLater() {
        rig.put(slow(1_000_000).toBuilder().put("b_rpm_rp", 60_000).build());
        split(0);
        Item shard = shards().get(1);
        rig.put(shard.toBuilder().put("b_rpm_tk", -2_000_000).build());
        deliver();
        rig.clock.advance(Duration.ofMinutes(11));
        assertThat(mergeIdle()).isZero();

        // It pays its debt back without a change.
        int merged = 0;
        for (int minute = 0; minute < 60 * 24; minute++) {
            rig.clock.advance(Duration.ofMinutes(1));
            merged += mergeIdle();
        }
        assertThat(merged).isEqualTo(1);
        assertThat(shards()).hasSize(1);
    }

    @Test
    void mergeIdle_switchedOff_doesNothing() {
        rig.put(slow(1_000_000));
        split(0);
        rig.settings = rig.settings.divisions(false);
        Aggregator off = rig.aggregator();
        rig.process(off, "s-1", changes());
        rig.clock.advance(Duration.ofMinutes(11));

        assertThat(off.mergeIdle().join()).isZero();
        assertWhole(2);
    }

    /** A bucket whose merge found the store down was forgotten, and stayed divided until its next change. */
    @Test
    void mergeIdle_whileTheStoreIsDown_triesAgainLater() {
        rig.put(slow(1_000_000));
        split(0);
        deliver();
        rig.clock.advance(Duration.ofMinutes(11));
        rig.store.down();
        assertThat(mergeIdle()).isZero();
        rig.store.up();
        rig.clock.advance(Duration.ofMinutes(10));

        assertThat(mergeIdle()).isEqualTo(1);
        assertWhole(1);
    }

    /** Such a balance does not just refill, which a merge would make it do. */
    @Test
    void mergeIdle_ofABucketWithASchedule_leavesItDivided() {
        rig.put(slow(1_000_000));
        split(0);
        // The Python system puts the schedule on buckets that are divided already.
        shards().values()
                .forEach(shard ->
                        rig.put(shard.toBuilder().put("sched", "a schedule").build()));
        deliver();
        rig.clock.advance(Duration.ofMinutes(11));

        assertThat(mergeIdle()).isZero();
        assertWhole(2);
    }

    /** It was divided once for each time, until there were 32 shards. */
    @Test
    void process_aHotBucketThatComesAgain_isDividedOnce() {
        rig.put(slow(1_000_000));
        changes();
        rig.put(slow(150_000));
        List<ChangeRecord> batch = changes();

        for (int i = 0; i < 5; i++) {
            rig.process(aggregator, "s-1", batch);
            rig.clock.advance(Duration.ofMillis(100));
        }

        assertThat(shards()).hasSize(2);
    }

    /** What was written before the division comes after it, in another batch. */
    @Test
    void process_aHotBucketInSeveralBatches_isDividedOnce() {
        rig.put(slow(1_000_000));
        changes();
        rig.put(slow(150_000));
        List<ChangeRecord> first = changes();
        rig.put(slow(140_000));
        List<ChangeRecord> second = changes();

        rig.process(aggregator, "s-1", first);
        rig.process(aggregator, "s-1", second);

        assertThat(shards()).hasSize(2);
    }
}
