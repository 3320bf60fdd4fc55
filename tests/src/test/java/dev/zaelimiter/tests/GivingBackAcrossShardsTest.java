package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.lease;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.testkit.FaultyStore.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A25: what goes back to a bucket that was divided, or made whole, since it was taken. It filled the first shard to its
 * share, and the rest was cut without a word.
 */
class GivingBackAcrossShardsTest {

    private final Fleet fleet = new Fleet();
    private final Heard heard = new Heard();
    private final LimitRepository one = fleet.process();
    private final LimitRepository listening = fleet.process(builder -> builder.listener(heard));

    @AfterEach
    void close() {
        fleet.close();
    }

    private void limit() {
        one.limits().setResourceDefaults(RESOURCE, Limit.custom("rpm", 1_000, 1, Duration.ofDays(10_000)));
    }

    private Lease fourHundredOfAThousand(LimitRepository process, String entity) {
        limit();
        Lease lease = lease(process, entity, "rpm", 400);
        assertThat(took(process, entity, "rpm", 552)).isTrue();
        return lease;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 32})
    @DisplayName("A25: a give-back of 400 to a bucket that was divided after the take is there again, all of it")
    void giveBack_afterADivision_isThereAgain(int count) {
        for (LimitRepository process : List.of(one, listening)) {
            String entity = process == one ? "hot" : "cold";
            Lease lease = fourHundredOfAThousand(process, entity);
            Divided.evenly(fleet, entity, RESOURCE, count);
            lease.giveBack();
            assertThat(Divided.stored(fleet, entity, count)).isEqualTo(448_000);
            assertThat(process.statistics().lostAdjustments()).isZero();
            assertThat(process.statistics().cutGiveBacks()).isZero();
        }
    }

    @Test
    void giveBack_ofATakeFromSeveralShards_noneGetsMoreThanItGave() {
        one.limits().setResourceDefaults(RESOURCE, Limit.custom("rpm", 100, 1, Duration.ofDays(10_000)));
        assertThat(took(one, "hot", "rpm", 20)).isTrue();
        Divided.evenly(fleet, "hot", RESOURCE, 4);
        LimitRepository process = fleet.process();
        Lease lease = lease(process, "hot", "rpm", 60);
        lease.settle("rpm", 30);
        lease.keep();
        assertThat(Divided.stored(fleet, "hot", 4)).isEqualTo(50_000);
        for (int shard = 0; shard < 4; shard++) {
            assertThat(Divided.shard(fleet, "hot", RESOURCE, shard).whole("b_rpm_tk", 0))
                    .as("shard %s", shard)
                    .isLessThanOrEqualTo(20_000);
        }
    }

    @Test
    void giveBack_ofATakeFromSeveralShards_isWrittenOnceForEach() {
        one.limits().setResourceDefaults(RESOURCE, Limit.custom("rpm", 100, 1, Duration.ofDays(10_000)));
        assertThat(took(one, "hot", "rpm", 1)).isTrue();
        Divided.evenly(fleet, "hot", RESOURCE, 4);
        LimitRepository process = fleet.process();
        Lease lease = lease(process, "hot", "rpm", 90);
        fleet.store.resetCounts();
        lease.giveBack();
        assertThat(Divided.stored(fleet, "hot", 4)).isEqualTo(99_000);
        assertThat(fleet.store.count(Call.WRITE)).isEqualTo(4);
    }

    @Test
    @DisplayName("A25: the same over a network, on a bucket that others write too")
    void giveBack_overANetwork_isThereAgain() {
        limit();
        LimitRepository far = RepositoryBuilder.on(new LateStore(fleet.store, fleet.clock, Duration.ofMillis(5)))
                .environment(fleet.clock)
                .namespace("scenarios")
                .inlineCallbacks()
                .build();
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            far.asyncRateLimiter().acquire(take("hot", "rpm", 40)).thenAccept(leases::add);
            fleet.millis(20);
            assertThat(took(one, "hot", "rpm", i == 0 ? 12 : 60)).isTrue();
        }
        assertThat(leases).hasSize(10);
        Divided.evenly(fleet, "hot", RESOURCE, 4);
        leases.forEach(Lease::giveBack);
        fleet.seconds(3);
        assertThat(Divided.stored(fleet, "hot", 4)).isEqualTo(448_000);
        assertThat(far.statistics().lostAdjustments()).isZero();
        assertThat(far.statistics().cutGiveBacks()).isZero();
        far.close();
    }

    @Test
    @DisplayName("A25: a give-back to a shard that has been merged away goes to the others, and ends if none has room")
    void giveBack_afterAMerge_goesToTheOthers() {
        Lease lease = fourHundredOfAThousand(listening, "hot");
        Divided.evenly(fleet, "hot", RESOURCE, 4);
        lease.giveBack();
        Lease last = listening.rateLimiter().acquire(take("hot", "rpm", 100));
        for (int shard = 0; shard < 2; shard++) {
            Item lower = Divided.shard(fleet, "hot", RESOURCE, shard);
            Item upper = Divided.shard(fleet, "hot", RESOURCE, shard + 2);
            Divided.put(
                    fleet,
                    lower.toBuilder()
                            .put("shard_count", 2)
                            .put("b_rpm_tk", shard == 0 ? 500_000L : 460_000L)
                            .build());
            fleet.store.write(Write.of(WriteShape.delete(null), upper.key())).join();
        }
        fleet.seconds(2);
        last.giveBack();
        assertThat(heard.count("lost")).isZero();
        assertThat(Divided.stored(fleet, "hot", 2)).isEqualTo(1_000_000);
        assertThat(heard.events.stream()
                        .filter(event -> event.startsWith("cut hot rpm"))
                        .mapToLong(event -> Long.parseLong(event.substring(event.lastIndexOf(' ') + 1)))
                        .sum())
                .isEqualTo(60);
    }

    @Test
    @DisplayName(
            "what does not fit anywhere is told: in one piece, in several, of a limit that is gone, of a bucket that is")
    void giveBack_thatDoesNotFit_isTold() {
        one.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 60), Limit.perMinute("tpm", 60));
        Lease whole = lease(listening, "a", "rpm", 30);
        fleet.seconds(20);
        whole.giveBack();
        assertThat(heard.events).filteredOn(event -> event.startsWith("cut")).containsExactly("cut a rpm 20");

        heard.events.clear();
        Lease divided = lease(listening, "b", "rpm", 40);
        Divided.evenly(fleet, "b", RESOURCE, 4);
        fleet.seconds(30);
        divided.giveBack();
        assertThat(Divided.stored(fleet, "b", 4)).isEqualTo(60_000);
        assertThat(heard.events.stream()
                        .filter(event -> event.startsWith("cut b rpm"))
                        .mapToLong(event -> Long.parseLong(event.substring(event.lastIndexOf(' ') + 1)))
                        .sum())
                .isEqualTo(30);

        heard.events.clear();
        Lease settled = lease(listening, "c", "tpm", 40);
        one.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 60));
        fleet.seconds(61);
        assertThat(took(listening, "c", "rpm", 1)).isTrue();
        settled.settle("tpm", 0);
        settled.keep();
        assertThat(heard.events).contains("cut c tpm 40");

        heard.events.clear();
        Lease vanished = lease(listening, "d", "rpm", 40);
        Item bucket = fleet.bucket("d", RESOURCE);
        fleet.store.write(Write.of(WriteShape.delete(null), bucket.key())).join();
        vanished.giveBack();
        assertThat(heard.events).contains("cut d rpm 40");
        assertThat(heard.count("lost")).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    @DisplayName("A25: takes, divisions and give-backs in any order, the clock standing still: nothing is missing")
    void anyOrder_nothingIsMissing(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        limit();
        List<LimitRepository> processes = List.of(one, listening, fleet.process());
        List<Lease> leases = new ArrayList<>();
        int count = 1;
        assertThat(took(one, "hot", "rpm", 8)).isTrue();
        for (int step = 0; step < 60; step++) {
            LimitRepository process = processes.get(random.nextInt(processes.size()));
            if (random.nextInt(3) > 0) {
                long amount = 1 + random.nextLong(200);
                Decision decision = process.rateLimiter().tryAcquire(take("hot", "rpm", amount));
                if (decision.granted()) {
                    leases.add(decision.lease());
                }
            } else if (!leases.isEmpty()) {
                Lease lease = leases.remove(random.nextInt(leases.size()));
                lease.giveBack();
            }
            if (random.nextInt(15) == 0 && count < 8) {
                for (int shard = 0; shard < count; shard++) {
                    Divided.half(fleet, "hot", count, shard);
                }
                count *= 2;
            }
        }
        leases.forEach(Lease::giveBack);
        long missing = 992_000 - Divided.stored(fleet, "hot", count);
        // Halving an odd number of millitokens by hand loses one.
        assertThat(missing).as("%s shards, seed %s", count, seed).isBetween(0L, 64L);
        assertThat(heard.count("cut")).isZero();
    }
}
