package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.take;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Decision;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first shard of a bucket has had too many reads, and a process has never seen it. */
class ThrottledReadsScenariosTest {

    private static final String HOME = "/BUCKET#hot#gpt-4#0";
    private static final Duration DEADLINE = Duration.ofSeconds(1);
    private static final int ALL_THERE_MAY_BE = 32;

    private final Fleet fleet = new Fleet();
    private final DeafStore store = new DeafStore(fleet.store);
    private final LimitRepository warm = fleet.process();
    private final LimitRepository cold = RepositoryBuilder.on(store)
            .environment(fleet.clock)
            .namespace("scenarios")
            .deadline(DEADLINE)
            .inlineCallbacks()
            .build();

    @AfterEach
    void close() {
        cold.close();
        fleet.close();
    }

    /** What becomes of a request by its deadline, the clock moving. */
    private Decision outcome(String entity) {
        CompletableFuture<Decision> decision = cold.asyncRateLimiter().tryAcquire(take(entity, "rpm", 1));
        for (int i = 0; i < DEADLINE.toMillis() && !decision.isDone(); i++) {
            fleet.millis(1);
        }
        assertThat(decision).isDone();
        return decision.join();
    }

    private boolean took(String entity) {
        return outcome(entity)
                .match(
                        lease -> {
                            lease.keep();
                            return true;
                        },
                        refusal -> false);
    }

