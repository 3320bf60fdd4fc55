package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterFaultException;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Beside the Python system the first shard of a divided bucket has vanished, by an end of its own, while others stay: a
 * whole bucket beside them would give the limit once more.
 */
class AbsentFirstShardTest {

    private static final Duration DEADLINE = Duration.ofSeconds(1);
    private static final int MANY = 1_000;

    private final Fleet fleet = new Fleet();
    private final TroubledStore troubled = new TroubledStore(fleet.store);
    private final LimitRepository ours = open(troubled, OnUnavailable.BLOCK);
    private final Item[] shards = new Item[8];

    @AfterEach
    void close() {
        ours.close();
        fleet.close();
    }

    private LimitRepository open(ItemStore store, OnUnavailable policy) {
        return RepositoryBuilder.on(store)
                .environment(fleet.clock)
                .namespace("scenarios")
                .sharedWithPython(true)
                .deadline(DEADLINE)
                .onUnavailable(policy)
                .inlineCallbacks()
                .build();
    }

    /** What goes wrong: with the next looks for several shards, and with the next transactions. */
    private static final class TroubledStore extends ForwardingStore {
        private final List<StoreException> looks = new ArrayList<>();
        private final List<StoreException> transactions = new ArrayList<>();
        private boolean landsAnyway;
        private boolean refuses;
        private boolean forestalled;
        private boolean hangs;
        private int firstMade;
        private int looked;

        TroubledStore(ItemStore store) {
            super(store);
        }

        @Override
        public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
            boolean shardsAlone =
                    keys.size() > 1 && keys.stream().allMatch(key -> key.pk().contains("/BUCKET#"));
            looked += shardsAlone ? 1 : 0;
            return shardsAlone && !looks.isEmpty()
                    ? CompletableFuture.failedFuture(looks.remove(0))
                    : super.batchGet(keys);
        }

