package dev.zaelimiter.internal.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CallGateTest {

    private final CallGate gate = new CallGate(true);

    @Test
    void shut_nothingUnderWay_isQuietAndLetsNobodyThrough() {
        assertThat(gate.isShut()).isFalse();
        assertThat(gate.shut()).isDone();
        assertThat(gate.isShut()).isTrue();
        assertThat(gate.enter()).isFalse();
        assertThat(gate.shut()).isDone();
    }

    @Test
    void shut_callsUnderWay_isQuietWhenTheLastIsAnswered() {
        assertThat(gate.enter()).isTrue();
        assertThat(gate.enter()).isTrue();
        CompletableFuture<Void> quiet = gate.shut();
        assertThat(gate.enter()).isFalse();
        gate.leave();
        assertThat(quiet).isNotDone();
        gate.leave();
        assertThat(quiet).isDone();
    }

    @Test
    void shut_storeAtHand_isQuietWithoutCounting() {
        CallGate local = new CallGate(false);
        assertThat(local.enter()).isTrue();
        assertThat(local.shut()).isDone();
        local.leave();
        assertThat(local.enter()).isFalse();
    }

    /**
     * A thread that had looked at a flag, and was held up before its call, made that call after close() had returned.
     */
    @Test
    void shut_manyThreads_noneIsThroughOnceItIsQuiet() throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 500; round++) {
                CallGate each = new CallGate(true);
                AtomicBoolean quiet = new AtomicBoolean();
                AtomicInteger late = new AtomicInteger();
                CountDownLatch done = new CountDownLatch(4);
                for (int i = 0; i < 4; i++) {
                    threads.execute(() -> {
                        for (int call = 0; call < 1000 && each.enter(); call++) {
                            late.addAndGet(quiet.get() ? 1 : 0);
                            each.leave();
                        }
                        done.countDown();
                    });
                }
                CompletableFuture<Void> all = each.shut();
                all.orTimeout(10, TimeUnit.SECONDS).join();
                quiet.set(true);
                assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
                assertThat(late).hasValue(0);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