    private int admitted(String entity, int tries) {
        int admitted = 0;
        for (int i = 0; i < tries; i++) {
            admitted += took(entity) ? 1 : 0;
        }
        return admitted;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 32})
    @DisplayName("any other shard tells how many there are, and those that answer give all they hold, and no more")
    void firstShard_deaf_othersServe(int count) {
        Divided.ofHundred(fleet, warm, "hot", count, 20);
        store.deafen(HOME);
        Instant before = fleet.clock.now();

        int admitted = admitted("hot", 35);

        assertThat(admitted).isEqualTo(35);
        store.heal();
        fleet.seconds(1);
        long refilled = Duration.between(before, fleet.clock.now()).toMillis() * 100 / 60_000;
        int rest = Requests.drain(cold, "hot", "rpm");
        assertThat(admitted + rest).isBetween(80 - count, (int) (80 + refilled + 1));
    }

    @Test
    @DisplayName("a shard that can't be read may hold what the others lack: unavailable, and not refused")
    void others_drained_isUnavailable() {
        Divided.ofHundred(fleet, warm, "hot", 2, 20);
        store.deafen(HOME);
        assertThat(admitted("hot", 40)).isEqualTo(40);

        assertThatThrownBy(() -> outcome("hot")).hasCauseInstanceOf(RateLimiterUnavailableException.class);
    }

    @Test
    @DisplayName("several shards are deaf: one that answers is found")
    void severalShards_deaf_anotherIsFound() {
        Divided.ofHundred(fleet, warm, "hot", 8, 20);
        store.deafen(HOME, "#gpt-4#1", "#gpt-4#2", "#gpt-4#3", "#gpt-4#5");

        for (int i = 0; i < 10; i++) {
            assertThat(took("hot")).isTrue();
            fleet.millis(150);
        }
    }

    @Test
    @DisplayName(
            "who waits for the first shard goes on as soon as another has told, and does not read the first one again")
    void firstShard_deaf_firstRequestGoesOnAtOnce() {
        Divided.ofHundred(fleet, warm, "hot", 8, 0);
        store.deafen(HOME);

        assertThat(cold.asyncRateLimiter().tryAcquire(take("hot", "rpm", 1))).isCompleted();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hot", "key"})
    @DisplayName(
            "a shard that can't be read and was never seen keeps nobody: neither whose bucket it is, nor a child's")
    void anotherShard_deaf_othersServe(String entity) {
        Requests.family(warm, "hot", "key");
        Divided.ofHundred(fleet, warm, "hot", 4, 20);
        store.deafen("#hot#gpt-4#2", "#hot#gpt-4#3");

        for (int i = 0; i < 20; i++) {
            assertThat(took(entity)).isTrue();
            fleet.millis(150);
        }
    }

    @Test
    @DisplayName("where it is not the bucket's partition that is throttled, no other shard is asked for that")
    void limits_deaf_noShardIsAskedForThat() {
        Divided.ofHundred(fleet, warm, "hot", 32, 0);
        assertThat(took("other")).isTrue();
        int before = store.single();
        store.deafen("/ENTITY#hot");

        assertThatThrownBy(() -> outcome("hot")).hasCauseInstanceOf(RateLimiterUnavailableException.class);

        assertThat(store.single()).isEqualTo(before);
        assertThat(store.batches(1)).isLessThan(30);
    }

    @Test
    @DisplayName("where not all shards can be read at once, they are asked one after another until one holds it")
    void firstShard_deafAndMostDrained_whoHoldsItIsFound() {
        Divided.ofHundred(fleet, warm, "hot", 16, 0);
        for (int shard = 1; shard < 16; shard++) {
            if (shard != 5 && shard != 9) {
                Item full = Divided.shard(fleet, "hot", "gpt-4", shard);
                Divided.put(fleet, full.toBuilder().put("b_rpm_tk", 0).build());
            }
        }
        store.deafen(HOME);

        for (int i = 0; i < 10; i++) {
            assertThat(took("hot")).isTrue();
            fleet.millis(150);
        }
    }

    @Test
    @DisplayName("while only others have told how many shards there are, none is made, and none is taken away")
    void firstShard_deafWhileBucketIsBeingDivided_isNotReadForTransfers() {
        Divided.ofHundred(fleet, warm, "hot", 4, 0);
        for (int shard : new int[] {0, 2}) {
            Divided.half(fleet, "hot", 4, shard);
        }
        store.deafen(HOME);

        for (int i = 0; i < 20; i++) {
            assertThat(took("hot")).isTrue();
            fleet.millis(150);
        }
        assertThat(store.batches(ALL_THERE_MAY_BE)).isZero();
    }

    @Test
    @DisplayName("the reads that a division takes are not made again at once where they are throttled")
    void absentShard_firstGoesDeaf_isNotReadAgainAtOnce() {
        Divided.ofHundred(fleet, warm, "hot", 4, 0);
        Divided.half(fleet, "hot", 4, 0);
        assertThat(took("hot")).isTrue();
        store.deafen(HOME);

        // Shards 5 to 7 are not there yet.
        for (int i = 0; i < 20; i++) {
            assertThat(took("hot")).isTrue();
            fleet.millis(21);
        }
        assertThat(store.batches(ALL_THERE_MAY_BE)).isBetween(1L, 3L);
    }

    @Test
    @DisplayName("once the first shard answers, it is used like the others")
    void firstShard_heals_isUsed() {
        Divided.ofHundred(fleet, warm, "hot", 2, 0);
        store.deafen(HOME);
        assertThat(took("hot")).isTrue();
        long before = Divided.shard(fleet, "hot", "gpt-4", 0).whole("b_rpm_tk", 0);
        store.heal();
        fleet.seconds(1);

        assertThat(admitted("hot", 80)).isEqualTo(80);
        assertThat(Divided.shard(fleet, "hot", "gpt-4", 0).whole("b_rpm_tk", 0)).isLessThan(before);
    }

    @Test
    @DisplayName(
            "a bucket that is whole has nobody else to ask: unavailable by the deadline, nothing taken, few reads more")
    void wholeBucket_deaf_isUnavailable() {
        Divided.ofHundred(fleet, warm, "hot", 1, 20);
        store.deafen(HOME);

        assertThatThrownBy(() -> outcome("hot")).hasCauseInstanceOf(RateLimiterUnavailableException.class);

        // Five shards are looked for, at most every 100 ms.
        assertThat(store.single()).isBetween(5, 50);
        store.heal();
        fleet.seconds(1);
        assertThat(balance(warm, "hot", "rpm")).isBetween(80L, 84L);
        assertThat(took("hot")).isTrue();
    }

    @Test
    @DisplayName("a child of whose bucket only another shard was seen is charged with its parent")
    void child_learntFromAnotherShard_cascades() {
        Requests.family(warm, "org", "hot");
        Divided.ofHundred(fleet, warm, "hot", 4, 20);
        store.deafen(HOME);
        long before = balance(warm, "org", "rpm");

        assertThat(took("hot")).isTrue();

        assertThat(balance(warm, "org", "rpm")).isEqualTo(before - 1);
    }

    @Test
    @DisplayName("a parent of which only another shard was seen is charged there")
    void parent_learntFromAnotherShard_isCharged() {
        Requests.family(warm, "hot", "key");
        Divided.ofHundred(fleet, warm, "hot", 4, 20);
        store.deafen(HOME);

        assertThat(took("key")).isTrue();

        assertThat(balance(warm, "hot", "rpm")).isEqualTo(79);
    }
}