        @Override
        public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
            firstMade += writes.stream()
                            .anyMatch(write ->
                                    write.item() != null && write.key().pk().endsWith("#0"))
                    ? 1
                    : 0;
            if (hangs) {
                return new CompletableFuture<>();
            }
            if (refuses) {
                Map<Integer, Item> current = new TreeMap<>();
                for (int i = 1; i < writes.size(); i++) {
                    current.put(i, store.get(writes.get(i).key()).join());
                }
                if (forestalled) {
                    current.replaceAll((place, item) -> item.toBuilder()
                            .put("b_rpm_tk", item.whole("b_rpm_tk", 0) + firstMade)
                            .build());
                }
                return CompletableFuture.completedFuture(new TransactionResult.Refused(current));
            }
            if (transactions.isEmpty()) {
                return super.transact(writes, token);
            }
            if (landsAnyway) {
                store.transact(writes, token).join();
            }
            return CompletableFuture.failedFuture(transactions.remove(0));
        }
    }

    /** A bucket in so many shards that holds nothing, of which some are left; ours have seen it whole only. */
    private void left(int count, int... stay) {
        divided(count);
        vanishAllBut(count, stay);
    }

    private void divided(int count) {
        Divided.ofHundred(fleet, ours, "user", count, 100);
        for (int shard = 0; shard < count; shard++) {
            shards[shard] = Divided.shard(fleet, "user", RESOURCE, shard);
        }
    }

    private void vanishAllBut(int count, int... stay) {
        for (int shard = 0; shard < count; shard++) {
            int number = shard;
            if (Arrays.stream(stay).noneMatch(one -> one == number)) {
                fleet.store
                        .write(Write.of(WriteShape.delete(null), shards[shard].key()))
                        .join();
            }
        }
    }

    private Item first() {
        return fleet.store.get(shards[0].key()).join();
    }

    /** What becomes of a request by its deadline, the clock moving. */
    private CompletableFuture<Decision> asked(LimitRepository process) {
        CompletableFuture<Decision> decision = process.asyncRateLimiter().tryAcquire(take("user", "rpm", 1));
        for (int i = 0; i <= DEADLINE.toMillis() && !decision.isDone(); i++) {
            fleet.millis(1);
        }
        assertThat(decision).isDone();
        return decision;
    }

    private void isMadeBesideOthers(int count) {
        Item first = Objects.requireNonNull(first());
        assertThat(first.whole("shard_count", 0)).isEqualTo(count);
        // What has come back since, at a hundred a minute over all shards, and no more.
        assertThat(first.whole("b_rpm_tk", 0)).isLessThan(2_000);
    }

    static Stream<Function<String, StoreException>> troubles() {
        return Stream.of(
                why -> new StoreException.Unreachable(why, null),
                why -> new StoreException.Uncertain(why, null),
                why -> new StoreException.Conflict(why, null),
                why -> new StoreException.Throttled(why, null, true),
                why -> new StoreException.Throttled(why, null));
    }

    @Test
    void take_othersAreLeft_firstIsMadeEmptyBesideThem() {
        left(4, 1, 2, 3);

        asked(ours);

        isMadeBesideOthers(4);
    }

    @ParameterizedTest
    @MethodSource("troubles")
    @DisplayName("the transaction that makes the first shard came to nothing, and next the whole bucket was made, full")
    void take_transactionFails_othersAreStillKnown(Function<String, StoreException> trouble) {
        left(4, 1, 2, 3);
        troubled.transactions.addAll(List.of(trouble.apply("one"), trouble.apply("two"), trouble.apply("three")));

        asked(ours);

        assertThat(troubled.transactions).isEmpty();
        isMadeBesideOthers(4);
    }

    @Test
    void take_transactionLandsAndItsAnswerIsLost_firstIsMadeOnce() {
        left(4, 2);
        troubled.landsAnyway = true;
        troubled.transactions.add(new StoreException.Uncertain("lost", null));

        asked(ours);

        isMadeBesideOthers(4);
        assertThat(troubled.firstMade).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("troubles")
    @DisplayName("the look for other shards failed, and the whole bucket was made as if it had shown none")
    void take_lookFails_isMadeAgain(Function<String, StoreException> trouble) {
        left(4, 3);
        troubled.looks.addAll(List.of(trouble.apply("one"), trouble.apply("two")));

        asked(ours);

        assertThat(troubled.looks).isEmpty();
        isMadeBesideOthers(4);
    }

    @Test
    void take_othersAreCountedAnewMeanwhile_firstIsMadeUnderTheirNewCount() {
        left(2, 1);
        InterferedStore between = new InterferedStore(fleet.store);
        LimitRepository other = open(between, OnUnavailable.BLOCK);
        Runnable doubled = () ->
                Divided.put(fleet, shards[1].toBuilder().put("shard_count", 4).build());
        // The first read is that of the bucket with its limits.
        between.afterNextBatchGet(() -> {});
        between.afterNextBatchGet(doubled);

        asked(other);

        isMadeBesideOthers(4);
        other.close();
    }

    @Test
    void take_transactionIsDenied_isToldAndNothingIsMade() {
        left(4, 1);
        troubled.transactions.add(new StoreException.Denied("no rights", null));

        assertThatThrownBy(asked(ours)::join)
                .hasCauseInstanceOf(RateLimiterUnavailableException.class)
                .hasMessageContaining("no rights");

        assertThat(first()).isNull();
    }

    @Test
    void take_transactionIsRefusedByWhatItWasMadeFrom_isAFault() {
        left(4, 1);
        troubled.refuses = true;

        assertThatThrownBy(asked(ours)::join).hasCauseInstanceOf(LimiterFaultException.class);

        assertThat(troubled.firstMade).isEqualTo(1);
        assertThat(first()).isNull();
    }

    @Test
    @DisplayName("a correction alone went round for as long as others changed the shards each time")
    void settle_othersAreFasterEachTime_isLostAfterItsPatienceAndNothingIsSentAnyMore() {
        Divided.ofHundred(fleet, ours, "user", 4, 0);
        Lease lease = Requests.lease(ours, "user", "rpm", 1);
        for (int shard = 0; shard < 4; shard++) {
            shards[shard] = Divided.shard(fleet, "user", RESOURCE, shard);
        }
        vanishAllBut(4, 1, 2, 3);
        troubled.refuses = true;
        troubled.forestalled = true;

        lease.adjust("rpm", 5);
        lease.close();
        for (int i = 0; i < 30; i++) {
            fleet.seconds(1);
        }
        assertThat(ours.statistics().lostAdjustments()).isEqualTo(1);
        assertThat(troubled.firstMade).isPositive();

        int sent = troubled.firstMade;
        fleet.seconds(60);
        assertThat(troubled.firstMade).isEqualTo(sent);
    }

    @Test
    void take_anotherShardIsDamaged_isTold() {
        left(4, 1);
        Divided.put(fleet, shards[1].toBuilder().put("b_rpm_tk", "much").build());

        assertThatThrownBy(asked(ours)::join).hasCauseInstanceOf(RateLimiterUnavailableException.class);

        assertThat(first()).isNull();
    }

    @Test
    void take_storeDoesNotComeBack_endsAtTheDeadlineWithFewCalls() {
        left(4, 1);
        for (int i = 0; i < MANY; i++) {
            troubled.looks.add(new StoreException.Unreachable("away", null));
        }

        assertThatThrownBy(asked(ours)::join).hasCauseInstanceOf(RateLimiterUnavailableException.class);

        assertThat(troubled.looked).isLessThan(40);
        assertThat(first()).isNull();
    }

    @Test
    void take_transactionIsNeverAnswered_endsAtTheDeadlineAndNothingIsMadeAfterClose() {
        left(4, 1);
        troubled.hangs = true;

        assertThatThrownBy(asked(ours)::join).hasCauseInstanceOf(RateLimiterUnavailableException.class);
        CompletableFuture<Void> closed = CompletableFuture.runAsync(ours::close);
        for (int i = 0; i < MANY && !closed.isDone(); i++) {
            fleet.millis(10);
        }
        closed.join();

        assertThat(first()).isNull();
    }

    @Test
    void take_nothingIsLeft_bucketIsMadeWhole() {
        left(4);

        assertThat(took(ours, "user", "rpm", 1)).isTrue();

        assertThat(Objects.requireNonNull(first()).whole("shard_count", 0)).isEqualTo(1);
        assertThat(first().whole("b_rpm_tk", 0)).isEqualTo(99_000);
    }

    @Test
    @DisplayName("a process that has just begun reads the next three shards with the first")
    void take_byANewProcess_findsOneOfTheNextThree() {
        left(4, 3);
        LimitRepository other = open(fleet.store, OnUnavailable.BLOCK);

        asked(other);

        isMadeBesideOthers(4);
        other.close();
    }

    @Test
    @DisplayName("of a bucket that a process has seen in eight shards it looks for all eight")
    void take_byAProcessThatHasSeenEight_findsTheLast() {
        divided(8);
        took(ours, "user", "rpm", 1);
        vanishAllBut(8, 6);
        // What it has seen is old by now.
        fleet.seconds(10);

        asked(ours);

        isMadeBesideOthers(8);
    }
}
