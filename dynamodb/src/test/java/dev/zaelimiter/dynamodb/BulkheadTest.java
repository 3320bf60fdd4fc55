package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The line in which requests wait for their turn. */
final class BulkheadTest {

    private final ManualClock clock = new ManualClock();
    private final List<String> told = new ArrayList<>();

    private Bulkhead bulkhead(int most) {
        return new Bulkhead(most, Duration.ofMillis(300), clock);
    }

    private Bulkhead.Entrant named(String name) {
        return entrant(() -> told.add(name), () -> told.add("not " + name), () -> told.add("no more " + name));
    }

    private static Bulkhead.Entrant entrant(Runnable passes, Runnable turnedAway) {
        return entrant(passes, turnedAway, turnedAway);
    }

    private static Bulkhead.Entrant entrant(Runnable passes, Runnable turnedAway, Runnable shutOut) {
        return new Bulkhead.Entrant() {
            @Override
            public void pass() {
                passes.run();
            }

            @Override
            public void turnAway() {
                turnedAway.run();
            }

            @Override
            public void shutOut() {
                shutOut.run();
            }
        };
    }

    @Test
    void enter_moreThanFit_passInTheirOrderAsOthersLeave() {
        Bulkhead bulkhead = bulkhead(2);
        for (String name : List.of("a", "b", "c", "d")) {
            bulkhead.enter(named(name));
        }
        assertThat(told).containsExactly("a", "b");

        bulkhead.leave();
        assertThat(told).containsExactly("a", "b", "c");

        bulkhead.leave();
        bulkhead.leave();
        bulkhead.enter(named("e"));
        assertThat(told).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void leave_othersWaitedForTooLong_turnsThoseAwayAndLetsTheNextPass() {
        Bulkhead bulkhead = bulkhead(1);
        bulkhead.enter(named("a"));
        bulkhead.enter(named("b"));
        clock.advance(Duration.ofMillis(200));
        bulkhead.enter(named("c"));
        clock.advance(Duration.ofMillis(101));

        bulkhead.leave();

        assertThat(told).containsExactly("a", "not b", "c");
    }

    @Test
    @DisplayName("a request that had just looked whether the store was closed was sent after close() had returned")
    void shut_someInsideAndInLine_isDoneWhenThoseInsideHaveLeftAndLetsNobodyElsePass() {
        Bulkhead bulkhead = bulkhead(2);
        for (String name : List.of("a", "b", "c")) {
            bulkhead.enter(named(name));
        }

        CompletableFuture<Void> empty = bulkhead.shut();
        bulkhead.enter(named("d"));
        assertThat(told).containsExactly("a", "b", "no more c", "no more d");

        bulkhead.leave();
        assertThat(empty).isNotDone();
        bulkhead.leave();
        assertThat(empty).isDone();
        assertThat(bulkhead.shut()).isDone();
    }

    @Test
    void shut_nobodyInside_isDone() {
        assertThat(bulkhead(1).shut()).isDone();
    }

    @Test
    void leave_fromWithin_isNoRecursion() {
        Bulkhead bulkhead = bulkhead(1);
        AtomicInteger passed = new AtomicInteger();
        bulkhead.enter(entrant(passed::incrementAndGet, passed::decrementAndGet));
        for (int i = 0; i < 100_000; i++) {
            bulkhead.enter(entrant(
                    () -> {
                        passed.incrementAndGet();
                        bulkhead.leave();
                    },
                    passed::decrementAndGet));
        }

        bulkhead.leave();

        assertThat(passed).hasValue(100_001);
        bulkhead.enter(named("afterwards"));
        assertThat(told).containsExactly("afterwards");
    }

    @Test
    void enter_manyThreads_neverMoreThanFitAndNobodyIsForgotten() throws InterruptedException {
        int threads = 8;
        int rounds = 5_000;
        Bulkhead bulkhead = bulkhead(3);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger tooMany = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(threads * rounds);
        ExecutorService callers = Executors.newFixedThreadPool(threads);
        ExecutorService answers = Executors.newFixedThreadPool(2);
        try {
            for (int i = 0; i < threads; i++) {
                callers.execute(() -> {
                    for (int k = 0; k < rounds; k++) {
                        bulkhead.enter(entrant(
                                () -> {
                                    tooMany.addAndGet(inside.incrementAndGet() > 3 ? 1 : 0);
                                    answers.execute(() -> {
                                        inside.decrementAndGet();
                                        bulkhead.leave();
                                        done.countDown();
                                    });
                                },
                                tooMany::incrementAndGet));
                    }
                });
            }
            assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            callers.shutdownNow();
            answers.shutdownNow();
        }
        assertThat(tooMany).hasValue(0);
    }
}
