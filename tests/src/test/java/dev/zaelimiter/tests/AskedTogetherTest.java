package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.patient;
import static dev.zaelimiter.tests.Requests.take;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.FaultyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests of one key that are asked of it and of its project together. Each fitted into the key for itself, all of
 * them did not, and what the key refused was missing to other keys of the project until it had gone back.
 */
@Timeout(60)
class AskedTogetherTest {

    private static final Duration ROUND = Duration.ofMillis(10);
    private static final long OF_A_KEY = 64;
    private static final long OF_THE_PROJECT = 96;

    private final ManualClock clock = new ManualClock();
    private final FaultyStore counted = FaultyStore.over(new InMemoryStore(clock));
    private final LimitRepository process = RepositoryBuilder.on(new LateStore(counted, clock, ROUND))
            .environment(clock)
            .inlineCallbacks()
            .build();

    /** The project's bucket is known, and one token short of full. */
    @BeforeEach
    void family() {
        Requests.family(process, "org", "key", "sibling");
        process.limits().setResourceDefaults(RESOURCE, slow(OF_A_KEY));
        process.limits().setEntityDefaults("org", slow(OF_THE_PROJECT));
        assertThat(granted(ask("sibling", 1))).isTrue();
    }

    @AfterEach
    void close() {
        clock.advance(ROUND.multipliedBy(100));
        process.close();
        counted.close();
    }

    private static Limit slow(long capacity) {
        return Limit.custom("rpm", capacity, 1, Duration.ofHours(1));
    }

    private CompletableFuture<Decision> ask(AcquireRequest request) {
        return process.asyncRateLimiter().tryAcquire(request);
    }

    private CompletableFuture<Decision> ask(String entity, long amount) {
        return ask(take(entity, "rpm", amount));
    }

    /** On by one way to the store, or back from it. */
    private void ways(int count) {
        for (int i = 0; i < count; i++) {
            clock.advance(ROUND.dividedBy(2));
        }
    }

    private boolean granted(CompletableFuture<Decision> decision) {
        for (int i = 0; i < 40 && !decision.isDone(); i++) {
            ways(1);
        }
        return decision.join()
                .match(
                        lease -> {
                            lease.keep();
                            return true;
                        },
                        refusal -> false);
    }

    private List<CompletableFuture<Decision>> askAll(long... amounts) {
        return LongStream.of(amounts).mapToObj(amount -> ask("key", amount)).toList();
    }

    /** How many rounds a request takes, and how many calls. */
    private String cost(String entity) {
        counted.resetCounts();
        long before = clock.monotonicNanos();
        assertThat(granted(ask(entity, 1))).isTrue();
        long rounds = (clock.monotonicNanos() - before) / ROUND.toNanos();
        return rounds + " rounds, " + counted.count() + " calls";
    }

    @Test
    void keyWhoseBucketIsNotThere_isNotAskedTogetherForMoreThanItWillHold() {
        CompletableFuture<Decision> first = ask("key", 1);
        ways(2);
        // It is known now that there is no bucket, and one is on its way.
        List<CompletableFuture<Decision>> all = askAll(25, 20, 16, 12, 10);
        CompletableFuture<Decision> other = ask("sibling", 12);

        assertThat(granted(other)).as("95 less 62").isTrue();
        assertThat(granted(first)).isTrue();
        assertThat(all.stream().filter(this::granted)).hasSize(3);
    }

    @Test
    void keyThatIsKnown_isNotAskedTogetherForMoreThanItHolds() {
        assertThat(granted(ask("key", 1))).isTrue();
        List<CompletableFuture<Decision>> all = askAll(25, 25, 15, 12, 9);
        CompletableFuture<Decision> other = ask("sibling", 10);

        assertThat(granted(other)).as("94 less 62").isTrue();
        assertThat(all.stream().filter(this::granted)).hasSize(3);
    }

    @Test
    void requestsThatFitTogether_areAskedOfBothAtTheSameTime() {
        assertThat(granted(ask("key", 1))).isTrue();
        List<CompletableFuture<Decision>> all = askAll(8, 8, 8, 8, 8);
        ways(4);

        assertThat(all).as("one write goes alone, the next takes the others").allMatch(CompletableFuture::isDone);
        assertThat(all).allMatch(this::granted);
    }

    @Test
    void newKeyOfAKnownProject_isTwoRounds() {
        assertThat(cost("key")).isEqualTo("2 rounds, 3 calls");
    }

    /** However a request ends, it counts no longer among those that are asked. */
    @ParameterizedTest
    @ValueSource(longs = {0, 5})
    void whatHasEnded_countsNoMore(long waitSeconds) {
        assertThat(granted(ask("key", 1))).isTrue();
        for (int round = 0; round < 20; round++) {
            List<CompletableFuture<Decision>> all = new ArrayList<>();
            for (long amount : new long[] {0, 5, 20, 60, OF_A_KEY + 1}) {
                all.add(ask(patient("key", "rpm", amount, Duration.ofSeconds(waitSeconds))));
            }
            ways(round % 4);
            all.forEach(AskedTogetherTest::end);
            ways(8);
            assertThat(granted(ask("key", OF_A_KEY))).isFalse();
        }
        assertThat(cost("key")).isEqualTo("1 rounds, 2 calls");
    }

    private static void end(CompletableFuture<Decision> decision) {
        if (!decision.cancel(false) && decision.join().granted()) {
            decision.join().lease().giveBack();
        }
    }

    @Test
    void whatTheStoreDidNotAnswer_countsNoMore() {
        assertThat(granted(ask("key", 1))).isTrue();
        counted.down();
        List<CompletableFuture<Decision>> all = askAll(30, 30);
        clock.advance(Duration.ofSeconds(30));
        assertThat(all).allMatch(CompletableFuture::isCompletedExceptionally);
        counted.up();
        clock.advance(Duration.ofSeconds(30));

        assertThat(granted(ask("key", 1))).as("reads what grew old meanwhile").isTrue();
        assertThat(cost("key")).isEqualTo("1 rounds, 2 calls");
    }
}
