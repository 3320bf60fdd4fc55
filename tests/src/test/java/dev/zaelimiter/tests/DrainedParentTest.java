package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.patient;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Access;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.ResourceDisabledException;
import dev.zaelimiter.UnknownLimitException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.testkit.FaultyStore.Call;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A project that has nothing left. Each request of its keys took a token of the key, was refused by the project, and
 * gave the token back: two writes for a refusal.
 */
class DrainedParentTest {

    private static final Limit SLOW = Limit.custom("rpm", 100, 1, Duration.ofMinutes(10));

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();
    private final LimitRepository two = fleet.process();

    @BeforeEach
    void family() {
        Requests.family(one, "org", "key", "sibling");
        one.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 1_000));
        one.limits().setEntityDefaults("org", SLOW);
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private long writes() {
        return fleet.store.count(Call.WRITE) + fleet.store.count(Call.TRANSACT);
    }

    private void drain(LimitRepository process) {
        assertThat(took(process, "sibling", "rpm", 100)).isTrue();
        assertThat(took(process, "key", "rpm", 1)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 5})
    void keysOfADrainedProject_areRefusedWithoutAWrite(long waitSeconds) {
        drain(one);
        assertThat(took(two, "key", "rpm", 1)).isFalse();
        fleet.store.resetCounts();
        for (int i = 0; i < 30; i++) {
            for (LimitRepository process : new LimitRepository[] {one, two}) {
                Refusal refusal = process.rateLimiter()
                        .tryAcquire(patient("key", "rpm", 1, Duration.ofSeconds(waitSeconds)))
                        .refusal();
                assertThat(refusal.primary().orElseThrow().entity()).isEqualTo("org");
                assertThat(refusal.statuses()).extracting(LimitStatus::entity).containsExactly("key", "org");
                assertThat(refusal.statuses()).extracting(LimitStatus::exceeded).containsExactly(false, true);
            }
            fleet.millis(100);
        }
        assertThat(writes()).isZero();
        // As for any refusal: each bucket is looked at once a second by each process.
        assertThat(fleet.store.count()).isLessThanOrEqualTo(2 * 2 * 3 + 2);
        assertThat(balance(one, "key", "rpm")).isEqualTo(1_000);
    }

    @Test
    void projectThatGotSomethingBack_letsItsKeysInAgain() {
        Lease lease = two.rateLimiter().acquire(take("sibling", "rpm", 100));
        assertThat(took(one, "key", "rpm", 1)).isFalse();
        lease.giveBack();
        fleet.millis(1_001);
        fleet.store.resetCounts();
        assertThat(took(one, "key", "rpm", 1)).isTrue();
        assertThat(writes()).isEqualTo(2);
        assertThat(balance(two, "key", "rpm")).isEqualTo(999);
        assertThat(balance(two, "org", "rpm")).isEqualTo(99);
    }

    @Test
    void projectThatGotSomethingBackInThisProcess_letsItsKeysInImmediately() {
        Lease lease = one.rateLimiter().acquire(take("sibling", "rpm", 100));
        assertThat(took(one, "key", "rpm", 1)).isFalse();
        lease.giveBack();
        assertThat(took(one, "key", "rpm", 1)).isTrue();
    }

    @Test
    @DisplayName(
            "a project that is asked first, and has something after all, is charged at the key's turn all the same")
    void keyThatHasToWait_chargesTheProjectAtItsTurn() {
        one.limits().setEntityDefaults("key", Limit.perMinute("rpm", 1));
        Lease lease = two.rateLimiter().acquire(take("sibling", "rpm", 100));
        assertThat(took(one, "key", "rpm", 1)).isFalse();
        assertThat(one.rateLimiter().check(take("key", "rpm", 1)).fits()).isFalse();
        lease.giveBack();
        assertThat(took(two, "key", "rpm", 1)).isTrue();
        fleet.millis(1_001);
        CompletableFuture<Decision> waiting =
                one.asyncRateLimiter().tryAcquire(patient("key", "rpm", 1, Duration.ofMinutes(2)));
        assertThat(waiting).isNotDone();
        fleet.millis(100);
        assertThat(balance(two, "org", "rpm")).isEqualTo(99);
        fleet.seconds(60);
        assertThat(waiting.join().granted()).isTrue();
        assertThat(balance(two, "org", "rpm")).isEqualTo(98);
        assertThat(one.statistics().lostAdjustments()).isZero();
    }

    @Test
    void projectWhoseLimitIsRaised_letsItsKeysInAgain() {
        drain(one);
        two.limits().setEntityDefaults("org", Limit.perSecond("rpm", 100));
        for (int second = 0; second < 63; second++) {
            one.rateLimiter().tryAcquire(take("key", "rpm", 1));
            fleet.seconds(1);
        }
        assertThat(took(one, "key", "rpm", 50)).isTrue();
    }

    @Test
    void keyThatIsDisabled_isToldSo_alsoBelowADrainedProject() {
        drain(one);
        Administration.of(two).switches().set(Level.entity("key", RESOURCE), Access.DISABLED);
        fleet.seconds(61);
        // Already the first after that is told: it has what is stored read, and a store in memory answers in time.
        assertThatThrownBy(() -> one.rateLimiter().tryAcquire(take("key", "rpm", 1)))
                .isInstanceOf(ResourceDisabledException.class);
    }

    @Test
    void limitThatNobodyKnows_isAMistake_alsoBelowADrainedProject() {
        drain(one);
        assertThatThrownBy(() -> one.rateLimiter().tryAcquire(take("key", "rpm", 0, "nonsense", 1)))
                .isInstanceOf(UnknownLimitException.class);
    }

    @Test
    void repositoryThatCloses_isToldSo() {
        drain(one);
        one.close();
        assertThatThrownBy(() -> one.rateLimiter().tryAcquire(take("key", "rpm", 1)))
                .isInstanceOf(RepositoryClosedException.class);
    }
}
