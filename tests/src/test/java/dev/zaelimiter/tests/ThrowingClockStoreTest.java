package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.StoreTraits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An environment that throws once, where the store is in trouble too: it loses answers, falls silent, or others write
 * to the same bucket. No token is lost, unless that is told; everybody is answered in time; whoever comes when all is
 * well again is served; and a repository that is closed waits for nothing.
 */
@Timeout(300)
@Tag("extended")
class ThrowingClockStoreTest {

    private static final Duration STEP = Duration.ofMillis(5);
    private static final int MOST_QUESTIONS = 500;
    private static final int STEPS = 60;
    private static final long CAPACITY = 1000;

    /** What is the matter with the store. */
    enum Trouble {
        LOSES_ANSWERS,
        /** And whoever asked has gone by then. */
        LOSES_ANSWERS_OF_ONE_WHO_GOES,
        SILENT,
        OTHERS_WRITE
    }

    @ParameterizedTest
    @EnumSource
    void whateverIsThrown_nobodyIsForgotten(Trouble trouble) {
        SoftAssertions all = new SoftAssertions();
        int question = 0;
        for (boolean thrown = true; thrown && question < MOST_QUESTIONS; question++) {
            World world = new World(all, "thrown at question " + question);
            thrown = world.brokenAt(question, trouble);
            // What a silent store was asked before is still under way.
            world.close(trouble == Trouble.SILENT);
        }
        assertThat(question).as("all questions were tried").isBetween(5, MOST_QUESTIONS - 1);
        all.assertAll();
    }

    /** Two processes, of which one has a store and an environment that may be broken. */
    private static final class World {
        private final ManualClock clock = new ManualClock();
        private final ThrowingEnvironment environment = new ThrowingEnvironment(clock);
        private final InMemoryStore memory = new InMemoryStore(clock);
        private final TroubledStore store = new TroubledStore(new LateStore(memory, clock, STEP.multipliedBy(2)));
        private final AtomicLong lost = new AtomicLong();
        private final LimitRepository process = RepositoryBuilder.on(store)
                .environment(environment)
                .inlineCallbacks()
                .listener(new Losses(lost))
                .build();
        private final LimitRepository other = RepositoryBuilder.on(memory)
                .environment(clock)
                .inlineCallbacks()
                .build();
        private final List<CompletableFuture<Decision>> asked = new ArrayList<>();
        private final SoftAssertions all;
        private final String when;

        World(SoftAssertions all, String when) {
            this.all = all;
            this.when = when;
            other.limits().setResourceDefaults(RESOURCE, Limit.custom("rpm", CAPACITY, CAPACITY, Duration.ofDays(100)));
            for (int i = 0; i < 3; i++) {
                giveBack(ask(1));
            }
        }

        private CompletableFuture<Decision> ask(long amount) {
            try {
                CompletableFuture<Decision> decision =
                        process.asyncRateLimiter().tryAcquire(Requests.take("solo", "rpm", amount));
                asked.add(decision);
                return decision;
            } catch (IllegalStateException told) {
                return CompletableFuture.failedFuture(told);
            }
        }

        private void steps(int count) {
            for (int i = 0; i < count; i++) {
                clock.advance(STEP);
            }
        }

        /** What was granted, in time. */
        private void giveBack(CompletableFuture<Decision> decision) {
            asked.removeIf(one -> one == decision);
            steps(STEPS);
            if (decision.isDone()
                    && !decision.isCompletedExceptionally()
                    && decision.join().granted()) {
                quietly(decision.join().lease()::giveBack);
            }
            steps(STEPS);
        }

        private void writtenByAnother() {
            other.rateLimiter().acquire(Requests.take("solo", "rpm", 1)).giveBack();
        }

        /** Whether anything was thrown. */
        boolean brokenAt(int question, Trouble trouble) {
            if (trouble == Trouble.OTHERS_WRITE) {
                betweenOthers(question);
            } else {
                troubled(question, trouble);
            }
            steps(STEPS);
            boolean thrown = environment.thrown;
            environment.left = -1;
            store.silent = false;
            clock.advance(Duration.ofMinutes(3));
            steps(STEPS);
            all.assertThat(asked).as("all answered, " + when).allMatch(CompletableFuture::isDone);
            List.copyOf(asked).forEach(this::giveBack);
            CompletableFuture<Decision> next = ask(1);
            steps(STEPS);
            all.assertThat(next.isDone()
                            && !next.isCompletedExceptionally()
                            && next.join().granted())
                    .as("whoever comes next, %s: %s", when, next)
                    .isTrue();
            giveBack(next);
            return thrown;
        }

        private void troubled(int question, Trouble trouble) {
            environment.left = question;
            store.silent = trouble == Trouble.SILENT;
            store.losesAnswers = trouble != Trouble.SILENT;
            CompletableFuture<Decision> decision = ask(10);
            steps(1);
            if (trouble == Trouble.LOSES_ANSWERS_OF_ONE_WHO_GOES) {
                quietly(() -> decision.cancel(true));
            }
            steps(1);
            store.losesAnswers = false;
            if (trouble == Trouble.SILENT) {
                clock.advance(Duration.ofMillis(1050));
                all.assertThat(decision).as("told by its deadline, " + when).isDone();
            }
        }

        /** Gives back and asks while a write of its own is under way, to a bucket that others write. */
        private void betweenOthers(int question) {
            CompletableFuture<Decision> held = ask(7);
            steps(STEPS);
            for (int i = 0; i < 4; i++) {
                writtenByAnother();
                giveBack(ask(1));
            }
            writtenByAnother();
            ask(2);
            asked.removeIf(one -> one == held);
            quietly(held.join().lease()::giveBack);
            ask(3);
            environment.left = question;
        }

        /** Whoever calls may hear of it. */
        private static void quietly(Runnable call) {
            try {
                call.run();
            } catch (IllegalStateException told) {
                assertThat(told).hasMessage("an environment that throws");
            }
        }

        void close(boolean waits) {
            long began = clock.monotonicNanos();
            process.close();
            all.assertThat(waits ? 0 : clock.monotonicNanos() - began)
                    .as("close() waits for nothing, " + when)
                    .isLessThan(STEP.toNanos() * 20);
            long told = Math.min(0, lost.get());
            all.assertThat(Requests.balance(other, "solo", "rpm"))
                    .as("balance with %d told as lost, %s", told, when)
                    .isGreaterThanOrEqualTo(CAPACITY + told);
            other.close();
            memory.close();
        }
    }

    /** Answers nothing, or only that the answer to a write was lost. */
    private static final class TroubledStore extends ForwardingStore {
        private boolean silent;
        private boolean losesAnswers;

        TroubledStore(ItemStore store) {
            super(store);
        }

        @Override
        public StoreTraits traits() {
            return new StoreTraits("troubled", true, true, 0);
        }

        @Override
        <T> CompletableFuture<T> writing(Supplier<CompletableFuture<T>> call) {
            boolean loses = losesAnswers;
            return reading(call)
                    .thenCompose(answer -> loses
                            ? CompletableFuture.failedFuture(new StoreException.Uncertain("the answer was lost", null))
                            : CompletableFuture.completedFuture(answer));
        }

        @Override
        <T> CompletableFuture<T> reading(Supplier<CompletableFuture<T>> call) {
            return silent ? new CompletableFuture<>() : call.get();
        }
    }

    /** Adds up what is told as lost. */
    private record Losses(AtomicLong lost) implements LimiterListener {
        @Override
        public void lostAdjustment(
                String entity, String resource, String limit, long delta, @Nullable Throwable cause) {
            lost.addAndGet(delta);
        }
    }
}
