package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Decision;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An environment that throws once, at each of the moments at which a take from a divided bucket, of several shards or
 * of one, asks something of it. No token is lost, unless that is told, and nobody waits for ever.
 */
@Timeout(300)
@Tag("extended")
class ThrowingClockShardsTest {

    private static final Duration STEP = Duration.ofMillis(5);
    private static final int MOST_QUESTIONS = 500;
    private static final int STEPS = 40;
    private static final int SHARDS = 4;
    /** What comes back meanwhile may have a part of a token that was not there. */
    private static final long ROUNDED_MILLI = 2000;

    /** After how many steps the caller goes; negative if he stays. */
    @ParameterizedTest
    @CsvSource({
        "false, 70, -1",
        "true, 70, -1",
        "true, 70, 2",
        "true, 70, 3",
        "true, 70, 4",
        "true, 70, 5",
        "true, 70, 7",
        "false, 20, -1",
        "true, 20, -1",
        "true, 20, 1",
        "true, 20, 3"
    })
    void whateverIsThrown_tokensAreThereOrToldAsLost(boolean late, long amount, int gone) {
        SoftAssertions all = new SoftAssertions();
        int question = 0;
        for (boolean thrown = true; thrown && question < MOST_QUESTIONS; question++) {
            thrown = brokenAt(question, late, amount, gone, all);
        }
        assertThat(question).as("all questions were tried").isBetween(5, MOST_QUESTIONS - 1);
        all.assertAll();
    }

    private static boolean brokenAt(int question, boolean late, long amount, int gone, SoftAssertions all) {
        AtomicLong lost = new AtomicLong();
        try (Fleet fleet = new Fleet(InMemoryStore::new)) {
            Divided.ofHundred(fleet, fleet.process(), "hot", SHARDS, 40);
            ThrowingEnvironment environment = new ThrowingEnvironment(fleet.clock);
            long before;
            try (LimitRepository process = RepositoryBuilder.on(
                            late ? new LateStore(fleet.store, fleet.clock, STEP.multipliedBy(2)) : fleet.store)
                    .environment(environment)
                    .namespace("scenarios")
                    .inlineCallbacks()
                    .listener(new Losses(lost))
                    .build()) {
                process.asyncRateLimiter().check(Requests.take("hot", "rpm", 1));
                steps(fleet, STEPS);
                before = Divided.stored(fleet, "hot", SHARDS);
                environment.left = question;
                CompletableFuture<Decision> asked = asked(process, amount);
                if (gone >= 0) {
                    steps(fleet, gone);
                    cancelled(asked);
                }
                steps(fleet, STEPS);
                environment.left = -1;
                steps(fleet, STEPS);
                giveBack(asked);
                steps(fleet, STEPS);
            }
            all.assertThat(Divided.stored(fleet, "hot", SHARDS))
                    .as("stored, with %d told as lost, thrown at question %d", lost.get(), question)
                    .isGreaterThanOrEqualTo(before + 1000 * Math.min(0, lost.get()) - ROUNDED_MILLI);
            return environment.thrown;
        }
    }

    private static void steps(Fleet fleet, int count) {
        for (int i = 0; i < count; i++) {
            fleet.clock.advance(STEP);
        }
    }

    private static CompletableFuture<Decision> asked(LimitRepository process, long amount) {
        try {
            return process.asyncRateLimiter().tryAcquire(Requests.patient("hot", "rpm", amount, Duration.ofMinutes(1)));
        } catch (IllegalStateException told) {
            return CompletableFuture.failedFuture(told);
        }
    }

    /** Who still waits goes; who has tokens gives them back. */
    private static void giveBack(CompletableFuture<Decision> asked) {
        if (!asked.isDone()) {
            asked.cancel(true);
        } else if (!asked.isCompletedExceptionally() && asked.join().granted()) {
            asked.join().lease().giveBack();
        }
    }

    /** Whoever calls may hear of it. */
    private static void cancelled(CompletableFuture<Decision> asked) {
        try {
            asked.cancel(true);
        } catch (IllegalStateException told) {
            assertThat(told).hasMessage("an environment that throws");
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
