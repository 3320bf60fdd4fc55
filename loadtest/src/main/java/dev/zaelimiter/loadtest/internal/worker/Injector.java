package dev.zaelimiter.loadtest.internal.worker;

import dev.zaelimiter.loadtest.internal.plan.Stage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** Plays one worker's share of all stages, and writes what it sees each second. Used once. */
final class Injector {

    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long LONGEST_DRAIN_NANOS = 20 * SECOND_NANOS;

    private final Playing playing;
    private final int worker;
    private final AtomicBoolean stopped;

    Injector(Playing playing, int worker, AtomicBoolean stopped) {
        this.playing = playing;
        this.worker = worker;
        this.stopped = stopped;
    }

    /**
     * Plays until the last stage is over, or it is stopped.
     *
     * @param lateMillis how long after the beginning of the run it begins: what was before is left out
     */
    void play(CountsLog log, long lateMillis) throws IOException {
        int workers = playing.plan().workers();
        List<Stage> mine = playing.plan().stages().stream()
                .map(stage -> stage.share(worker, workers))
                .toList();
        int most = mine.stream().mapToInt(Stage::users).max().orElse(0);
        int threads = Math.max(1, Math.min(most, Runtime.getRuntime().availableProcessors()));
        long start = now() - lateMillis * 1_000_000;
        StageClock clock = new StageClock(start, mine);
        List<Driver> drivers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int thread = i;
            StageClock share = new StageClock(
                    start,
                    mine.stream().map(stage -> stage.share(thread, threads)).toList());
            drivers.add(new Driver(playing, share, stopped, worker + i * workers, workers * threads));
        }
        CompletableFuture<?> all =
                CompletableFuture.allOf(drivers.stream().map(Driver::end).toArray(CompletableFuture<?>[]::new));
        drivers.forEach(driver -> playing.environment().executor().execute(driver));
        watch(log, clock, drivers, all);
    }

    private void watch(CountsLog log, StageClock clock, List<Driver> drivers, CompletableFuture<?> all)
            throws IOException {
        long next = now() + SECOND_NANOS;
        long giveUp = clock.endNanos() + LONGEST_DRAIN_NANOS;
        boolean told = false;
        while (!all.isDone() && giveUp - now() > 0) {
            int stage = Math.min(clock.at(now()), clock.stages().size() - 1);
            long wait = Math.min(next - now(), 50_000_000);
            if (wait > 0
                    && !playing.environment().await(all, wait)
                    && Thread.currentThread().isInterrupted()) {
                stopped.set(true);
            }
            if ((stopped.get() || clock.endNanos() - now() <= 0) && !told) {
                told = true;
                giveUp = now() + LONGEST_DRAIN_NANOS;
                playing.pauses().stop();
                drivers.forEach(Driver::wake);
            }
            if (next - now() <= 0) {
                log.write(playing.environment().wallMillis(), stage);
                next += SECOND_NANOS;
            }
        }
        log.write(
                playing.environment().wallMillis(),
                Math.min(clock.at(now()), clock.stages().size() - 1));
    }

    private long now() {
        return playing.environment().monotonicNanos();
    }
}
