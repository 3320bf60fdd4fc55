package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.balances;
import static dev.zaelimiter.tests.Requests.drain;
import static dev.zaelimiter.tests.Requests.family;
import static dev.zaelimiter.tests.Requests.lease;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LeaseEndedException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The words of a lease, with and without a parent, seen from two processes. */
class LeaseScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();
    private final LimitRepository two = fleet.process();

    @BeforeEach
    void limits() {
        family(one, "org", "key");
        one.limits().setSystemDefaults(Limit.perMinute("rpm", 100), Limit.perMinute("tpm", 10_000));
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private void everywhere(String limit, long balance) {
        for (String entity : new String[] {"key", "org"}) {
            assertThat(balance(one, entity, limit)).isEqualTo(balance);
            assertThat(balance(two, entity, limit)).isEqualTo(balance);
        }
    }

    @Test
    void settle_repeated_lastWordCountsForBoth() {
        Lease lease = one.rateLimiter().acquire(take("key", "rpm", 1, "tpm", 500));
        everywhere("tpm", 9500);
        lease.settle("tpm", 900);
        lease.settle("tpm", 20);
        lease.settle("tpm", 700);
        assertThat(lease.held("tpm")).isEqualTo(700);
        everywhere("tpm", 9500);
        lease.keep();
        everywhere("tpm", 9300);
        everywhere("rpm", 99);
    }

    @Test
    void settle_below_givesTheRestBack_above_takesMore() {
        Lease below = lease(one, "key", "tpm", 500);
        below.settle("tpm", 0);
        below.keep();
        everywhere("tpm", 10_000);
        Lease above = lease(two, "key", "tpm", 0);
        above.settle("tpm", 1234);
        above.keep();
        everywhere("tpm", 8766);
    }

    @Test
    void settle_twoLimitsInBothDirections_bothExact() {
        Lease lease = one.rateLimiter().acquire(take("key", "rpm", 10, "tpm", 10));
        lease.settle("rpm", 1);
        lease.settle("tpm", 11_000);
        lease.keep();
        everywhere("rpm", 99);
        everywhere("tpm", -1000);
    }

    @Test
    @DisplayName("into debt and out again")
    void adjust_intoDebt_blocksUntilItHasComeBack() {
        Lease lease = lease(one, "key", "rpm", 1);
        lease.adjust("rpm", 249);
        assertThat(lease.held("rpm")).isEqualTo(250);
        lease.keep();
        everywhere("rpm", -150);
        assertThat(took(one, "key", "rpm", 1)).isFalse();
        assertThat(took(two, "key", "rpm", 0)).isTrue();
        fleet.seconds(90);
        everywhere("rpm", 0);
        assertThat(took(two, "key", "rpm", 1)).isFalse();
        fleet.seconds(30);
        everywhere("rpm", 50);
        assertThat(drain(two, "key", "rpm")).isEqualTo(50);
    }

    @Test
    void adjust_inDebtByOthers_isNeverRefused() {
        for (int i = 0; i < 5; i++) {
            Lease lease = lease(i % 2 == 0 ? one : two, "key", "rpm", 0);
            lease.settle("rpm", 100);
            lease.keep();
        }
        everywhere("rpm", -400);
    }

    @Test
    void take_granted_joinsTheLeaseAndGoesBackWithIt() {
        Lease lease = lease(one, "key", "rpm", 2);
        assertThat(lease.take("rpm", 3).granted()).isTrue();
        assertThat(lease.take("tpm", 40).lease()).isSameAs(lease);
        assertThat(lease.takeAsync("tpm", 2)).isCompletedWithValueMatching(Decision::granted);
        assertThat(lease.held("rpm")).isEqualTo(5);
        assertThat(lease.held("tpm")).isEqualTo(42);
        everywhere("rpm", 95);
        everywhere("tpm", 9958);
        lease.giveBack();
        everywhere("rpm", 100);
        everywhere("tpm", 10_000);
    }

    @Test
    void take_refused_leavesTheLeaseAsItWas() {
        Lease lease = lease(one, "key", "rpm", 90);
        lease.settle("rpm", 80);
        Decision refused = lease.take("rpm", 11);
        assertThat(refused.granted()).isFalse();
        assertThat(refused.refusal().statuses().get(0).available()).isEqualTo(10);
        assertThat(lease.takeAsync("rpm", 101).join().refusal().everFits()).isFalse();
        assertThat(lease.held("rpm")).isEqualTo(80);
        everywhere("rpm", 10);
        lease.keep();
        everywhere("rpm", 20);
    }

    @Test
    void take_afterSettle_addsToWhatIsHeld() {
        Lease lease = lease(one, "key", "rpm", 10);
        lease.settle("rpm", 4);
        assertThat(lease.take("rpm", 5).granted()).isTrue();
        assertThat(lease.held("rpm")).isEqualTo(9);
        lease.keep();
        everywhere("rpm", 91);
    }

    @Test
    void giveBack_afterSettle_returnsWhatWasTakenNotWhatWasSaid() {
        Lease more = lease(one, "key", "rpm", 10);
        more.settle("rpm", 500);
        more.giveBack();
        everywhere("rpm", 100);
        Lease less = lease(one, "key", "rpm", 10);
        less.settle("rpm", 1);
        less.giveBack();
        everywhere("rpm", 100);
    }

    @Test
    void giveBack_toAFullBucket_neverRisesAboveItsCeiling() {
        Lease lease = lease(one, "key", "rpm", 60);
        fleet.seconds(60);
        everywhere("rpm", 100);
        lease.giveBack();
        everywhere("rpm", 100);
        fleet.seconds(600);
        assertThat(drain(one, "key", "rpm") + drain(two, "key", "rpm")).isEqualTo(100);
    }

    @Test
    @DisplayName("use after the end names what was asked and how it had ended")
    void ended_everyVerb_namesItselfAndDoesNothing() {
        Lease kept = lease(one, "key", "rpm", 5);
        kept.keep();
        Lease givenBack = lease(one, "key", "rpm", 5);
        givenBack.giveBack();
        Lease closed = lease(one, "key", "rpm", 5);
        closed.close();
        Map<String, Long> before = balances(one, "key", "rpm");
        for (Lease lease : new Lease[] {kept, givenBack, closed}) {
            String ending = lease == givenBack ? "given back" : "kept";
            Map<String, Consumer<Lease>> verbs = Map.of(
                    "settle", l -> l.settle("rpm", 1),
                    "adjust", l -> l.adjust("rpm", 1),
                    "take", l -> l.take("rpm", 1),
                    "keep", Lease::keep,
                    "giveBack", Lease::giveBack);
            verbs.forEach((verb, use) -> assertThatThrownBy(() -> use.accept(lease))
                    .isInstanceOf(LeaseEndedException.class)
                    .hasMessageStartingWith(verb)
                    .hasMessageContaining("key/" + Requests.RESOURCE)
                    .hasMessageContaining(ending));
            assertThatThrownBy(() -> lease.takeAsync("rpm", 1)).isInstanceOf(LeaseEndedException.class);
            lease.close();
            lease.close();
            assertThat(lease.toString()).contains(ending);
        }
        assertThat(balances(one, "key", "rpm")).isEqualTo(before).containsEntry("rpm", 90L);
    }

    @Test
    @DisplayName("nobody is refused from an old image: not after a look, nor after a refusal")
    void refusal_afterAnOldLook_asksTheStoreAgain() {
        one.limits().setEntityDefaults("solo", Limit.perDay("rpd", 10));
        Lease lease = lease(two, "solo", "rpd", 10);
        assertThat(balance(one, "solo", "rpd")).isZero();
        fleet.seconds(5);
        lease.giveBack();
        assertThat(took(one, "solo", "rpd", 9)).isTrue();
        assertThat(took(one, "solo", "rpd", 9)).isFalse();
        Lease last = lease(two, "solo", "rpd", 1);
        assertThat(took(one, "solo", "rpd", 1)).isFalse();
        fleet.seconds(2);
        last.giveBack();
        assertThat(took(one, "solo", "rpd", 1)).isTrue();
    }

    @Test
    void held_unknownLimit_isZero() {
        Lease lease = lease(one, "key", "rpm", 5);
        assertThat(lease.held("tpm")).isZero();
        assertThat(lease.entity()).isEqualTo("key");
        assertThat(lease.resource()).isEqualTo(Requests.RESOURCE);
        assertThat(lease.degraded()).isFalse();
        lease.close();
    }

    @Test
    @DisplayName("a limit that was skipped took nothing, so nothing of it goes back")
    void giveBack_ofALimitThatWasSkipped_makesNoTokens() {
        one.limits().setEntityDefaults("solo", Limit.perMinute("rpm", 100), Limit.perMinute("old", 100));
        assertThat(took(one, take("solo", "rpm", 1, "old", 1))).isTrue();
        one.limits().setEntityDefaults("solo", Limit.perMinute("rpm", 100));
        Lease lease = one.rateLimiter().acquire(take("solo", "rpm", 1, "old", 50));
        one.limits().setEntityDefaults("solo", Limit.perMinute("rpm", 100), Limit.perMinute("old", 100));
        assertThat(drain(one, "solo", "old")).isEqualTo(100);
        lease.giveBack();
        assertThat(balance(one, "solo", "old")).isZero();
    }

    @Test
    @DisplayName("a limit that only the child had took nothing from the parent")
    void giveBack_ofALimitThatTheParentLacked_makesNoTokens() {
        one.limits().setEntityDefaults("key", Limit.perMinute("rpm", 100), Limit.perMinute("own", 100));
        Lease lease = one.rateLimiter().acquire(take("key", "rpm", 1, "own", 50));
        one.limits().setEntityDefaults("org", Limit.perMinute("rpm", 100), Limit.perMinute("own", 100));
        assertThat(drain(one, "org", "own")).isEqualTo(100);
        lease.giveBack();
        assertThat(balance(one, "org", "own")).isZero();
        assertThat(balance(one, "key", "own")).isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"giveBack", "settle", "keep"})
    @DisplayName(
            "an entity that is given a parent between two takes of a lease: the parent's part is only of the second")
    void take_afterTheEntityGotAParent_endsForBoth(String end) {
        one.limits().setSystemDefaults(Limit.perDay("rpm", 100));
        one.entities().create(Entity.builder("boss").build());
        assertThat(took(one, "boss", "rpm", 30)).isTrue();
        Lease lease = lease(one, "late", "rpm", 10);
        one.entities()
                .create(Entity.builder("late").parent("boss").cascade(true).build());
        assertThat(lease.take("rpm", 5).granted()).isTrue();
        assertThat(balance(one, "boss", "rpm")).isEqualTo(65);
        lease.takeAsync("rpm", 20).cancel(true);
        switch (end) {
            case "giveBack" -> lease.giveBack();
            case "settle" -> {
                lease.settle("rpm", 2);
                lease.keep();
            }
            default -> {
                lease.settle("rpm", 16);
                lease.keep();
            }
        }
        long[] used = Map.of("giveBack", new long[] {0, 0}, "settle", new long[] {2, 0}, "keep", new long[] {16, 6})
                .get(end);
        assertThat(balance(one, "late", "rpm")).isEqualTo(100 - used[0]);
        assertThat(balance(one, "boss", "rpm")).isEqualTo(70 - used[1]);
    }

    @Test
    @DisplayName("a limit that was lacking at the first take only: no more goes back than was given")
    void settle_ofALimitThatWasPartlySkipped_makesNoTokens() {
        one.limits().setEntityDefaults("solo", Limit.perMinute("rpm", 100), Limit.perMinute("old", 100));
        assertThat(took(one, take("solo", "rpm", 1, "old", 1))).isTrue();
        one.limits().setEntityDefaults("solo", Limit.perMinute("rpm", 100));
        Lease lease = one.rateLimiter().acquire(take("solo", "rpm", 1, "old", 50));
        one.limits().setEntityDefaults("solo", Limit.perMinute("rpm", 100), Limit.perMinute("old", 100));
        assertThat(lease.take("old", 10).granted()).isTrue();
        assertThat(drain(one, "solo", "old")).isEqualTo(90);
        lease.settle("old", 5);
        lease.keep();
        assertThat(balance(one, "solo", "old")).isEqualTo(10);
    }
}
