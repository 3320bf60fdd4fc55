package dev.zaelimiter.internal.facets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Environment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ClosedOnceTest {

    private static final long LONG = Duration.ofSeconds(10).toNanos();

    private final ClosedOnce closed = new ClosedOnce();
    private final AtomicInteger times = new AtomicInteger();

    @Test
    void close_again_isDoneOnce() {
        assertThat(closed.begun()).isFalse();
        closed.close(times::incrementAndGet);
        closed.close(times::incrementAndGet);
        closed.await(Environment.system(), LONG);
        assertThat(closed.begun()).isTrue();
        assertThat(times).hasValue(1);
    }

    @Test
    void await_byTheOneThatCloses_doesNotWaitForItself() {
        closed.close(() -> closed.await(Environment.system(), Long.MAX_VALUE));
        assertThat(closed.begun()).isTrue();
    }

    /** The second of two threads that close returned at once, while the first was still sending. */
    @Test
    void await_anotherThreadCloses_waitsUntilThatIsDoneAlsoIfInterrupted()
            throws InterruptedException, ExecutionException, TimeoutException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> closed.close(() -> {
            begun.countDown();
            try {
                goesOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            times.incrementAndGet();
        }));
        begun.await();
        CompletableFuture<Integer> second = CompletableFuture.supplyAsync(() -> {
            Thread.currentThread().interrupt();
            closed.await(Environment.system(), LONG);
            return Thread.interrupted() ? times.get() : -1;
        });
        goesOn.countDown();
        assertThat(second.get(10, TimeUnit.SECONDS)).isEqualTo(1);
        first.get(10, TimeUnit.SECONDS);
    }
}
