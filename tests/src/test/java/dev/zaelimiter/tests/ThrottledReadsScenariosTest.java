package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.take;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Decision;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.repository.RepositoryBuilder;
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

    private final World world = new World();
    private final DeafStore store = new DeafStore(world.store);
    private final LimitRepository warm = world.process();
    private final LimitRepository cold = RepositoryBuilder.on(store)
            .environment(world.clock)
            .namespace("scenarios")
            .deadline(DEADLINE)
            .inlineCallbacks()
            .build();

    @AfterEach
    void close() {
        cold.close();
        world.close();
    }

    /** What becomes of a request by its deadline, the clock moving. */
    private Decision outcome(String entity) {
        CompletableFuture<Decision> decision = cold.asyncRateLimiter().tryAcquire(take(entity, "rpm", 1));
        for (int i = 0; i < DEADLINE.toMillis() && !decision.isDone(); i++) {
            world.millis(1);
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
        Divided.ofHundred(world, warm, "hot", count, 20);
        store.deafen(HOME);
        Instant before = world.clock.now();

        int admitted = admitted("hot", 35);

        assertThat(admitted).isEqualTo(35);
        store.heal();
        world.seconds(1);
        long refilled = Duration.between(before, world.clock.now()).toMillis() * 100 / 60_000;
        int rest = Requests.drain(cold, "hot", "rpm");
        assertThat(admitted + rest).isBetween(80 - count, (int) (80 + refilled + 1));
    }

    @Test
    @DisplayName("a shard that can't be read may hold what the others lack: unavailable, and not refused")
    void others_drained_isUnavailable() {
        Divided.ofHundred(world, warm, "hot", 2, 20);
        store.deafen(HOME);
        assertThat(admitted("hot", 40)).isEqualTo(40);

        assertThatThrownBy(() -> outcome("hot")).hasCauseInstanceOf(RateLimiterUnavailableException.class);
    }

    @Test
    @DisplayName("several shards are deaf: one that answers is found")
    void severalShards_deaf_anotherIsFound() {
        Divided.ofHundred(world, warm, "hot", 8, 20);
        store.deafen(HOME, "#gpt-4#1", "#gpt-4#2", "#gpt-4#3", "#gpt-4#5");

        assertThat(took("hot")).isTrue();
    }

    @Test
    @DisplayName("once the first shard answers, it is used like the others")
    void firstShard_heals_isUsed() {
        Divided.ofHundred(world, warm, "hot", 2, 0);
        store.deafen(HOME);
        assertThat(took("hot")).isTrue();
        long before = Divided.shard(world, "hot", "gpt-4", 0).whole("b_rpm_tk", 0);
        store.heal();
        world.seconds(1);

        assertThat(admitted("hot", 80)).isEqualTo(80);
        assertThat(Divided.shard(world, "hot", "gpt-4", 0).whole("b_rpm_tk", 0)).isLessThan(before);
    }

    @Test
    @DisplayName(
            "a bucket that is whole has nobody else to ask: unavailable by the deadline, nothing taken, few reads more")
    void wholeBucket_deaf_isUnavailable() {
        Divided.ofHundred(world, warm, "hot", 1, 20);
        store.deafen(HOME);

        assertThatThrownBy(() -> outcome("hot")).hasCauseInstanceOf(RateLimiterUnavailableException.class);

        // Five shards are looked for, at most every 100 ms.
        assertThat(store.single()).isBetween(5, 50);
        store.heal();
        world.seconds(1);
        assertThat(balance(warm, "hot", "rpm")).isBetween(80L, 84L);
        assertThat(took("hot")).isTrue();
    }

    @Test
    @DisplayName("a child of whose bucket only another shard was seen is charged with its parent")
    void child_learntFromAnotherShard_cascades() {
        Requests.family(warm, "org", "hot");
        Divided.ofHundred(world, warm, "hot", 4, 20);
        store.deafen(HOME);
        long before = balance(warm, "org", "rpm");

        assertThat(took("hot")).isTrue();

        assertThat(balance(warm, "org", "rpm")).isEqualTo(before - 1);
    }

    @Test
    @DisplayName("a parent of which only another shard was seen is charged there")
    void parent_learntFromAnotherShard_isCharged() {
        Requests.family(warm, "hot", "key");
        Divided.ofHundred(world, warm, "hot", 4, 20);
        store.deafen(HOME);

        assertThat(took("key")).isTrue();

        assertThat(balance(warm, "hot", "rpm")).isEqualTo(79);
    }
}
