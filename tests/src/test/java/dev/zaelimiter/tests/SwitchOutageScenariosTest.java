package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.take;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Access;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.ResourceDisabledException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.Switches;
import dev.zaelimiter.testkit.Fault;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an operator has switched holds also while the store is slow or away. */
class SwitchOutageScenariosTest {

    private static final Level API = Level.resource(Requests.RESOURCE);

    private final Fleet fleet = new Fleet();
    private final LimitRepository repository = fleet.process(builder -> builder.onUnavailable(OnUnavailable.ALLOW));
    private final Switches switches = Administration.of(repository).switches();

    @BeforeEach
    void limits() {
        repository.limits().setResourceDefaults(Requests.RESOURCE, Limit.perHour("rpm", 10));
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private CompletableFuture<Decision> ask(String entity, long amount) {
        return repository.asyncRateLimiter().tryAcquire(take(entity, "rpm", amount));
    }

    private static void assertDisabled(CompletableFuture<Decision> answer) {
        assertThat(answer).isDone();
        assertThatThrownBy(answer::join).hasCauseInstanceOf(ResourceDisabledException.class);
    }

    private long consumed(String entity) {
        return fleet.bucket(entity, Requests.RESOURCE).whole("b_rpm_tc", 0);
    }

    @Test
    void disabled_isAnsweredThoughAWriteIsUnderWay() {
        ask("a", 1).join().lease().keep();
        fleet.store.failNextWrites(Fault.HANG, 1);
        CompletableFuture<Decision> underWay = ask("a", 1);
        switches.set(API, Access.DISABLED);
        assertThat(underWay).isNotDone();

        assertDisabled(ask("a", 1));

        fleet.store.release();
        assertThat(underWay.join().granted()).isTrue();
    }

    @Test
    void disabled_nobodyIsLetIn_thoughTheStoreIsAwayAndUnavailableMeansAllow() {
        ask("a", 1).join().lease().keep();
        switches.set(API, Access.DISABLED);
        fleet.store.down();

        assertDisabled(ask("a", 1));
    }

    @Test
    void disabled_nobodyIsLetIn_evenWhereTheBucketIsKnownNoMore() {
        LimitRepository forgetful =
                fleet.process(builder -> builder.maxBuckets(1).onUnavailable(OnUnavailable.ALLOW));
        switches.set(API, Access.DISABLED);
        for (String entity : List.of("a", "b", "c")) {
            assertDisabled(forgetful.asyncRateLimiter().tryAcquire(take(entity, "rpm", 1)));
        }
        fleet.store.down();

        for (String entity : List.of("a", "b", "c")) {
            CompletableFuture<Decision> answer = forgetful.asyncRateLimiter().tryAcquire(take(entity, "rpm", 1));
            fleet.seconds(5);
            assertDisabled(answer);
        }
    }

    @Test
    void bypassed_isAnsweredThoughAWriteIsUnderWay() {
        ask("a", 10).join().lease().keep();
        fleet.store.failNextWrites(Fault.HANG, 1);
        ask("b", 1);
        switches.set(API, Access.BYPASS);

        assertThat(ask("a", 100)).isDone();
        assertThat(ask("a", 100).join().granted()).isTrue();
    }

    @Test
    void bypassed_withoutEnd_aCorrectionHasItsTurn() {
        Lease lease = ask("a", 1).join().lease();
        switches.set(API, Access.BYPASS);
        fleet.store.failNextWrites(Fault.HANG, 10);
        ask("a", 100);
        lease.settle("rpm", 4);
        lease.keep();
        for (int i = 0; i < 3; i++) {
            ask("a", 100);
            fleet.store.release();
        }
        assertThat(consumed("a")).isGreaterThanOrEqualTo(104_000);
        assertThat(fleet.bucket("a", Requests.RESOURCE).whole("b_rpm_tk", 0)).isEqualTo(6_000);
    }
}
