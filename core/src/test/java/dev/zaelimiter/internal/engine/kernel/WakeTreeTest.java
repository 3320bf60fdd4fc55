package dev.zaelimiter.internal.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WakeTreeTest {

    /** A thread that is asleep until it is decided and woken, as a caller is. */
    private static final class Sleeper extends Thread {
        private final CountDownLatch asleep = new CountDownLatch(1);
        private final boolean upAtOnce;
        private final AtomicInteger left;
        private final WakeTree wakening = new WakeTree(this);
        private volatile boolean decided;

        Sleeper(boolean upAtOnce, AtomicInteger left) {
            this.upAtOnce = upAtOnce;
            this.left = left;
            setDaemon(true);
        }

        @Override
        public void run() {
            if (upAtOnce) {
                wakening.up();
                asleep.countDown();
            } else {
                asleep.countDown();
                while (!decided) {
                    LockSupport.park(this);
                }
                wakening.up();
            }
            left.decrementAndGet();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 15, 16, 17, 32, 33, 272, 273, 600})
    void everyThreadOfARoundIsWoken(int threads) throws InterruptedException {
        assertAllWakeUp(threads, Integer.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void thoseBelowAThreadThatIsUpAlreadyAreWokenAllTheSame(int everyHowMany) throws InterruptedException {
        assertAllWakeUp(600, everyHowMany);
    }

    private static void assertAllWakeUp(int threads, int upEvery) throws InterruptedException {
        AtomicInteger left = new AtomicInteger(threads);
        List<Sleeper> sleepers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            sleepers.add(new Sleeper(i % upEvery == 0 && upEvery != Integer.MAX_VALUE, left));
        }
        sleepers.forEach(Thread::start);
        for (Sleeper sleeper : sleepers) {
            sleeper.asleep.await();
        }
        List<WakeTree> round = new ArrayList<>();
        for (Sleeper sleeper : sleepers) {
            sleeper.decided = true;
            round.add(sleeper.wakening);
        }

        WakeTree.round(round);

        for (Sleeper sleeper : sleepers) {
            sleeper.join(30_000);
        }
        assertThat(left).hasValue(0);
    }

    @Test
    void aVirtualThreadWakesNobody_sinceItMayWaitForOneThatCarriesIt() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "virtual threads are there from 21 on");
        AtomicInteger left = new AtomicInteger(16);
        Object unstarted = Thread.class.getMethod("ofVirtual").invoke(null);
        Thread neverRuns = (Thread) Class.forName("java.lang.Thread$Builder")
                .getMethod("unstarted", Runnable.class)
                .invoke(unstarted, (Runnable) () -> {});
        List<WakeTree> round = new ArrayList<>();
        round.add(new WakeTree(neverRuns));
        List<Sleeper> sleepers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            Sleeper sleeper = new Sleeper(false, left);
            sleepers.add(sleeper);
            round.add(sleeper.wakening);
            sleeper.start();
            sleeper.asleep.await();
            sleeper.decided = true;
        }

        WakeTree.round(round);

        for (Sleeper sleeper : sleepers) {
            sleeper.join(30_000);
        }
        assertThat(left).hasValue(0);
    }
}
