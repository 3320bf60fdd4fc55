package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Access;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An environment that throws once, at each of the moments at which a request and the end of its lease ask something of
 * it. No token is lost, unless that is told; nobody waits for ever; and a repository that is closed waits for nothing.
 */
@Timeout(300)
@Tag("extended")
class ThrowingClockTokensTest {

    private static final Duration WAY = Duration.ofMillis(5);
    private static final int MOST_QUESTIONS = 600;
    private static final int STEPS = 40;
    private static final long CAPACITY = 1000;

    /** What is done with the tokens. */
    enum End {
        GIVE_BACK,
        SETTLE,
        CANCEL,
        /** While its write is under way. */
        CANCEL_SOON,
        WAIT
    }

    @ParameterizedTest
    @CsvSource({
        "false, solo, GIVE_BACK, false",
        "false, solo, GIVE_BACK, true",
        "false, solo, SETTLE, false",
        "false, solo, SETTLE, true",
        "false, solo, WAIT, true",
        "false, free, SETTLE, true",
        "true, free, SETTLE, false",
        "false, key, GIVE_BACK, true",
        "false, key, SETTLE, false",
        "false, key, WAIT, false",
        "true, solo, GIVE_BACK, true",
        "true, solo, SETTLE, false",
        "true, solo, CANCEL, false",
        "true, solo, CANCEL_SOON, false",
        "true, solo, WAIT, false",
        "true, key, GIVE_BACK, false",
        "true, key, SETTLE, true",
        "true, key, CANCEL, false",
        "true, key, CANCEL_SOON, true",
        "true, key, WAIT, false"
    })
    void whateverIsThrown_tokensAreThereOrToldAsLost(boolean late, String entity, End end, boolean listens) {
        SoftAssertions all = new SoftAssertions();
        int question = 0;
        for (boolean thrown = true; thrown && question < MOST_QUESTIONS; question++) {
            try (World world = new World(late, listens)) {
                thrown = world.brokenAt(question, entity, end, all);
            }
        }
        assertThat(question).as("all questions were tried").isBetween(5, MOST_QUESTIONS - 1);
        all.assertAll();
    }

    /** An entity alone, one that is let past its limits, and a family. */
    private static final class World implements AutoCloseable {
        private final ManualClock clock = new ManualClock();
        private final ThrowingEnvironment environment = new ThrowingEnvironment(clock);
        private final InMemoryStore memory = new InMemoryStore(clock);
        private final Map<String, Long> lost = new HashMap<>();
        private final LimitRepository process;
        private final boolean late;
        /** Whether the lease was ended. */
        private boolean used;

        World(boolean late, boolean listens) {
            this.late = late;
            ItemStore store = late ? new LateStore(memory, clock, WAY.multipliedBy(2)) : memory;
            process = RepositoryBuilder.on(store)
                    .environment(environment)
                    .inlineCallbacks()
                    .listener(listens ? new Losses(lost) : new OnlyLosses(lost))
                    .build();
            Requests.family(process, "org", "key");
            process.limits()
                    .setResourceDefaults(RESOURCE, Limit.custom("rpm", CAPACITY, CAPACITY, Duration.ofDays(100)));
            Administration.of(process).switches().set(Level.entity("free"), Access.BYPASS);
            for (int i = 0; i < 3; i++) {
                ended(ask("free", 1, Duration.ZERO));
                ended(ask("key", 1, Duration.ZERO));
                ended(ask("solo", 1, Duration.ZERO));
            }
        }

        private CompletableFuture<Decision> ask(String entity, long amount, Duration wait) {
            return process.asyncRateLimiter().tryAcquire(Requests.patient(entity, "rpm", amount, wait));
        }

        private void ways(int count) {
            for (int i = 0; late && i < count; i++) {
                clock.advance(WAY);
            }
        }

        /** Gives back what was granted. */
        private void ended(CompletableFuture<Decision> asked) {
            ways(STEPS);
            Lease lease = leaseOf(asked);
            if (lease != null) {
                lease.giveBack();
            }
            ways(STEPS);
        }

        private static @Nullable Lease leaseOf(CompletableFuture<Decision> asked) {
            return asked.isDone()
                            && !asked.isCompletedExceptionally()
                            && asked.join().granted()
                    ? asked.join().lease()
                    : null;
        }

