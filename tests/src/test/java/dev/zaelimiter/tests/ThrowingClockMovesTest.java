package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An environment whose time goes on between two questions, and that throws at a later one: what a caller was told that
 * he has is still his, and was not given back for others.
 */
@Timeout(120)
@Tag("extended")
class ThrowingClockMovesTest {

    private static final int MOST_QUESTIONS = 80;

    private final SoftAssertions all = new SoftAssertions();

    @Test
    void whoIsGranted_hasALeaseThatWasNotGivenBack() {
        int questions = 0;
        boolean leapt = true;
        for (int leap = 0; leapt && leap < MOST_QUESTIONS; leap++) {
            boolean thrown = true;
            int question = leap;
            for (; thrown && question < MOST_QUESTIONS; question++) {
                thrown = brokenAt(leap, question);
            }
            leapt = thrown || question > leap + 1;
            questions = Math.max(questions, question);
        }
        assertThat(questions).as("all questions were tried").isBetween(5, MOST_QUESTIONS - 1);
        all.assertAll();
    }

    private boolean brokenAt(int leap, int question) {
        ManualClock clock = new ManualClock();
        ThrowingEnvironment environment = new ThrowingEnvironment(clock);
        try (InMemoryStore memory = new InMemoryStore(clock);
                LimitRepository process = RepositoryBuilder.on(memory)
                        .environment(environment)
                        .inlineCallbacks()
                        .build()) {
            process.limits().setResourceDefaults(RESOURCE, Limit.custom("rpm", 1000, 1000, Duration.ofSeconds(1)));
            process.rateLimiter().acquire(Requests.take("solo", "rpm", 1000));
            environment.untilLeap = leap;
            environment.left = question;
            CompletableFuture<Decision> asked = asked(process);
            boolean thrown = environment.thrown;
            environment.untilLeap = -1;
            environment.left = -1;
            clock.advance(Duration.ofMinutes(1));
            if (asked != null) {
                all.assertThat(asked).isDone();
            }
            if (asked != null && !asked.isCompletedExceptionally()) {
                all.assertThat(asked.join().lease().toString())
                        .as("granted, leapt before question %d, thrown at question %d", leap, question)
                        .doesNotContain("given back");
            }
            return thrown;
        }
    }

    private static @Nullable CompletableFuture<Decision> asked(LimitRepository process) {
        try {
            return process.asyncRateLimiter().tryAcquire(Requests.patient("solo", "rpm", 2, Duration.ofSeconds(10)));
        } catch (IllegalStateException told) {
            return null;
        }
    }
}
