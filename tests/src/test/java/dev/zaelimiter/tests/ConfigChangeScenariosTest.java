package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.drain;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.StoredLimits;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.testkit.Fault;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Field case 17, peer 6: a change of stored limits and the buckets in use, in this process and in others. */
class ConfigChangeScenariosTest {

    private static final Duration TTL = Duration.ofSeconds(60);
    private static final Limit HUNDRED = Limit.perHour("rpm", 100);

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();
    private final LimitRepository two = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    private void set(Level.Kind level, Limit... limits) {
        StoredLimits stored = one.limits();
        switch (level) {
            case ENTITY_RESOURCE -> stored.setEntityLimits("a", RESOURCE, limits);
            case ENTITY -> stored.setEntityDefaults("a", limits);
            case RESOURCE -> stored.setResourceDefaults(RESOURCE, limits);
            case SYSTEM -> stored.setSystemDefaults(limits);
            case CALL -> throw new IllegalArgumentException();
        }
    }

    /** The time to live has passed, and one acquire. */
    private void reachesTwo() {
        fleet.clock.advance(TTL);
        assertThat(took(two, "a", "rpm", 1)).isTrue();
    }

    private static final String STORED_LEVELS = "CALL";

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = STORED_LEVELS)
    @DisplayName("peer 6: a lower capacity clamps at once")
    void lowered_clampsAtTheNextAcquireHere_andWithinTheTtlThere(Level.Kind level) {
        set(level, HUNDRED);
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        assertThat(took(two, "a", "rpm", 1)).isTrue();
        set(level, Limit.perHour("rpm", 10));
        assertThat(took(one, "a", "rpm", 11)).isFalse();
        assertThat(drain(one, "a", "rpm")).isEqualTo(10);
        assertThat(took(two, "a", "rpm", 1)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = STORED_LEVELS)
    @DisplayName("peer 6: seen by another process alone")
    void lowered_elsewhere_clampsWithinTheTtlPlusOneAcquire(Level.Kind level) {
        set(level, HUNDRED);
        assertThat(took(two, "a", "rpm", 1)).isTrue();
        set(level, Limit.perHour("rpm", 10));
        reachesTwo();
        assertThat(balance(two, "a", "rpm")).isLessThanOrEqualTo(10);
        assertThat(took(two, "a", "rpm", 11)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = STORED_LEVELS)
    void raised_fillsByRefill(Level.Kind level) {
        set(level, Limit.custom("rpm", 10, 60, Duration.ofSeconds(60)));
        assertThat(took(one, "a", "rpm", 4)).isTrue();
        set(level, Limit.custom("rpm", 1000, 60, Duration.ofSeconds(60)));
        assertThat(took(one, "a", "rpm", 7)).isFalse();
        assertThat(balance(one, "a", "rpm")).isEqualTo(6);
        fleet.seconds(30);
        assertThat(balance(one, "a", "rpm")).isEqualTo(36);
        fleet.seconds(60);
        assertThat(took(two, "a", "rpm", 96)).isTrue();
        assertThat(took(two, "a", "rpm", 1)).isFalse();
    }

    @Test
    @DisplayName("case 17: the same limits again change nothing, however often")
    void sameAgain_changesNoBalanceAndWritesNoBucket() {
        set(Level.Kind.ENTITY, HUNDRED, Limit.perDay("tpm", 7));
        assertThat(took(one, take("a", "rpm", 30, "tpm", 5))).isTrue();
        fleet.seconds(36);
        for (int i = 0; i < 5; i++) {
            set(Level.Kind.ENTITY, Limit.perDay("tpm", 7), Limit.perHour("rpm", 100));
            reachesTwo();
            assertThat(took(one, "a", "rpm", 0)).isTrue();
        }
        fleet.millis(36_000 * 30 - 36_000 - 5 * 60_000);
        assertThat(balance(one, "a", "tpm")).isEqualTo(2);
        assertThat(balance(one, "a", "rpm")).isEqualTo(100 - 5);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = STORED_LEVELS)
    @DisplayName("case 17: a changed period keeps what was left")
    void changedPeriod_keepsTheBalanceAndTheFraction(Level.Kind level) {
        set(level, Limit.custom("rpm", 10, 1, Duration.ofSeconds(100)));
        assertThat(took(one, "a", "rpm", 8)).isTrue();
        fleet.seconds(50);
        // Half a token has come back; under the new period the other half takes 500 s.
        set(level, Limit.custom("rpm", 10, 1, Duration.ofSeconds(1000)));
        assertThat(took(one, "a", "rpm", 3)).isFalse();
        assertThat(balance(one, "a", "rpm")).isEqualTo(2);
        fleet.millis(499_999);
        assertThat(took(one, "a", "rpm", 3)).isFalse();
        fleet.millis(1);
        assertThat(took(two, "a", "rpm", 3)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = STORED_LEVELS)
    void added_startsFullOnce_inEveryProcess(Level.Kind level) {
        set(level, HUNDRED);
        assertThat(took(one, "a", "rpm", 60)).isTrue();
        assertThat(took(two, "a", "rpm", 1)).isTrue();
        set(level, HUNDRED, Limit.perDay("day", 5));
        assertThat(took(one, take("a", "rpm", 1, "day", 3))).isTrue();
        assertThat(balance(one, "a", "day")).isEqualTo(2);
        for (int i = 0; i < 4; i++) {
            reachesTwo();
            assertThat(took(one, "a", "rpm", 1)).isTrue();
        }
        assertThat(balance(two, "a", "day")).isEqualTo(2);
        assertThat(drain(two, "a", "day") + drain(one, "a", "day")).isEqualTo(2);
    }

    @Test
    @DisplayName("added elsewhere: asked for by name it works at once")
    void added_elsewhere_worksAtTheFirstRequestThatNamesIt() {
        set(Level.Kind.RESOURCE, HUNDRED);
        assertThat(took(two, "a", "rpm", 1)).isTrue();
        set(Level.Kind.RESOURCE, HUNDRED, Limit.perDay("day", 5));
        assertThat(took(two, take("a", "rpm", 1, "day", 3))).isTrue();
        assertThat(took(two, take("a", "rpm", 1, "day", 3))).isFalse();
        assertThat(balance(one, "a", "day")).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = STORED_LEVELS)
    @DisplayName("peer 6: a removed limit stops enforcing; a take of it is skipped and counted")
    void removed_isSkippedAndCounted_andReAddedStartsFull(Level.Kind level) {
        set(level, HUNDRED, Limit.perDay("day", 5));
        assertThat(took(one, take("a", "rpm", 1, "day", 5))).isTrue();
        assertThat(took(two, take("a", "rpm", 1, "day", 1))).isFalse();
        set(level, HUNDRED);
        assertThat(took(one, take("a", "rpm", 1, "day", 1))).isTrue();
        assertThat(one.statistics().skippedLimits()).isEqualTo(1);
        assertThat(took(one, take("a", "rpm", 1, "day", 100))).isTrue();
        assertThat(one.statistics().skippedLimits()).isEqualTo(2);
        reachesTwo();
        assertThat(took(two, take("a", "rpm", 1, "day", 1))).isTrue();
        assertThat(two.statistics().skippedLimits()).isEqualTo(1);
        set(level, HUNDRED, Limit.perDay("day", 7));
        assertThat(drain(one, "a", "day")).isEqualTo(7);
        reachesTwo();
        assertThat(drain(two, "a", "day")).isZero();
    }

    @Test
    @DisplayName("a stale and a fresh process do not undo one another")
    void staleAndFreshProcess_inTurn_neverReseedOrResurrect() {
        List<LimitRepository> all = fleet.processes(4);
        set(Level.Kind.SYSTEM, HUNDRED, Limit.perDay("day", 10));
        for (LimitRepository process : all) {
            assertThat(took(process, take("a", "rpm", 1, "day", 1))).isTrue();
        }
        set(Level.Kind.SYSTEM, HUNDRED, Limit.custom("day", 5, 1, Duration.ofDays(1)));
        int day = 0;
        for (int i = 0; i < 200; i++) {
            day += took(i % 5 == 4 ? one : all.get(i % 5 % 4), take("a", "day", 1)) ? 1 : 0;
            fleet.millis(100);
        }
        assertThat(day).isBetween(5, 6);
        set(Level.Kind.SYSTEM, HUNDRED);
        fleet.clock.advance(TTL);
        set(Level.Kind.SYSTEM, HUNDRED, Limit.perDay("day", 10));
        int again = 0;
        for (int i = 0; i < 200; i++) {
            again += took(all.get(i % 4), take("a", "day", 1)) ? 1 : 0;
            fleet.millis(700);
        }
        assertThat(again).isLessThanOrEqualTo(11);
    }

    @Test
    @DisplayName("a parent's limits change as well")
    void parentsLimits_changed_reachItsBucket() {
        Requests.family(one, "org", "key");
        set(Level.Kind.SYSTEM, Limit.perHour("rpm", 1000));
        one.limits().setEntityDefaults("org", HUNDRED);
        assertThat(took(one, "key", "rpm", 1)).isTrue();
        assertThat(took(two, "key", "rpm", 1)).isTrue();
        one.limits().setEntityDefaults("org", Limit.perHour("rpm", 10));
        assertThat(drain(one, "key", "rpm")).isEqualTo(10);
        one.limits().deleteEntityDefaults("org");
        assertThat(balance(one, "key", "rpm")).isEqualTo(1000 - 12);
        // A look writes nothing: the parent's bucket fills at the new rate from the first request on that meets it.
        assertThat(took(one, "key", "rpm", 1)).isFalse();
        fleet.seconds(36);
        assertThat(drain(one, "key", "rpm")).isEqualTo(10);
    }

    @Test
    @DisplayName("a change in this process is known to its next acquire, also on a store that is far away")
    void changedHere_remoteStore_governsTheNextAcquire() {
        ItemStore late = new LateStore(fleet.store, fleet.clock, Duration.ofMillis(10));
        try (LimitRepository far = RepositoryBuilder.on(late)
                .environment(fleet.clock)
                .namespace("scenarios")
                .inlineCallbacks()
                .build()) {
            far.limits().setSystemDefaults(Limit.perDay("rpd", 100));
            assertThat(far(far, "a", 1)).isTrue();
            for (long capacity : new long[] {50, 40, 30}) {
                far.limits().setSystemDefaults(Limit.perDay("rpd", capacity));
                assertThat(far(far, "a", capacity + 1)).isFalse();
            }
            far.limits().setEntityDefaults("a", Limit.perDay("rpd", 20));
            assertThat(far(far, "a", 21)).isFalse();
            assertThat(far(far, "a", 20)).isTrue();
            far.limits().setEntityDefaults("a", Limit.perDay("rpd", 10));
            fleet.store.failNext(Fault.THROTTLED, 1);
            assertThat(far(far, "a", 1))
                    .as("a read that fails is not waited for again")
                    .isFalse();
        }
    }

    private boolean far(LimitRepository repository, String entity, long amount) {
        CompletableFuture<Decision> decision =
                repository.asyncRateLimiter().tryAcquire(Requests.take(entity, "rpd", amount));
        fleet.millis(200);
        assertThat(decision).isCompleted();
        return decision.join()
                .match(
                        lease -> {
                            lease.keep();
                            return true;
                        },
                        refusal -> false);
    }
}
