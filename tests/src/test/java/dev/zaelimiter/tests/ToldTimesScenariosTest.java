package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.testkit.FaultyStore.Call;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Whoever comes back at the time that a refusal told is let in, though the bucket that it was told of was only looked
 * at: what keeps that bucket from refilling as told is put in order first.
 */
class ToldTimesScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();

    @BeforeEach
    void family() {
        Requests.family(one, "org", "key", "sibling");
        one.limits().setResourceDefaults(RESOURCE, Limit.custom("rpm", 10, 1, Duration.ofSeconds(10)));
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private static Refusal refused(LimitRepository process, long amount) {
        return process.rateLimiter()
                .tryAcquire(take("key", "rpm", amount))
                .match(
                        lease -> {
                            throw new AssertionError("granted");
                        },
                        refusal -> refusal);
    }

    private void comesBack(LimitRepository process, long amount) {
        fleet.clock.advance(refused(process, amount).retryAfter().orElseThrow());
        assertThat(took(process, "key", "rpm", amount)).isTrue();
    }

    @Test
    @DisplayName(
            "a parent whose stamp lies hours ahead begins to refill when its child is refused, not when somebody takes there")
    void refusal_parentsStampLiesAhead_timeToldIsEnough() {
        assertThat(took(one, "key", "rpm", 10)).isTrue();
        Divided.put(
                fleet,
                fleet.bucket("org", RESOURCE).toBuilder()
                        .put("rf", fleet.clock.wallMillis() + 7_200_000)
                        .build());

        comesBack(fleet.process(), 6);
    }

    @Test
    @DisplayName(
            "a parent that would have enough in a minute has no more when the child has, since so long a gap is not believed there")
    void refusal_parentLosesTheGapOfTheChildsTime_timeToldIsEnough() {
        one.limits().setEntityLimits("key", RESOURCE, Limit.custom("rpm", 10, 1, Duration.ofHours(1)));
        one.limits().setEntityLimits("org", RESOURCE, Limit.custom("rpm", 10, 1, Duration.ofSeconds(10)));
        assertThat(took(one, "key", "rpm", 10)).isTrue();
        Divided.put(
                fleet,
                fleet.bucket("org", RESOURCE).toBuilder()
                        .put("rfg", 1_800_000)
                        .put("rfm", 30_000_000)
                        .build());

        comesBack(fleet.process(), 6);
    }

    @Test
    @DisplayName("shards of a parent that are still full by their old, lower limit begin to fill when the time is told")
    void refusal_parentsShardsHaveOldLimits_timeToldIsEnough() {
        assertThat(took(one, "key", "rpm", 1)).isTrue();
        Divided.evenly(fleet, "org", RESOURCE, 4);
        fleet.seconds(60);
        assertThat(took(one, "key", "rpm", 10)).isTrue();
        one.limits().setResourceDefaults(RESOURCE, Limit.custom("rpm", 40, 1, Duration.ofSeconds(10)));
        fleet.seconds(70);

        comesBack(fleet.process(), 30);
    }

    @Test
    void refusal_nothingToPutInOrder_isToldWithoutAWrite() {
        assertThat(took(one, "key", "rpm", 10)).isTrue();
        LimitRepository other = fleet.process();
        refused(other, 6);
        long writes = fleet.store.count(Call.WRITE) + fleet.store.count(Call.TRANSACT);
        fleet.seconds(2);

        refused(other, 6);

        assertThat(fleet.store.count(Call.WRITE) + fleet.store.count(Call.TRANSACT))
                .isEqualTo(writes);
    }
}
