package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * An operator moves a limit from one level to another: stores it there, and deletes it here. It is stored all the time;
 * a process that reads the one level before the move and the other after it finds it at neither.
 */
class MovedLimitsScenariosTest {

    private static final Limit RPM = Limit.perMinute("rpm", 1000);
    private static final Limit DAILY = Limit.perDay("daily", 100);

    private final Fleet fleet = new Fleet();
    private final LimitRepository operator = fleet.process();
    private final LimitRepository process = fleet.process();

    @BeforeEach
    void useBoth() {
        operator.limits().setSystemDefaults(RPM);
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    /** The one acquire that finds a level's entry past its time, and another that goes by what was read. */
    private void refresh(String entity) {
        assertThat(took(process, entity, "rpm", 1)).isTrue();
        assertThat(took(process, entity, "rpm", 1)).isTrue();
    }

    private void uses() {
        assertThat(took(process, take("a", "rpm", 1, "daily", 30))).isTrue();
        refresh("a");
        refresh("b");
    }

    /** The levels of the resource are read for another entity, those of this one some seconds later. */
    private void readsTheEntityLater(Runnable meanwhile) {
        uses();
        fleet.seconds(60);
        refresh("b");
        meanwhile.run();
        fleet.seconds(5);
        refresh("a");
    }

    /** By then everything has been read again. */
    private void assertUsedStaysUsed() {
        fleet.seconds(61);
        refresh("b");
        refresh("a");
        assertThat(balance(process, "a", "daily")).isEqualTo(70);
        assertThat(took(process, "a", "daily", 71)).isFalse();
    }

    @Test
    @DisplayName("The limit was removed, and later added again, full")
    void fromTheEntityToTheResource_whatWasUsedStaysUsed() {
        operator.limits().setEntityLimits("a", RESOURCE, RPM, DAILY);
        operator.limits().setResourceDefaults(RESOURCE, RPM);
        readsTheEntityLater(() -> {
            operator.limits().setResourceDefaults(RESOURCE, RPM, DAILY);
            operator.limits().deleteEntityLimits("a", RESOURCE);
        });
        assertUsedStaysUsed();
    }

    @Test
    void fromTheEntitysDefaultsToTheSystem_whatWasUsedStaysUsed() {
        operator.limits().setEntityDefaults("a", RPM, DAILY);
        readsTheEntityLater(() -> {
            operator.limits().setSystemDefaults(RPM, DAILY);
            operator.limits().deleteEntityDefaults("a");
        });
        assertUsedStaysUsed();
    }

    @Test
    void fromTheResourceToTheEntity_whatWasUsedStaysUsed() {
        operator.limits().setResourceDefaults(RESOURCE, RPM, DAILY);
        uses();
        fleet.seconds(60);
        refresh("a");
        operator.limits().setEntityLimits("a", RESOURCE, RPM, DAILY);
        operator.limits().setResourceDefaults(RESOURCE, RPM);
        assertThat(took(operator, "b", "rpm", 1)).isTrue();
        refresh("b");
        // A change here has every bucket look at what is known by now.
        process.limits().setEntityLimits("c", RESOURCE, RPM);
        refresh("a");
        assertUsedStaysUsed();
    }

    @Test
    @DisplayName("What a limit held was cut to a capacity that it never had")
    void fromTheEntityToALowerOneOfTheResource_thatIsRaisedBefore_losesNothing() {
        operator.limits().setEntityLimits("a", RESOURCE, RPM, DAILY);
        operator.limits().setResourceDefaults(RESOURCE, RPM, Limit.perDay("daily", 10));
        readsTheEntityLater(() -> {
            operator.limits().setResourceDefaults(RESOURCE, RPM, DAILY);
            operator.limits().deleteEntityLimits("a", RESOURCE);
        });
        assertUsedStaysUsed();
    }

    /** The levels of the resource were read half a minute before those of the entity. */
    private LimitRepository lookerWhoReadTheEntityLater() {
        operator.limits().setResourceDefaults(RESOURCE, RPM, DAILY);
        assertThat(took(operator, take("a", "rpm", 1, "daily", 30))).isTrue();
        LimitRepository looker = fleet.process();
        assertThat(daily(looker)).isEqualTo(70);
        fleet.seconds(61);
        looker.rateLimiter().check(take("b", "rpm", 1));
        looker.rateLimiter().check(take("b", "rpm", 1));
        fleet.seconds(30);
        assertThat(daily(looker)).isEqualTo(70);
        assertThat(daily(looker)).isEqualTo(70);
        return looker;
    }

    private static long daily(LimitRepository looker) {
        List<LimitStatus> told =
                looker.rateLimiter().check(take("a", "rpm", 1, "daily", 1)).statuses();
        assertThat(told).extracting(status -> status.limit().name()).contains("daily");
        return told.stream()
                .filter(status -> status.limit().name().equals("daily"))
                .findFirst()
                .orElseThrow()
                .available();
    }

    @Test
    @DisplayName("Who only looked was told that there is no such limit")
    void fromTheResourceToTheEntity_isSeenAllTheTime() {
        LimitRepository looker = lookerWhoReadTheEntityLater();
        operator.limits().setEntityLimits("a", RESOURCE, RPM, DAILY);
        operator.limits().setResourceDefaults(RESOURCE, RPM);
        for (int second = 0; second < 120; second++) {
            fleet.seconds(1);
            assertThat(daily(looker)).as("after %s s", second).isEqualTo(70);
        }
    }

    @Test
    void removedForGood_whoLooksKnowsAfterTheSameFewLooks() {
        LimitRepository looker = lookerWhoReadTheEntityLater();
        operator.limits().setResourceDefaults(RESOURCE, RPM);
        fleet.seconds(31);
        for (int look = 0; look < 3; look++) {
            looker.rateLimiter().check(take("a", "rpm", 1));
        }
        assertThat(looker.rateLimiter().check(take("a", "rpm", 1)).statuses())
                .extracting(status -> status.limit().name())
                .containsExactly("rpm");
    }

    @Test
    void removedForGood_isGoneAfterTheSameFewAcquires() {
        operator.limits().setEntityLimits("a", RESOURCE, RPM, DAILY);
        operator.limits().setResourceDefaults(RESOURCE, RPM);
        readsTheEntityLater(() -> operator.limits().deleteEntityLimits("a", RESOURCE));

        assertThat(fleet.bucket("a", RESOURCE).has("b_daily_tk")).isFalse();
        assertThat(took(process, "a", "daily", 1000)).isTrue();
    }

    @Test
    void removedHere_theNextAcquireKnows() {
        operator.limits().setResourceDefaults(RESOURCE, RPM, DAILY);
        assertThat(took(operator, take("a", "rpm", 1, "daily", 100))).isTrue();
        operator.limits().setResourceDefaults(RESOURCE, RPM);
        assertThat(took(operator, take("a", "rpm", 1, "daily", 100))).isTrue();
    }
}
