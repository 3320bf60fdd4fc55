package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.testkit.Fault;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A store at hand, whose answers take no time, and whose writes may land late all the same. */
class LateLocalStoreScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process(b -> b.deadline(Duration.ofMillis(500)));
    private final LimitRepository two = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    /**
     * A15: "not remote" said two things at once, that answers take no time and that nothing lands late. A refund was
     * then pinned on a stamp that stood still, and sent again when its answer was lost: after a take that landed late
     * had brought back what it was pinned on, it was written twice.
     */
    @Test
    @DisplayName("A15: a refund whose answer is lost is given back once, though an earlier take lands late")
    void refund_answerLostAndATakeLandsLate_onceAtMost() {
        one.limits().setSystemDefaults(Limit.custom("rpd", 100, 1, Duration.ofDays(1)));
        assertThat(took(one, "key", "rpd", 60)).isTrue();
        Lease lease = one.rateLimiter().acquire(take("key", "rpd", 20));
        fleet.clock.shiftWall(Duration.ofSeconds(-10)); // The stamp can't move forward.
        fleet.store.failNextWrites(Fault.LOST_LATE, 1);
        CompletableFuture<Lease> late = one.asyncRateLimiter().acquire(take("key", "rpd", 1));
        fleet.millis(500);
        assertThat(late).isCompleted();
        late.join().keep();

        fleet.store.failNextWrites(Fault.LOST_APPLIED, 1);
        lease.giveBack();
        fleet.store.release();
        fleet.seconds(3);

        assertThat(fleet.store.scripted()).isZero();
        assertThat(balance(two, "key", "rpd")).isEqualTo(100 - 60 - 2);
    }

    @Test
    @DisplayName("traits: a faulty store says that its writes may land late, whatever the store below says")
    void traits_faultyStore_sayThatWritesMayLandLate() {
        assertThat(fleet.store.traits().writesMayLandLate()).isTrue();
    }
}
