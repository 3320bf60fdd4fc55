package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.patient;
import static dev.zaelimiter.tests.Requests.take;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Access;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Hundreds of callers that one event ends, on a store that answers within the call: what they were granted elsewhere
 * goes back in a few writes of whoever works that event, and not in one for each of them.
 */
@Timeout(60)
class EndedTogetherTest {

    private static final int CALLERS = 600;
    private static final int FIRST = 100;
    private static final int FEW = 3;
    private static final long MUCH = 1_000_000;
    private static final Limit SLOW = Limit.custom("rpd", MUCH, 1, Duration.ofDays(1));

    private final ManualClock clock = new ManualClock();
    private final Halting store = new Halting(new InMemoryStore(clock));
    private LimitRepository repository = open(LimiterListener.NONE);
    private final List<CompletableFuture<Decision>> callers = new ArrayList<>();

    /** Counts the writes of each bucket, leaves one of them unanswered for a while, and may deny all that follow. */
    private static final class Halting extends ForwardingStore {
        private final Map<String, Integer> writes = new HashMap<>();
        private final CompletableFuture<WriteResult> answer = new CompletableFuture<>();
        private String halted = "";
        private Runnable meanwhile = () -> {};
        private String denied = "";
        private Supplier<CompletableFuture<WriteResult>> late = () -> answer;

        Halting(ItemStore store) {
            super(store);
        }

        @Override
        public CompletableFuture<WriteResult> write(Write write) {
            String entity = write.key().toString().replaceAll(".*BUCKET#([^#]*)#.*", "$1");
            writes.merge(entity, 1, Integer::sum);
            Runnable now = meanwhile;
            meanwhile = () -> {};
            now.run();
            if (entity.equals(denied)) {
                return CompletableFuture.failedFuture(noRight());
            }
            if (!entity.equals(halted)) {
                return store.write(write);
            }
            halted = "";
            late = () -> store.write(write);
            return answer;
        }

        int count(String entity) {
            return writes.getOrDefault(entity, 0);
        }

        /** The write that was not answered arrives now. */
        void goOn() {
            answer.complete(late.get().join());
        }

        /** It is denied, as are all that follow. */
        void deny(String entity) {
            denied = entity;
            answer.completeExceptionally(noRight());
        }
    }

    private LimitRepository open(LimiterListener listener) {
        return RepositoryBuilder.on(store)
                .environment(clock)
                .namespace("together")
                .inlineCallbacks()
                .listener(listener)
                .build();
    }

    @AfterEach
    void close() {
        repository.close();
    }

    private void family(int children) {
        repository.limits().setSystemDefaults(SLOW);
        String[] names = new String[children];
        for (int i = 0; i < children; i++) {
            names[i] = "child" + i;
        }
        Requests.family(repository, "parent", names);
        for (String name : names) {
            repository.rateLimiter().acquire(take(name, "rpd", 1)).keep();
        }
    }

    private void come(AcquireRequest request) {
        callers.add(repository.asyncRateLimiter().tryAcquire(request));
    }

    /** All have been granted by the parent, and wait for the child, whose first write is not answered. */
    private void queued() {
        family(1);
        store.halted = "child0";
        for (int i = 0; i < CALLERS; i++) {
            come(take("child0", "rpd", 1));
        }
        assertThat(callers).noneMatch(CompletableFuture::isDone);
        assertThat(Requests.balance(repository, "parent", "rpd")).isEqualTo(MUCH - 1 - CALLERS);
    }

    /** What ends them all costs the parent few writes, and all that they took there comes back. */
    private void endedBy(Runnable event) {
        store.writes.clear();
        event.run();
        assertThat(callers).allMatch(CompletableFuture::isDone);
        assertThat(store.count("parent")).isBetween(1, FEW);
    }

    private long failed() {
        return callers.stream()
                .filter(CompletableFuture::isCompletedExceptionally)
                .count();
    }

    private void parentHas(long expected) {
        assertThat(Requests.balance(repository, "parent", "rpd")).isEqualTo(expected);
    }

    @Test
    @DisplayName("floods 20001: limits were deleted while 600 waited; a thousand writes in one caller's call")
    void limitsDeleted_whileAllWait_goBackTogether() {
        queued();
        repository.limits().setEntityDefaults("parent", SLOW);
        repository.limits().deleteSystemDefaults();
        endedBy(store::goOn);
        assertThat(failed()).isGreaterThan(CALLERS - 5);
        parentHas(MUCH - 1 - CALLERS + failed());
    }

    @Test
    void switchedOff_whileAllWait_goBackTogether() {
        queued();
        Administration.of(repository).switches().set(Level.entity("child0"), Access.DISABLED);
        endedBy(store::goOn);
        assertThat(failed()).isGreaterThan(CALLERS - 5);
        parentHas(MUCH - 1 - CALLERS + failed());
    }

    @Test
    void writingDenied_whileAllWait_goBackTogether() {
        queued();
        endedBy(() -> store.deny("child0"));
        parentHas(MUCH - 1);
    }

    @Test
    void deadlinePassed_whileAllWait_goBackTogether() {
        queued();
        endedBy(() -> clock.advance(Duration.ofSeconds(20)));
        parentHas(MUCH - 1);
    }

