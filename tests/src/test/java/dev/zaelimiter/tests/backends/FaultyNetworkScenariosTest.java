package dev.zaelimiter.tests.backends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiterUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Field cases 12, 16, 20 and 24 on real stores, in real time, over a network that loses and delays. */
@Tag("extended")
@Tag("back-end")
@Timeout(300)
class FaultyNetworkScenariosTest {

    private static final long SEED = Long.getLong("seed", System.currentTimeMillis());
    private static final double SHARE = 0.05;

    /** What the clocks of two hosts may differ by before they are learnt. */
    private static final double CLOCK_SECONDS = 1;

    private static AcquireRequest take(long amount) {
        return AcquireRequest.entity("key")
                .resource("gpt-4")
                .take("rps", amount)
                .build();
    }

    /** Whether it was granted; one that nobody answers is not. */
    private static boolean took(LimitRepository process, long amount) {
        try {
            return process.rateLimiter()
                    .tryAcquire(take(amount))
                    .match(
                            lease -> {
                                lease.keep();
                                return true;
                            },
                            refusal -> false);
        } catch (RateLimiterUnavailableException e) {
            return false;
        }
    }

    private static FaultyNetwork network(Backend backend, Limit limit) {
        FaultyNetwork network = new FaultyNetwork(backend, SEED);
        network.direct.limits().setResourceDefaults("gpt-4", limit);
        return network;
    }

    private record Grant(long fromNanos, long toNanos) {}

