package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pollers that share a stream, die and follow each other. */
@Tag("same-on-every-jdk")
class PollerLeasesTest extends PollerRig {

    @Test
    void close_givesLeasesBack_anotherTakesThemAtOnce() {
        StreamPoller first = start(process());
        first.close();
        first.close();
        assertThat(leases()).hasSize(2).allMatch(each -> each.text("owner") == null);
        StreamPoller second = start(process());
        assertThat(second.status().shards()).isEqualTo(2);
    }

    @Test
    void poller_thatIsKilledBetweenTwoWrites_isReplacedWhenItsLeasesAreOver() {
        for (int more = 0; more < 12; more++) {
            MortalStore process = process();
            StreamPoller killed = start(process);
            seconds(12);
            take(20);
            process.killAfter(more);
            seconds(25);
            StreamPoller other = start(process());
            seconds(25);
            take(3);
            assertThat(other.status().shards()).as("too early, %s", more).isLessThan(2);
            seconds(25);
            assertThat(other.status().shards()).isEqualTo(2);
            assertThat(counted()).as("killed after %s writes", more).isEqualTo(taken);
            other.close();
            killed.close();
        }
        assertThat(gaps).isEmpty();
    }

    @Test
    void pollers_two_shareTheShards() {
        StreamPoller first = start(process());
        StreamPoller second = start(process());
        assertThat(first.status().shards()).isEqualTo(2);
        seconds(45);
        assertThat(first.status().shards()).isEqualTo(1);
        assertThat(second.status().shards()).isEqualTo(1);
        assertThat(first.status().lost()).isEqualTo(1);
        take(30);
        seconds(3);
        assertThat(counted()).isEqualTo(taken);
    }

    @Test
    void child_isReadAfterItsParent() {
        take(10);
        String parent = stream.open(0);
        String child = stream.roll(0);
        take(10);
        String grandchild = stream.roll(0);
        take(10);
        start(process());
        seconds(5);
        assertThat(counted()).isEqualTo(taken);
        List<String> order =
                batches.stream().map(StreamBatch::streamShard).distinct().toList();
        assertThat(order)
                .containsSubsequence(
                        StreamBatch.tableShard(stream.label(), parent),
                        StreamBatch.tableShard(stream.label(), child),
                        StreamBatch.tableShard(stream.label(), grandchild));
    }

    @Test
    void shardThatIsForgotten_losesItsItemWithoutAWord() {
        start(process());
        String parent = stream.open(0);
        stream.roll(0);
        seconds(15);
        assertThat(leases()).hasSize(3);
        stream.forget(parent);
        seconds(15);
        assertThat(leases()).hasSize(2);
        assertThat(gaps).isEmpty();
    }

    @Test
    void catchUp_withAnotherPollerThatDied_waitsUntilItsShardsAreCounted() {
        MortalStore process = process();
        start(process);
        seconds(12);
        take(9);
        process.killAfter(0);
        StreamPoller other = start(process());
        assertThat(other.catchUp(Duration.ofMinutes(3))).isTrue();
        assertThat(counted()).isEqualTo(taken);
    }

    @Test
    void catchUp_withAnotherThatLives_leavesItsShardsToIt() {
        start(process());
        StreamPoller other = poller(process()).mostShards(1).start();
        pollers.add(other);
        take(9);
        Instant before = clock.now();
        assertThat(other.catchUp(Duration.ofMinutes(3))).isTrue();
        assertThat(Duration.between(before, clock.now())).isLessThan(LEASE);
        assertThat(counted()).isEqualTo(taken);
    }

    /** Pollers come, die anywhere, freeze and go; shards end; calls fail: usage equals what was consumed. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void pollers_thatComeAndDie_countEachChangeOnce(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        stream.failing(() -> random.nextInt(9) == 0 ? new StoreException.Uncertain("lost", null) : null);
        List<MortalStore> processes = new ArrayList<>();
        for (int step = 0; step < 60; step++) {
            take(random.nextInt(12));
            switch (random.nextInt(8)) {
                case 0 -> {
                    MortalStore process = process();
                    processes.add(process);
                    try {
                        start(process);
                    } catch (CannotOpenException e) {
                        // Four failures in a row: it comes again, or another does.
                    }
                }
                case 1 -> {
                    if (!processes.isEmpty()) {
                        processes.remove(0).killAfter(random.nextInt(6));
                    }
                }
                case 2 -> stream.roll(random.nextInt(2));
                case 3 -> {
                    if (pollers.size() > 2) {
                        pollers.get(random.nextInt(pollers.size())).close();
                    }
                }
                default -> clock.advance(Duration.ofMillis(random.nextInt(20_000)));
            }
        }
        stream.failing(() -> null);
        processes.forEach(each -> each.killAfter(0));
        StreamPoller last = start(process());
        assertThat(last.catchUp(Duration.ofMinutes(10))).as("seed %s", seed).isTrue();
        assertThat(counted()).as("seed %s", seed).isEqualTo(taken);
        assertThat(gaps).isEmpty();
        for (StreamBatch each : batches) {
            assertThat(each.records()).extracting(ChangeRecord::sequence).isSorted();
        }
    }
}
