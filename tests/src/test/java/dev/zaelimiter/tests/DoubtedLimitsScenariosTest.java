package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.InMemoryStore;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Calls that bring a limit of the same name, while this process has read once that it is stored no more: an operator
 * may have moved it from one level to another, and both were read at the wrong time.
 */
@Timeout(20)
class DoubtedLimitsScenariosTest {

    private static final Limit RPM = Limit.perMinute("rpm", 1000);
    private static final Limit DAILY = Limit.perDay("daily", 100);
    private static final Limit WIDER = Limit.custom("daily", 1000, 1000, Duration.ofSeconds(1));

    private DeafStore levels;
    private final Fleet fleet = new Fleet(clock -> levels = new DeafStore(new InMemoryStore(clock)));
    private final LimitRepository operator = fleet.process();
    private final LimitRepository process = fleet.process();

    @AfterEach
    void close() {
        levels.heal();
        fleet.close();
    }

    private static AcquireRequest bringing(Limit limit, long amount) {
        return Requests.builder("a").limits(limit).take("daily", amount).build();
    }

    private void refresh(String entity) {
        assertThat(took(process, entity, "rpm", 1)).isTrue();
    }

    /** The process finds the limit neither at the entity nor at the resource, and can't read a second time just now. */
    private void readsTheOneBeforeTheMoveAndTheOtherAfterIt() {
        operator.limits().setEntityLimits("a", RESOURCE, RPM, DAILY);
        operator.limits().setResourceDefaults(RESOURCE, RPM);
        assertThat(took(process, Requests.take("a", "rpm", 1, "daily", 30))).isTrue();
        refresh("a");
        refresh("b");
        fleet.seconds(60);
        refresh("b");
        refresh("b");
        operator.limits().setResourceDefaults(RESOURCE, RPM, DAILY);
        operator.limits().deleteEntityLimits("a", RESOURCE);
        fleet.seconds(5);
        levels.deafen("/RESOURCE#" + RESOURCE);
        refresh("a");
        fleet.seconds(1);
    }

    @Test
    void movedLimit_callThatBringsAWiderOne_isHeldToWhatTheBucketHolds() {
        readsTheOneBeforeTheMoveAndTheOtherAfterIt();
        assertThat(took(process, bringing(WIDER, 71))).isFalse();
        assertThat(took(process, bringing(WIDER, 70))).isTrue();
    }
}
