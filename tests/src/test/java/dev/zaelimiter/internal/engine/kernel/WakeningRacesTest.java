package dev.zaelimiter.internal.engine.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Rounds of real threads, some of which get up by themselves while the round is formed. Sleeping is no operation that
 * ends by itself, so orders of calls can't be compared here; but a thread that nobody wakes is there for ever, and ends
 * the test by its timeout.
 */
@Tag("extended")
@Tag("threads")
class WakeningRacesTest {

    private static final int ROUNDS = 300;

    private volatile boolean released;

    @Test
    @Timeout(300)
    @DisplayName("whoever gets up by itself leaves nobody below it asleep")
    void round_ofSleepersAndOfEarlyRisers_leavesNobodyAsleep() throws InterruptedException {
        SplittableRandom random = new SplittableRandom(17);
        for (int round = 0; round < ROUNDS; round++) {
            int size = 1 + random.nextInt(3 * WakeTree.FAN_OUT);
            double early = random.nextInt(3) * 0.4;
            released = false;
            CountDownLatch ready = new CountDownLatch(size);
            WakeTree[] sleepers = new WakeTree[size];
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                int place = i;
                long napNanos = random.nextDouble() < early ? 1 + random.nextInt(100_000) : Long.MAX_VALUE;
                Thread thread = new Thread(() -> sleep(sleepers, place, napNanos, ready), "sleeper-" + i);
                threads.add(thread);
                thread.start();
            }
            ready.await();
            released = true;
            WakeTree.round(Arrays.asList(sleepers));
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private void sleep(WakeTree[] sleepers, int place, long napNanos, CountDownLatch ready) {
        WakeTree own = new WakeTree(Thread.currentThread());
        sleepers[place] = own;
        ready.countDown();
        while (!released) {
            LockSupport.parkNanos(this, napNanos);
        }
        own.up();
    }
}
