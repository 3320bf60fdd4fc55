package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stream that drops, forgets and fails; leases that are damaged. */
@Tag("same-on-every-jdk")
class PollerTroubleTest extends PollerRig {

    @Test
    void shardThatIsForgottenUnread_isToldAsAGapOnce() {
        StreamPoller first = start(process());
        seconds(2);
        first.close();
        String parent = stream.open(0);
        take(10);
        stream.roll(0);
        stream.forget(parent);
        start(process());
        start(process());
        seconds(60);
        assertThat(gaps).containsExactly(parent);
        assertThat(leases()).hasSize(2);
    }

    @Test
    void trimmed_whileNobodyRead_isToldAsAGapOnceAndTheRestIsCounted() {
        StreamPoller first = start(process());
        take(14);
        seconds(12);
        first.close();
        long before = taken;
        take(14);
        stream.trim(stream.open(0));
        stream.trim(stream.open(1));
        taken = before;
        take(7);
        start(process());
        seconds(60);
        assertThat(counted()).isEqualTo(taken);
        assertThat(gaps).containsExactlyInAnyOrder(stream.open(0), stream.open(1));
    }

    @Test
    void streamThatIsSwitchedOffAndOn_isReadToItsEndAndToldAsAGap() {
        start(process());
        seconds(1);
        take(10);
        stream.recreate("2026-03-01T13:00:00.000");
        take(10);
        seconds(15);
        assertThat(counted()).isEqualTo(taken);
        assertThat(gaps).containsExactly("2026-03-01T13:00:00.000");
        seconds(60);
        assertThat(gaps).hasSize(1);
    }

    @Test
    void start_withoutAStream_saysSo() {
        stream.switchOff();
        assertThatThrownBy(() -> start(process()))
                .isInstanceOf(CannotOpenException.class)
                .hasMessageContaining("no stream")
                .extracting(e -> ((CannotOpenException) e).reason())
                .isEqualTo(CannotOpenException.Reason.ACCESS_DENIED);
        assertThat(leases()).isEmpty();
    }

    @Test
    void throttled_forAWhile_readsSeldomAndGoesOn() {
        StreamPoller poller = start(process());
        seconds(2);
        stream.failing(() -> new StoreException.Throttled("slow down", null));
        int before = stream.reads();
        take(10);
        seconds(600);
        assertThat(stream.reads() - before).isLessThan(2 * 40);
        assertThat(poller.status().failures()).isPositive();
        stream.failing(() -> null);
        seconds(60);
        assertThat(counted()).isEqualTo(taken);
        assertThat(gaps).isEmpty();
    }

    @Test
    void damagedLease_isTakenLikeAnyOther() {
        store.write(dev.zaelimiter.store.Write.put(
                        dev.zaelimiter.store.WriteShape.put(null),
                        Item.builder(dev.zaelimiter.store.Key.of(
                                        StreamLease.PARTITION,
                                        StreamLease.PREFIX + "2026-01-01T00:00:00.000#" + stream.open(0)))
                                .put("lease", "much")
                                .put("owner", "nobody")
                                .build()))
                .join();
        start(process());
        take(14);
        seconds(70);
        assertThat(counted()).isEqualTo(taken);
    }

    private void damage(String attribute, Object value) {
        for (Item each : leases()) {
            Item.Builder item = each.toBuilder();
            store.write(Write.put(
                            WriteShape.put(null),
                            value instanceof String text
                                    ? item.put(attribute, text).build()
                                    : item.put(attribute, (Long) value).build()))
                    .join();
        }
    }

    /** It was asked for again every half minute, for ever, and nothing of the shard was counted. */
    @ParameterizedTest
    @ValueSource(strings = {"not a number", "", "-1"})
    void damagedPosition_isAskedForOnceAndTheShardIsReadFromItsOldest(String position) {
        StreamPoller first = start(process());
        take(14);
        seconds(15);
        first.close();
        damage("position", position);
        take(14);
        start(process());
        seconds(60);
        assertThat(counted()).isEqualTo(taken);
        assertThat(stream.misunderstood()).isLessThanOrEqualTo(2);
        assertThat(gaps).isEmpty();
        assertThat(leases()).allMatch(each -> each.text("position").matches("[0-9]+"));
    }

    @Test
    void damagedPosition_ofAnotherType_isReadFromTheOldest() {
        StreamPoller first = start(process());
        take(14);
        seconds(15);
        first.close();
        damage("position", 7L);
        take(14);
        start(process());
        seconds(60);
        assertThat(counted()).isEqualTo(taken);
    }

    /** Who may not read a shard held it for ever, while another could have read it. */
    @Test
    void shardThatOnePollerCanNotRead_isLeftToAnother() {
        MortalStore refused = process();
        StreamPoller first = start(refused);
        seconds(5);
        refused.refuseReads(true);
        take(14);
        seconds(180);
        assertThat(first.status().shards()).isLessThan(2);
        StreamPoller second = start(process());
        seconds(60);
        assertThat(counted()).isEqualTo(taken);
        assertThat(second.status().shards()).isPositive();
        assertThat(gaps).isEmpty();
    }

    @Test
    void shardThatNobodyCanRead_isTriedAgainAndCountedWhenItCanBe() {
        MortalStore refused = process();
        StreamPoller only = start(refused);
        refused.refuseReads(true);
        take(14);
        long before = only.status().reads();
        seconds(3600);
        assertThat(only.status().reads() - before).isLessThan(2 * 300);
        refused.refuseReads(false);
        seconds(90);
        assertThat(counted()).isEqualTo(taken);
    }

    /**
     * A table whose stream was switched off and on had shards of the same names: all of the new one was taken for
     * counted.
     */
    @Test
    void streamWithTheNamesOfTheOneBefore_isCountedToo() {
        start(process());
        take(40);
        seconds(2);
        stream.beginAnew("2026-03-01T13:00:00.000");
        take(10);
        seconds(60);
        assertThat(counted()).isEqualTo(taken);
        assertThat(gaps).contains("2026-03-01T13:00:00.000");
    }

    /** Writes of usage that fail for ever held up the shard for ever. */
    @Test
    void batchThatCanNotBeCountedForADay_isPutAsideAndToldAsAGap() {
        MortalStore process = process();
        List<DeadLetter> letters = new ArrayList<>();
        StreamPoller poller = poller(process)
                .poll(Duration.ofSeconds(20))
                .deadLetters(letter -> {
                    letters.add(letter);
                    return CompletableFuture.completedFuture(null);
                })
                .start();
        pollers.add(poller);
        process.refuseUsage(true);
        take(2);
        clock.advance(Duration.ofHours(25));
        assertThat(letters).hasSize(2).allMatch(each -> each.reason().contains("for a day"));
        assertThat(gaps).isNotEmpty();
        process.refuseUsage(false);
        taken = 0;
        take(5);
        seconds(60);
        assertThat(counted()).isEqualTo(taken);
    }
}