    @Test
    void closed_whileAllWait_goBackTogether() {
        queued();
        endedBy(() -> {
            repository.close();
            // Of a call on a store at hand nobody expects that it takes time: its caller hears at the deadline.
            clock.advance(Duration.ofSeconds(20));
        });
        assertThat(failed()).isEqualTo(CALLERS);
    }

    /** Each has the tokens of its own child, and waits for the parent, whose first write is not answered. */
    private void queuedAtTheParent() {
        family(CALLERS);
        store.halted = "parent";
        for (int i = 0; i < CALLERS; i++) {
            come(take("child" + i, "rpd", 1));
        }
        assertThat(callers).noneMatch(CompletableFuture::isDone);
    }

    private void childrenHave(long expected) {
        for (int i = 0; i < CALLERS; i++) {
            assertThat(Requests.balance(repository, "child" + i, "rpd")).isEqualTo(expected);
        }
    }

    /** The clock runs a task when the one that brought it has ended: there a callback would wait for what follows. */
    @Test
    void writingDenied_inATaskWhileChildrenWait_theyHaveItBackBeforeCallbacksRun() {
        queuedAtTheParent();
        List<Decision> again = new ArrayList<>();
        callers.get(0).whenComplete((decision, failure) -> {
            store.denied = "";
            for (int i = 0; i < CALLERS; i++) {
                again.add(repository.rateLimiter().tryAcquire(take("child" + i, "rpd", 1)));
            }
        });
        clock.executor().execute(() -> store.deny("parent"));
        assertThat(again).hasSize(CALLERS).allMatch(decision -> decision instanceof Decision.Granted);
    }

    @Test
    void writingDenied_whileChildrenWait_eachHasItsTokensBack() {
        queuedAtTheParent();
        store.writes.clear();
        store.deny("parent");
        assertThat(failed()).isEqualTo(CALLERS);
        assertThat(store.writes.values()).allMatch(count -> count <= FEW);
        childrenHave(MUCH - 1);
    }

    /** Each sleeps until what it took as debt has come back. */
    private void asleep(int children) {
        family(children);
        repository.limits().setEntityDefaults("parent", Limit.perDay("rpd", FIRST));
        for (int i = 0; i < CALLERS; i++) {
            come(patient("child" + i % children, "rpd", 1, Duration.ofDays(1000)));
        }
    }

    @Test
    void closed_whileAllSleep_goBackTogether() {
        asleep(1);
        endedBy(repository::close);
        assertThat(store.count("child0")).isBetween(1, FEW);
        assertThat(failed()).isEqualTo(CALLERS - FIRST);
    }

    @Test
    void closed_whileAllChildrenSleep_goBackToTheirParentTogether() {
        asleep(CALLERS);
        endedBy(repository::close);
        assertThat(failed()).isEqualTo(CALLERS - FIRST);
    }

    /** No other thread is needed for it, and the clock has none. */
    @Test
    void closed_inATaskWhileAllChildrenSleep_nothingIsLost() {
        asleep(CALLERS);
        long before = clock.monotonicNanos();
        clock.executor().execute(repository::close);
        assertThat(failed()).isEqualTo(CALLERS - FIRST);
        assertThat(clock.monotonicNanos()).as("close() has not waited").isEqualTo(before);
        assertThat(repository.statistics().lostAdjustments()).isZero();
    }

    /** Cancels the next one who waits, whenever one is granted. */
    private final class Canceller implements LimiterListener {
        private Iterator<CompletableFuture<Decision>> waiting = Collections.emptyIterator();

        @Override
        public void granted(AcquireRequest request, long waitNanos) {
            if (waiting.hasNext()) {
                waiting.next().cancel(true);
            }
        }
    }

    @Test
    void cancelledByTheListener_asAllBeginToSleep_goBackTogether() {
        Canceller canceller = new Canceller();
        repository.close();
        repository = open(canceller);
        family(1);
        repository.limits().setEntityDefaults("parent", Limit.perHour("rpd", 1));
        repository.rateLimiter().acquire(take("child0", "rpd", 1)).keep();
        store.halted = "parent";
        for (int i = 0; i < CALLERS; i++) {
            come(patient("child0", "rpd", 1, Duration.ofDays(1000)));
        }
        assertThat(callers).noneMatch(CompletableFuture::isDone);
        canceller.waiting = callers.iterator();
        endedBy(store::goOn);
        assertThat(callers).allMatch(CompletableFuture::isCancelled);
        assertThat(store.count("child0")).isBetween(1, FEW);
        assertThat(Requests.balance(repository, "child0", "rpd")).isEqualTo(MUCH - 2);
    }

    @Test
    void granted_whileAllWait_goOnToTheirParentTogether() {
        family(1);
        // So little of so much that the child is asked first.
        repository
                .rateLimiter()
                .acquire(take("child0", "rpd", MUCH - 3 - CALLERS))
                .keep();
        store.writes.clear();
        store.meanwhile = () -> {
            for (int i = 0; i < CALLERS; i++) {
                come(take("child0", "rpd", 1));
            }
        };
        repository.rateLimiter().acquire(take("child0", "rpd", 1)).keep();
        assertThat(callers).hasSize(CALLERS).allMatch(caller -> caller.join() instanceof Decision.Granted);
        assertThat(store.count("child0")).isBetween(1, FEW);
        assertThat(store.count("parent")).isBetween(1, FEW);
        parentHas(1);
    }

    private static StoreException noRight() {
        return new StoreException.Denied("no right to write", null);
    }
}
