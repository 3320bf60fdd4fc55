package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The same laws of refusals as in {@link RefusalLawsTest}, for what is drawn at random: several processes, divided
 * buckets, cascades.
 */
@Tag("same-on-every-jdk")
class RefusalLawsAtRandomTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    @DisplayName("A19: a flood of requests of several processes over a network: every refusal says something")
    void flood_everyRefusalSaysSomething(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Requests.family(one, "hot", "a", "b");
        one.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 60), Limit.perMinute("tpm", 900));
        assertThat(took(one, take("hot", "rpm", 1, "tpm", 1))).isTrue();
        Divided.evenly(fleet, "hot", RESOURCE, 4);
        Divided.half(fleet, "hot", 4, 2);
        List<LimitRepository> processes = new ArrayList<>();
        for (int p = 0; p < 3; p++) {
            processes.add(RepositoryBuilder.on(new LateStore(fleet.store, fleet.clock, Duration.ofMillis(8)))
                    .environment(fleet.clock)
                    .namespace("scenarios")
                    .inlineCallbacks()
                    .build());
        }
        List<CompletableFuture<Decision>> all = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            AcquireRequest request = Requests.builder(List.of("hot", "a", "b").get(random.nextInt(3)))
                    .take("rpm", 1 + random.nextInt(random.nextInt(8) == 0 ? 40 : 6))
                    .take("tpm", 1 + random.nextInt(140))
                    .waitAtMost(Duration.ofMillis(random.nextInt(4) == 0 ? random.nextInt(3_000) : 0))
                    .build();
            all.add(processes.get(random.nextInt(3)).asyncRateLimiter().tryAcquire(request));
            fleet.millis(random.nextInt(3) == 0 ? random.nextInt(400) : 0);
        }
        fleet.seconds(5);
        int refused = 0;
        for (CompletableFuture<Decision> answer : all) {
            assertThat(answer).isDone();
            if (!answer.isCompletedExceptionally() && !answer.join().granted()) {
                refused++;
                RefusalLawsTest.holds(answer.join().refusal());
            }
        }
        assertThat(refused).isPositive();
        processes.forEach(LimitRepository::close);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    @DisplayName("A21: two limits on a bucket that is divided and merged all the time: sleeping the time told gets in")
    void dividedBuckets_afterTheTimeTold_getIn(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        one.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 60), Limit.perMinute("tpm", 900));
        List<LimitRepository> processes = new ArrayList<>();
        for (int p = 0; p < 1 + seed % 3; p++) {
            processes.add(fleet.process(builder -> builder.refusalFreshness(Duration.ZERO)));
        }
        assertThat(took(one, take("hot", "rpm", 1, "tpm", 1))).isTrue();
        Divided.evenly(fleet, "hot", RESOURCE, 4);
        for (int i = 0; i < 300; i++) {
            LimitRepository process = processes.get(random.nextInt(processes.size()));
            AcquireRequest request = Requests.builder("hot")
                    .take("rpm", 1 + random.nextInt(random.nextInt(8) == 0 ? 40 : 6))
                    .take("tpm", 1 + random.nextInt(140))
                    .waitAtMost(Duration.ofMillis(random.nextInt(4) == 0 ? random.nextInt(3_000) : 0))
                    .build();
            CompletableFuture<Decision> answer = process.asyncRateLimiter().tryAcquire(request);
            if (!answer.isDone()) {
                fleet.seconds(3);
            }
            Decision decision = answer.join();
            if (decision.granted()) {
                decision.lease().keep();
            } else {
                RefusalLawsTest.holds(decision.refusal());
                fleet.clock.advance(decision.refusal().retryAfter().orElseThrow());
                Decision then = process.rateLimiter().tryAcquire(request.withWait(Duration.ZERO));
                assertThat(then.granted())
                        .as("seed %s, %s: %s: %s, then %s", seed, i, request, decision.refusal(), then)
                        .isTrue();
            }
            fleet.millis(random.nextInt(1_500));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    @DisplayName(
            "A20: cascades, several processes that refuse from no old image: sleeping the time told in a quiet world gets in")
    void cascades_afterTheTimeTold_getIn(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Requests.family(one, "org", "a", "b", "c");
        one.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 40), Limit.perMinute("tpm", 900));
        one.limits().setEntityDefaults("org", Limit.perMinute("rpm", 60), Limit.perMinute("tpm", 1_200));
        if (random.nextBoolean()) {
            assertThat(took(one, take("org", "rpm", 1, "tpm", 1))).isTrue();
            Divided.evenly(fleet, "org", RESOURCE, 2);
        }
        List<LimitRepository> processes = new ArrayList<>();
        for (int p = 0; p < 3; p++) {
            processes.add(fleet.process(builder -> builder.refusalFreshness(Duration.ZERO)));
        }
        int refused = 0;
        for (int i = 0; i < 300; i++) {
            LimitRepository process = processes.get(random.nextInt(3));
            AcquireRequest request = take(
                    List.of("a", "b", "c").get(random.nextInt(3)),
                    "rpm",
                    1 + random.nextInt(6),
                    "tpm",
                    1 + random.nextInt(140));
            Decision decision = process.rateLimiter().tryAcquire(request);
            if (!decision.granted()) {
                refused++;
                RefusalLawsTest.holds(decision.refusal());
                fleet.clock.advance(decision.refusal().retryAfter().orElseThrow());
                Decision then = process.rateLimiter().tryAcquire(request);
                assertThat(then.granted())
                        .as("seed %s, %s: %s: %s, then %s", seed, i, request, decision.refusal(), then)
                        .isTrue();
            } else {
                decision.lease().keep();
            }
            fleet.millis(random.nextInt(1_500));
        }
        assertThat(refused).isPositive();
    }
}
