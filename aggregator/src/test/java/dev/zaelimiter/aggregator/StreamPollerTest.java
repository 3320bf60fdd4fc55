package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** One poller of a stream. */
class StreamPollerTest extends PollerRig {

    @Test
    void poller_onAStream_countsWhatWasConsumedBeforeAndAfterItsStart() {
        take(10);
        start(process());
        seconds(2);
        assertThat(counted()).isEqualTo(taken);
        take(10);
        seconds(2);
        assertThat(counted()).isEqualTo(taken);
        assertThat(gaps).isEmpty();
    }

    @Test
    void restart_afterClose_goesOnWhereItStopped() {
        start(process());
        take(10);
        seconds(2);
        pollers.get(0).close();
        batches.clear();
        take(5);
        start(process());
        seconds(2);
        assertThat(counted()).isEqualTo(taken);
        assertThat(batches.stream()
                        .flatMap(each -> each.records().stream())
                        .filter(each -> each.key().pk().contains("BUCKET"))
                        .count())
                .isEqualTo(5);
    }

    @Test
    void of_aStoreWithoutAStream_namesTheWorker() {
        assertThatThrownBy(() -> StreamPoller.of(repository))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("AggregatorWorker");
    }

    @Test
    void builder_valuesOutOfRange_areRefusedByName() {
        StreamPoller.Builder builder = poller(process());
        assertThatThrownBy(() -> builder.poll(Duration.ZERO)).hasMessageContaining("poll");
        assertThatThrownBy(() -> builder.lease(Duration.ofMillis(999))).hasMessageContaining("lease");
        assertThatThrownBy(() -> builder.mostShards(0)).hasMessageContaining("mostShards");
    }

    @Test
    void idle_forTenMinutes_readsOnceASecondAndWritesSixTimesAMinute() {
        MortalStore process = process();
        start(process);
        seconds(60);
        int reads = stream.reads();
        int writes = process.writes();
        seconds(600);
        assertThat(stream.reads() - reads).isBetween(1100, 1210);
        assertThat(process.writes() - writes).isBetween(115, 140);
    }

    /**
     * The load of the benchmark of its lag: what a slow store is asked for is one read a second and shard, and one
     * write for each sum.
     */
    @Test
    void busy_with500TakesASecond_readsOnceASecondAndWritesEachSumOnce() {
        MortalStore process = process();
        start(process);
        seconds(5);
        int reads = stream.reads();
        int writes = process.writes();
        for (int i = 0; i < 100; i++) {
            take(50);
            clock.advance(Duration.ofMillis(100));
        }
        int shards = 2;
        int sums = 7 * 2;
        int leases = 2 * shards;
        assertThat(stream.reads() - reads).isBetween(shards * 9, shards * 11);
        assertThat(process.writes() - writes).isBetween(sums * 9, sums * 11 + leases);
        seconds(2);
        assertThat(counted()).isEqualTo(taken);
    }

    @Test
    void fromNow_onATableThatNobodyRead_leavesOutWhatWasBeforeAlsoAfterARestart() {
        take(10);
        seconds(5);
        StreamPoller first = poller(process()).fromNow().start();
        first.close();
        taken = 0;
        take(4);
        start(process());
        seconds(2);
        assertThat(counted()).isEqualTo(taken);
    }
}
