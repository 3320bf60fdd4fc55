package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.lease;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.zaelimiter.Environment;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.LimiterListener.BucketWrite.Outcome;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.Fault;
import dev.zaelimiter.testkit.FaultyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the listener and the callers hear when something else fails. */
@Timeout(20)
class FaultReportsScenariosTest {

    private final Fleet fleet = new Fleet();

    @AfterEach
    void close() {
        fleet.close();
    }

    @Test
    @DisplayName("the listener hears of each write once: a read that looks for a lost one is no write")
    void failedLookForALostWrite_isNotReportedAsAWrite() {
        List<LimiterListener.BucketWrite> heard = new ArrayList<>();
        LimiterListener listener = new LimiterListener() {
            @Override
            public void wrote(BucketWrite write) {
                heard.add(write);
            }
        };
        LimitRepository one = fleet.process(b -> b.listener(listener));
        LimitRepository two = fleet.process();
        one.limits().setSystemDefaults(Limit.perDay("rpd", 1000));
        Lease lease = lease(one, "a", "rpd", 10);
        assertThat(took(one, "a", "rpd", 1)).isTrue();
        fleet.store.failNextWrites(Fault.LOST_APPLIED, 1);
        CompletableFuture<Lease> gone = one.asyncRateLimiter().acquire(take("a", "rpd", 5));
        gone.cancel(true);
        fleet.store.failNext(Fault.UNREACHABLE, 3);
        fleet.seconds(5);
        lease.keep();
        assertThat(two.rateLimiter().check(take("a", "rpd", 1)).available("rpd"))
                .isEqualTo(989);
        assertThat(fleet.store.scripted()).isZero();
        assertThat(heard)
                .extracting(LimiterListener.BucketWrite::outcome)
                .containsExactly(Outcome.WRITTEN, Outcome.WRITTEN, Outcome.UNCERTAIN, Outcome.WRITTEN);
    }

    @Test
    @DisplayName("an executor that fails in a way of its own is as good as one that refuses")
    void executor_thatThrows_everyFutureCompletes() {
        LimitRepository one = fleet.process(b -> b.callbacks(task -> {
                    throw new IllegalStateException("no such pool");
                })
                .deadline(Duration.ofMillis(300)));
        one.limits().setSystemDefaults(Limit.perDay("rpd", 1000));
        fleet.store.failNext(Fault.HANG, 1);
        List<CompletableFuture<Lease>> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            all.add(one.asyncRateLimiter().acquire(take("a", "rpd", 1)));
        }
        fleet.store.release();
        fleet.seconds(1);
        assertThat(all).allSatisfy(each -> assertThat(each).isCompleted());
    }

    @Test
    @DisplayName("a read whose answer was lost changed nothing, and says so")
    void read_answerLost_saysThatNothingWasChanged() {
        LimitRepository one = fleet.process();
        fleet.store.failNext(Fault.LOST_NOT_APPLIED, 1);
        assertThatThrownBy(() -> one.limits().getSystemDefaults())
                .asInstanceOf(type(StoreFailureException.class))
                .matches(failure -> !failure.maybeApplied())
                .extracting(Throwable::getMessage)
                .asString()
                .contains("nothing was changed")
                .doesNotContain("may have been applied");
    }

    @Test
    @DisplayName("a change whose answer was lost may have been made, and says so")
    void change_answerLost_saysThatItMayHaveBeenApplied() {
        LimitRepository one = fleet.process();
        fleet.store.failNextWrites(Fault.LOST_APPLIED, 1);
        assertThatThrownBy(() -> one.limits().setSystemDefaults(Limit.perDay("rpd", 1)))
                .asInstanceOf(type(StoreFailureException.class))
                .matches(StoreFailureException::maybeApplied)
                .extracting(Throwable::getMessage)
                .asString()
                .contains("may have been applied");
        assertThat(one.limits().getSystemDefaults()).hasSize(1);
    }

    @Test
    @DisplayName("a repository opens on a store that is busy at first, and registers its namespace once")
    void open_storeBusyAtFirst_triesAgain() {
        fleet.store.failNext(Fault.THROTTLED, 2);
        fleet.store.failNextWrites(Fault.LOST_APPLIED, 1);
        LimitRepository one = fleet.process();
        one.limits().setSystemDefaults(Limit.perDay("rpd", 1));
        assertThat(fleet.process().limits().getSystemDefaults()).hasSize(1);
    }

    @Test
    @DisplayName("a repository is not opened on a store that stays away, and says how often it tried")
    void open_storeThatStaysAway_saysHowOftenItTried() {
        fleet.store.down();
        assertThatThrownBy(fleet::process)
                .isInstanceOf(StoreFailureException.class)
                .hasMessageContaining("reading namespace scenarios, tried ")
                .hasMessageContaining("nothing was changed");
    }

    @Test
    @DisplayName("a repository is not opened by an interrupted thread on a store that does not answer")
    void open_interruptedThread_givesUpAtOnce() {
        try (FaultyStore silent = FaultyStore.over(new InMemoryStore(Environment.system()))) {
            silent.failNext(Fault.HANG, 1);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> RepositoryBuilder.on(silent).build())
                    .hasMessageContaining("interrupted before the answer came");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(silent.count()).isOne();
        }
    }
}
