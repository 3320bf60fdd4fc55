package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageSummary;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamPollerTest {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-03-01T12:00:00Z"), 7);
    private final InMemoryStore store = new InMemoryStore(clock);
    private final LimitRepository repository =
            RepositoryBuilder.on(store).environment(clock).build();
    private final ShardedStream stream = new ShardedStream(store.changes(), 2);
    private final List<String> gaps = new ArrayList<>();
    private final List<StreamBatch> batches = new ArrayList<>();
    private final List<StreamPoller> pollers = new ArrayList<>();
    private long taken;

    @BeforeEach
    void limits() {
        repository.limits().setSystemDefaults(Limit.perMinute("rpm", 1_000_000));
    }

    @AfterEach
    void close() {
        pollers.forEach(StreamPoller::close);
        repository.close();
    }

    private StreamPoller.Builder poller(MortalStore process) {
        return new StreamPoller.Builder(process, process, clock).lease(LEASE).listener(new AggregatorListener() {
            @Override
            public void gap(String streamShard) {
                gaps.add(streamShard);
            }

            @Override
            public void batch(StreamBatch batch, BatchOutcome outcome) {
                batches.add(batch);
            }
        });
    }

    private MortalStore process() {
        return new MortalStore(store, stream);
    }

    private StreamPoller start(MortalStore process) {
        StreamPoller poller = poller(process).start();
        pollers.add(poller);
        return poller;
    }

    private void take(int times) {
        for (int i = 0; i < times; i++) {
            repository.rateLimiter().acquire("user-" + i % 7, "gpt-4", "rpm", 3).keep();
            taken += 3;
        }
    }

    private long counted() {
        UsageSummary.Total total = repository
                .usage()
                .summary(UsageQuery.ofResource("gpt-4"))
                .limits()
                .get("rpm");
        UsageAmount amount = total == null ? UsageAmount.NONE : total.usage().consumed();
        assertThat(amount.milli()).isZero();
        return amount.tokens();
    }

    private List<Item> leases() {
        return store.query(Query.of(Query.Index.TABLE, StreamLease.PARTITION).sortPrefix(StreamLease.PREFIX))
                .join()
                .items();
    }

    private void seconds(int seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

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
        assertThat(order).containsSubsequence(parent, child, grandchild);
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
