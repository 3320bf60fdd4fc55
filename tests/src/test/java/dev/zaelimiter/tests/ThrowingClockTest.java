package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.FaultyStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An environment that throws once, at each of the moments at which a cascade asks something of it. Its caller hears of
 * that, others are served as before, and what was reckoned for it of child and parent is taken back: otherwise those
 * two would never be asked together any more.
 */
@Timeout(120)
@Tag("same-on-every-jdk")
class ThrowingClockTest {

    private static final Duration ROUND = Duration.ofMillis(10);
    private static final long LARGE = 450;
    private static final int MOST_QUESTIONS = 400;
    private static final int STEPS = 9;

    @ParameterizedTest
    @CsvSource({"0, ''", "5, ''", "0, key", "5, key", "0, org", "5, org"})
    void whateverIsThrown_callerHearsAndNothingStaysReckoned(long waitSeconds, String drained) {
        SoftAssertions all = new SoftAssertions();
        int questions = 0;
        for (int step = 0; step < STEPS; step++) {
            boolean thrown = true;
            int question = 0;
            for (; thrown && question < MOST_QUESTIONS; question++) {
                try (World world = new World()) {
                    world.drain(drained);
                    thrown = world.brokenAt(step, question, waitSeconds, all);
                }
            }
            assertThat(thrown).as("all questions were tried").isFalse();
            questions += question;
        }
        all.assertThat(questions).isGreaterThan(20);
        all.assertAll();
    }

    /** A family of its own on a store that answers late. */
    private static final class World implements AutoCloseable {
        private final ManualClock clock = new ManualClock();
        private final ThrowingEnvironment environment = new ThrowingEnvironment(clock);
        private final FaultyStore counted = FaultyStore.over(new InMemoryStore(clock));
        private final LimitRepository process = RepositoryBuilder.on(new LateStore(counted, clock, ROUND))
                .environment(environment)
                .inlineCallbacks()
                .build();

        World() {
            Requests.family(process, "org", "key", "sibling");
            process.limits().setResourceDefaults(RESOURCE, Limit.custom("rpm", 1000, 1000, Duration.ofMinutes(1)));
            process.limits().setEntityDefaults("org", Limit.custom("rpm", 5000, 5000, Duration.ofMinutes(1)));
            served(1);
        }

        private CompletableFuture<Decision> ask(long amount, long waitSeconds) {
            return process.asyncRateLimiter()
                    .tryAcquire(patient("key", "rpm", amount, Duration.ofSeconds(waitSeconds)));
        }

        private void ways(int count) {
            for (int i = 0; i < count; i++) {
                clock.advance(ROUND.dividedBy(2));
            }
        }

        private void served(long amount) {
            CompletableFuture<Decision> decision = ask(amount, 0);
            ways(40);
            if (decision.isDone()
                    && !decision.isCompletedExceptionally()
                    && decision.join().granted()) {
                decision.join().lease().giveBack();
            }
            ways(8);
        }

        /** So that the large request is refused by this one, or has to wait for it. */
        void drain(String entity) {
            if (!entity.isEmpty()) {
                long amount = entity.equals("key") ? 650 : 4800;
                CompletableFuture<?> drained = process.asyncRateLimiter().acquire(Requests.take(entity, "rpm", amount));
                ways(20);
                assertThat(drained).isCompleted();
                // What is known of both is old by then, and is looked at anew.
                clock.advance(Duration.ofSeconds(2));
            }
        }

        /** Whether anything was thrown. */
        boolean brokenAt(int step, int question, long waitSeconds, SoftAssertions all) {
            served(1);
            environment.left = step == 0 ? question : -1;
            CompletableFuture<Decision> broken;
            try {
                broken = ask(LARGE, waitSeconds);
            } catch (IllegalStateException told) {
                broken = CompletableFuture.failedFuture(told);
            }
            for (int i = 1; i < STEPS; i++) {
                environment.left = step == i ? question : -1;
                ways(1);
            }
            boolean thrown = environment.thrown;
            environment.left = -1;
            clock.advance(Duration.ofMinutes(2));
            String when = "question " + question + " of step " + step;
            all.assertThat(broken).as("answer, thrown at " + when).isDone();
            if (broken.isDone()
                    && !broken.isCompletedExceptionally()
                    && broken.join().granted()) {
                broken.join().lease().giveBack();
            }
            clock.advance(Duration.ofMinutes(2));
            served(1);
            counted.resetCounts();
            long began = clock.monotonicNanos();
            CompletableFuture<Decision> next = ask(LARGE, 0);
            for (int i = 0; i < 40 && !next.isDone(); i++) {
                ways(1);
            }
            all.assertThat((clock.monotonicNanos() - began) / ROUND.toNanos() + " rounds, " + counted.count()
                            + " calls")
                    .as("both are asked together, thrown at " + when)
                    .isEqualTo("1 rounds, 2 calls");
            return thrown;
        }

        @Override
        public void close() {
            environment.left = -1;
            clock.advance(ROUND.multipliedBy(100));
            process.close();
            counted.close();
        }
    }
}
