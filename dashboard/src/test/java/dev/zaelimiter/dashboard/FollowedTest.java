package dev.zaelimiter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FollowedTest {

    private static final long EVERY = 5_000;
    private static final long PATIENT = 60_000;
    private static final long IMPATIENT = 1;

    private final ManualClock clock = new ManualClock();
    private final StoreWork work = new StoreWork();
    private final AtomicInteger reads = new AtomicInteger();

    @AfterEach
    void close() {
        work.close();
    }

    private Followed followed(Reading reading, long unitsPerMinute) {
        return new Followed(
                () -> {
                    reads.incrementAndGet();
                    return reading.read();
                },
                clock,
                new ReadAllowance(clock, unitsPerMinute),
                work,
                EVERY);
    }

    private static Reading.Seen seen(int number, long units) {
        return new Reading.Seen(Json.map("number", number), Json.map("number", number), units);
    }

    /** A store that gives no answer keeps one thread, and nobody who asks. */
    @Test
    void ask_storeThatHangs_tellsThatItIsBeingRead() {
        CompletableFuture<Reading.Seen> answer = new CompletableFuture<>();
        Followed followed = followed(answer::join, 0);
        for (int tab = 0; tab < 10; tab++) {
            assertThat(followed.ask(0, IMPATIENT))
                    .containsEntry("reading", true)
                    .containsEntry("value", null);
        }
        assertThat(reads).hasValue(1);
        answer.complete(seen(1, 0));
        assertThat(followed.ask(0, PATIENT)).containsEntry("value", Json.map("number", 1));
    }

    @Test
    void ask_beforeItIsTime_readsNothing() {
        Followed followed = followed(() -> seen(reads.get(), 0), 0);
        followed.ask(0, PATIENT);
        clock.advance(Duration.ofMillis(3_900));
        followed.ask(0, PATIENT);
        assertThat(reads).hasValue(1);
        clock.advance(Duration.ofMillis(200));
        followed.ask(0, PATIENT);
        assertThat(reads).hasValue(2);
        followed.expire();
        followed.ask(0, PATIENT);
        assertThat(reads).hasValue(3);
    }

    @Test
    void ask_manyTimes_keepsABoundedNumberOfPoints() {
        Followed followed = followed(() -> seen(reads.get(), 0), 0);
        for (int i = 0; i < 400; i++) {
            followed.ask(0, PATIENT);
            clock.advance(Duration.ofMillis(EVERY));
        }
        assertThat((List<?>) followed.ask(Long.MAX_VALUE, PATIENT).get("points"))
                .isEmpty();
        assertThat((List<?>) followed.ask(0, PATIENT).get("points")).hasSize(360);
    }

    @Test
    void ask_readThatFails_keepsWhatWasThere_andTriesAgain() {
        Followed followed = followed(
                () -> {
                    if (reads.get() == 2) {
                        throw new IllegalStateException("a fault on purpose");
                    }
                    return seen(reads.get(), 0);
                },
                0);
        followed.ask(0, PATIENT);
        clock.advance(Duration.ofMillis(EVERY));
        assertThat(followed.ask(0, PATIENT))
                .containsEntry("value", Json.map("number", 1))
                .hasEntrySatisfying(
                        "error", error -> assertThat(error).asString().contains("fault"));
        clock.advance(Duration.ofMillis(EVERY));
        assertThat(followed.ask(0, PATIENT))
                .containsEntry("value", Json.map("number", 3))
                .containsEntry("error", null);
    }

    @Test
    void ask_allowanceUsedUp_waitsUntilItIsPaid() {
        Followed followed = followed(() -> seen(reads.get(), 180), 60);
        followed.ask(0, PATIENT);
        clock.advance(Duration.ofSeconds(100));
        assertThat(followed.ask(0, PATIENT)).containsEntry("pauseMillis", 20_000L);
        assertThat(reads).hasValue(1);
        clock.advance(Duration.ofSeconds(20));
        assertThat(followed.ask(0, PATIENT)).containsEntry("pauseMillis", 0L);
        assertThat(reads).hasValue(2);
    }

    @Test
    void ask_afterTheEnd_saysSo() {
        Followed followed = followed(() -> seen(1, 0), 0);
        work.close();
        assertThat(followed.ask(0, PATIENT)).containsEntry("error", "This dashboard is ending.");
    }
}