    @ParameterizedTest
    @CsvSource({"DYNOXIDE, 1", "DYNOXIDE, 2", "DYNOXIDE, 32", "MINISTACK, 1", "MINISTACK, 32"})
    @DisplayName(
            "case 12, also on shards: one clock 10 s ahead, calls in turn: at most 5 in a second, 6 while clocks are"
                    + " learnt")
    void twoProcesses_oneClockAhead_shareOneTime(Backend backend, int shards) {
        try (FaultyNetwork network = network(backend, Limit.custom("rps", 4, 1, Duration.ofSeconds(1)))) {
            assertThat(took(network.direct, 1)).isTrue();
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            network.divide("key", "gpt-4", shards);
            List<LimitRepository> processes = List.of(
                    network.process(new SkewedEnvironment(Duration.ofSeconds(10))),
                    network.process(new SkewedEnvironment(Duration.ofSeconds(-10))),
                    network.process());
            network.faults.atRandom(SHARE, NetworkFault.AT_RANDOM);
            List<Grant> grants = new ArrayList<>();
            List<Long> stamps = network.stamps("key", "gpt-4", shards);
            long start = System.nanoTime();
            for (int turn = 0; System.nanoTime() - start < TimeUnit.SECONDS.toNanos(12); turn++) {
                long from = System.nanoTime();
                if (took(processes.get(turn % processes.size()), 1)) {
                    grants.add(new Grant(from, System.nanoTime()));
                    List<Long> now = network.stamps("key", "gpt-4", shards);
                    for (int shard = 0; shard < shards; shard++) {
                        assertThat(now.get(shard))
                                .as("the stamp of shard %s never runs back, seed %s", shard, SEED)
                                .isGreaterThanOrEqualTo(stamps.get(shard));
                    }
                    stamps = now;
                }
                LockSupport.parkNanos(20_000_000);
            }

            for (Grant first : grants) {
                long within = grants.stream()
                        .filter(each -> each.fromNanos >= first.fromNanos
                                && each.toNanos - first.fromNanos <= TimeUnit.SECONDS.toNanos(1))
                        .count();
                boolean learnt = first.fromNanos - start > TimeUnit.SECONDS.toNanos(3);
                assertThat(within)
                        .as("granted in a second, seed %s: %s", SEED, grants)
                        .isLessThanOrEqualTo(learnt ? 5 : 6);
            }
            assertThat(grants).hasSizeGreaterThan(4);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "DYNOXIDE, CUT_AFTER",
        "DYNOXIDE, ERROR_AFTER",
        "DYNOXIDE, LATE_ANSWER",
        "DYNOXIDE, CUT_BEFORE",
        "DYNOXIDE, ERROR_BEFORE",
        "DYNOXIDE, THROTTLED",
        "MINISTACK, CUT_AFTER",
        "MINISTACK, ERROR_AFTER",
        "MINISTACK, LATE_ANSWER"
    })
    @DisplayName("case 16: the answer is lost, or the write: charged once, granted once")
    void take_oneFault_chargedOnce(Backend backend, NetworkFault fault) {
        try (FaultyNetwork network = network(backend, Limit.custom("rps", 10_000, 1, Duration.ofDays(1)))) {
            LimitRepository process = network.process();
            assertThat(took(process, 5_000)).isTrue();
            for (int i = 1; i <= 3; i++) {
                network.faults.next(fault);

                assertThat(took(process, 10)).as("granted after %s", fault).isTrue();

                assertThat(network.faults.pending()).isZero();
                assertThat(Stamped.of(network.bucket("key", "gpt-4")).tokensMilli() / 1000)
                        .as("balance after %s", fault)
                        .isEqualTo(5_000 - 10L * i);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("case 20: a bucket that expires over a failing network is made anew from its limits, once")
    void expiredBucket_faults_isMadeAnewAndNeverFuller(Backend backend) {
        try (FaultyNetwork network = network(backend, Limit.custom("rps", 10, 1, Duration.ofDays(1)))) {
            List<LimitRepository> processes = network.processes(2);
            network.faults.atRandom(4 * SHARE, NetworkFault.AT_RANDOM);
            for (int life = 0; life < 6; life++) {
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
                int granted = 0;
                for (int turn = 0; System.nanoTime() - end < 0; turn++) {
                    granted += took(processes.get(turn % 2), 1) ? 1 : 0;
                    LockSupport.parkNanos(20_000_000);
                }

                assertThat(granted).as("granted in one life, seed %s", SEED).isBetween(1, 10);
                assertThat(network.direct.limits().getResourceDefaults("gpt-4")).hasSize(1);
                network.expire("key", "gpt-4");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "DYNOXIDE, 10, 4, 1",
        "DYNOXIDE, 10, 4, 8",
        "DYNOXIDE, 100, 20, 8",
        "MINISTACK, 10, 4, 8",
    })
    @DisplayName("case 24: a burst after idling, over a failing network, gives the capacity and what refills meanwhile")
    void burst_afterIdle_isCapacityPlusRefill(Backend backend, long capacity, long period, int count) {
        try (FaultyNetwork network =
                network(backend, Limit.custom("rps", capacity, capacity, Duration.ofSeconds(period)))) {
            List<LimitRepository> processes = network.processes(count);
            for (LimitRepository process : processes) {
                assertThat(took(process, 1)).isTrue();
            }
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(5));
            network.faults.atRandom(SHARE, NetworkFault.AT_RANDOM);
            long start = System.nanoTime();
            long granted = 0;
            int refusedInARow = 0;
            for (int turn = 0; refusedInARow < 3 * count; turn++) {
                boolean yes = took(processes.get(turn % count), 1);
                granted += yes ? 1 : 0;
                refusedInARow = yes ? 0 : refusedInARow + 1;
            }
            double seconds = (System.nanoTime() - start) / 1e9;

            assertThat((double) granted)
                    .as("granted in %s s, seed %s", seconds, SEED)
                    .isBetween(capacity / 2.0, capacity + (seconds + CLOCK_SECONDS) * capacity / period);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a bucket whose key range is throttled is divided, and its calls go on with no token more or less")
    void keyRangeThrottled_divides(Backend backend) {
        long capacity = 1_000;
        try (FaultyNetwork network = network(backend, Limit.custom("rps", capacity, 1, Duration.ofHours(1)))) {
            LimitRepository process = network.process();
            long granted = took(process, 1) ? 1 : 0;
            long asked = 1;
            while (network.shards("key", "gpt-4") == 1) {
                network.faults.next(NetworkFault.THROTTLED_KEY_RANGE);
                granted += took(process, 1) ? 1 : 0;
                asked++;
            }

            assertThat(took(process, 1)).isTrue();
            assertThat(network.direct.rateLimiter().check(take(1)).available("rps"))
                    .as("left of %s after %s calls, %s of them granted, and one more", capacity, asked, granted)
                    .isBetween(capacity - asked - 1, capacity - granted - 1);
        }
    }
}