        /** Whether anything was thrown. */
        boolean brokenAt(int question, String entity, End end, SoftAssertions all) {
            List<Lease> before = new ArrayList<>();
            if (end == End.WAIT) {
                CompletableFuture<Decision> drained = ask(entity, CAPACITY, Duration.ZERO);
                ways(STEPS);
                before.add(drained.join().lease());
            }
            environment.left = question;
            CompletableFuture<Decision> asked;
            try {
                boolean waits = end == End.WAIT || end == End.CANCEL_SOON;
                asked = ask(entity, 10, waits ? Duration.ofDays(3) : Duration.ZERO);
            } catch (RuntimeException told) {
                asked = CompletableFuture.failedFuture(told);
            }
            long kept = use(asked, end, before);
            boolean thrown = environment.thrown;
            environment.left = -1;
            clock.advance(Duration.ofMinutes(2));
            if (end == End.WAIT && !asked.isDone()) {
                // That others gave back has not reached it: then it has what refills meanwhile.
                clock.advance(Duration.ofDays(2));
            }
            String when = "thrown at question " + question;
            all.assertThat(asked).as("answer, " + when).isDone();
            Lease lease = leaseOf(asked);
            if (lease != null && !used) {
                // Its answer was lost, and found later.
                lease.giveBack();
                ways(STEPS);
            }
            all.assertThat(leaseOf(next(entity)))
                    .as("whoever comes next, " + when)
                    .isNotNull();
            check(entity, entity.equals("free") ? 0 : kept, when, all);
            if (entity.equals("key")) {
                check("org", kept, when, all);
            }
            return thrown;
        }

        /** One who comes when all is well again, and gives back. */
        private CompletableFuture<Decision> next(String entity) {
            CompletableFuture<Decision> next = ask(entity, 1, Duration.ZERO);
            ended(next);
            return next;
        }

        /** Ends the lease as is said; tells how much of it stays taken. */
        private long use(CompletableFuture<Decision> asked, End end, List<Lease> before) {
            if (end == End.CANCEL || end == End.CANCEL_SOON) {
                ways(end == End.CANCEL ? 3 : 1);
                quietly(() -> asked.cancel(true));
                ways(STEPS);
                Lease missed = leaseOf(asked);
                used = missed != null;
                if (missed != null) {
                    quietly(missed::giveBack);
                }
                ways(STEPS);
                return 0;
            }
            ways(STEPS);
            before.forEach(lease -> quietly(lease::giveBack));
            ways(STEPS);
            Lease lease = leaseOf(asked);
            used = lease != null && end != End.WAIT;
            if (lease == null || end == End.WAIT) {
                return 0;
            }
            if (end == End.SETTLE) {
                lease.settle("rpm", 4);
                quietly(lease::keep);
            } else {
                quietly(lease::giveBack);
            }
            ways(STEPS);
            return end == End.SETTLE ? 4 : 0;
        }

        /** Whoever calls may hear of it. */
        private static void quietly(Runnable call) {
            try {
                call.run();
            } catch (IllegalStateException told) {
                assertThat(told).hasMessage("an environment that throws");
            }
        }

        private void check(String entity, long kept, String when, SoftAssertions all) {
            CompletableFuture<Long> balance = process.asyncRateLimiter()
                    .check(Requests.take(entity, "rpm", 0))
                    .thenApply(seen -> seen.statuses().stream()
                            .filter(status -> status.entity().equals(entity))
                            .mapToLong(status -> status.available() - status.debt())
                            .sum());
            ways(STEPS);
            long told = lost.getOrDefault(entity, 0L);
            all.assertThat(balance)
                    .as("balance of " + entity + " with " + told + " told as lost, " + when)
                    .isCompletedWithValueMatching(
                            there -> there >= CAPACITY - kept + Math.min(0, told), "nothing is missing");
        }

        @Override
        public void close() {
            environment.left = -1;
            clock.advance(WAY.multipliedBy(STEPS));
            long began = clock.monotonicNanos();
            process.close();
            assertThat(clock.monotonicNanos() - began)
                    .as("close() waits for nothing")
                    .isLessThan(WAY.toNanos() * 10);
            memory.close();
        }
    }

    /** Hears all there is, and adds up what is told as lost. */
    private static class Losses implements LimiterListener {
        private final Map<String, Long> lost;

        Losses(Map<String, Long> lost) {
            this.lost = lost;
        }

        @Override
        public void lostAdjustment(
                String entity, String resource, String limit, long delta, @Nullable Throwable cause) {
            lost.merge(entity, delta, Long::sum);
        }
    }

    /** The same, and does not want to hear of what is granted within the call. */
    private static final class OnlyLosses extends Losses {
        OnlyLosses(Map<String, Long> lost) {
            super(lost);
        }

        @Override
        public boolean hearsImmediateGrants() {
            return false;
        }
    }
}
