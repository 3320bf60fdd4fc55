package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.builder;
import static dev.zaelimiter.tests.Requests.patient;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.tests.RealWorld.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Field cases 9, 10 and 13 with real threads, on a store in memory and on one that answers late. */
@Tag("long")
@Timeout(60)
class ConcurrencyScenariosTest {

    private final RealWorld world = new RealWorld();

    @AfterEach
    void close() {
        world.close();
    }

    @ParameterizedTest
    @DisplayName("case 9: exactly as many as there are tokens")
    @CsvSource({
        "500, 500, 1, MEMORY",
        "200, 10, 1, MEMORY",
        "500, 500, 1, LATE",
        "200, 10, 1, LATE",
        "200, 10, 4, LATE_INLINE",
        "500, 500, 4, MEMORY",
        "200, 10, 4, MEMORY",
        "500, 499, 3, LATE"
    })
    void callers_atOnce_exactlyTheCapacityIsAdmitted(int callers, int tokens, int processes, Setup setup) {
        List<LimitRepository> all =
                IntStream.range(0, processes).mapToObj(i -> world.open(setup)).toList();
        all.get(0).limits().setSystemDefaults(Limit.custom("rpd", tokens, 1, Duration.ofDays(30)));
        List<Boolean> granted = ThreadCrowd.run(callers, i -> took(all.get(i % processes), take("a", "rpd", 1)));
        long admitted = granted.stream().filter(Boolean::booleanValue).count();
        if (processes == 1) {
            assertThat(admitted).isEqualTo(tokens);
        } else {
            // Several processes may refuse a few for contention; never one too many.
            assertThat(admitted).isLessThanOrEqualTo(tokens);
            long more = 0;
            while (took(all.get(0), "a", "rpd", 1)) {
                more++;
            }
            assertThat(admitted + more).isEqualTo(tokens);
        }
        long writes =
                all.stream().mapToLong(process -> process.statistics().writes()).sum();
        assertThat(writes).isLessThanOrEqualTo(3L * callers + 50);
    }

    @ParameterizedTest
    @DisplayName("case 10: what is reserved at once never passes the limit")
    @CsvSource({"133, 0", "40, 2", "100, 1", "34, 2", "20, 5", "1, 5"})
    void estimates_atOnce_neverReserveMoreThanTheLimit(long estimate, long admitted) {
        for (Setup setup : Setup.values()) {
            LimitRepository one = world.open(setup);
            one.limits().setSystemDefaults(Limit.perDay("tpm", 100));
            List<CompletableFuture<Decision>> decisions = new ArrayList<>();
            String entity = "a" + setup;
            ThreadCrowd.run(5, i -> {
                CompletableFuture<Decision> decision = one.asyncRateLimiter().tryAcquire(take(entity, "tpm", estimate));
                synchronized (decisions) {
                    decisions.add(decision);
                }
                return decision.join();
            });
            assertThat(decisions.stream().filter(decision -> decision.join().granted()))
                    .hasSize((int) admitted);
            assertThat(balance(one, entity, "tpm")).isEqualTo(100 - admitted * estimate);
        }
    }

    @ParameterizedTest
    @EnumSource(Setup.class)
    void close_whileBusy_endsInTimeAndLaterCallsSaySo(Setup setup) {
        LimitRepository one = world.open(setup);
        one.limits().setSystemDefaults(Limit.custom("rpd", 1_000_000, 1, Duration.ofDays(300)));
        AcquireRequest waiting = patient("w", "rpd", 1, Duration.ofDays(365));
        assertThat(took(one, "w", "rpd", 1_000_000)).isTrue();
        List<String> endings = ThreadCrowd.run(10, i -> {
            if (i == 9) {
                for (int k = 0; k < 50_000; k++) {
                    Thread.onSpinWait();
                }
                one.close();
                one.close();
                return "closed";
            }
            while (true) {
                try {
                    if (i == 8) {
                        one.rateLimiter().acquire(waiting);
                    } else if (i % 2 == 0) {
                        one.rateLimiter().acquire(take("a" + i, "rpd", 1)).giveBack();
                    } else {
                        one.rateLimiter().run(take("a" + i % 4, "rpd", 2), lease -> lease.settle("rpd", 1));
                    }
                } catch (RepositoryClosedException closed) {
                    return "told";
                }
            }
        });
        assertThat(endings).hasSize(10).contains("closed", "told");
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> took(one, "a", "rpd", 1)).isInstanceOf(RepositoryClosedException.class);
            CompletableFuture<Lease> late = one.asyncRateLimiter().acquire(take("a", "rpd", 1));
            assertThatThrownBy(() -> late.get(10, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(RepositoryClosedException.class);
            assertThatThrownBy(() -> balance(one, "a", "rpd")).isInstanceOf(RepositoryClosedException.class);
            assertThatThrownBy(() -> one.rateLimiter().explain("a", Requests.RESOURCE))
                    .isInstanceOf(RepositoryClosedException.class);
            assertThatThrownBy(() -> one.limits().getSystemDefaults()).isInstanceOf(RepositoryClosedException.class);
            assertThatThrownBy(() -> one.entities().get("a")).isInstanceOf(RepositoryClosedException.class);
            one.close();
        }
    }

    @ParameterizedTest
    @DisplayName("peer 8: contention is no refusal while there are tokens")
    @CsvSource({"4, 200", "8, 100"})
    void plentyOfTokens_manyProcesses_nobodyIsRefused(int processes, int each) {
        List<LimitRepository> all = IntStream.range(0, processes)
                .mapToObj(i -> world.open(Setup.LATE))
                .toList();
        all.get(0).limits().setSystemDefaults(Limit.custom("rpd", 1_000_000, 1_000_000, Duration.ofSeconds(1)));
        AcquireRequest request = builder("hot").take("rpd", 1).build();
        List<Integer> refused = ThreadCrowd.run(processes, i -> {
            int no = 0;
            for (int k = 0; k < each; k++) {
                no += took(all.get(i), request) ? 0 : 1;
            }
            return no;
        });
        assertThat(refused).containsOnly(0);
    }
}
