package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a store sends once it is closed: nothing, and nothing that was already let through. */
@Timeout(20)
class ClosedStoreTest {

    private static final Key KEY = Key.of("pk", "sk");
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final ManualClock clock = new ManualClock();
    private final StubService service = new StubService();

    @Test
    @DisplayName("a request that had just been let through was sent after close() had returned")
    void close_aThreadIsAboutToSend_waitsForItAndNothingIsSentAfterwards() throws InterruptedException {
        CountDownLatch sending = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        service.answer(200, "{}").before(() -> {
            sending.countDown();
            await(goesOn);
        });
        DynamoDbItemStore store = Stubs.store(service.inlineClient(Stubs.CREDENTIALS), TIMEOUT);
        CompletableFuture<Void> asks = CompletableFuture.runAsync(() -> {
            CompletableFuture<Item> unused = store.get(KEY);
        });
        await(sending);
        CompletableFuture<Void> closes = CompletableFuture.runAsync(store::close);
        assertThat(closes)
                .as("it waits")
                .failsWithin(Duration.ofMillis(100))
                .withThrowableOfType(TimeoutException.class);
        goesOn.countDown();

        closes.join();
        asks.join();
        refuses(store);
    }

    @Test
    void close_noAnswer_returnsWhenOneMayTakeNoLonger() {
        service.silence();
        DynamoDbItemStore store = Stubs.store(service.inlineClient(Stubs.CREDENTIALS), TIMEOUT, 1, clock);
        CompletableFuture<Item> inside = store.get(KEY);
        CompletableFuture<Item> inLine = store.get(KEY);
        Instant began = clock.now();

        store.close();

        assertThat(Duration.between(began, clock.now())).isEqualTo(TIMEOUT);
        assertThat(inside).isNotDone();
        assertThat(inLine).isCompletedExceptionally();
        assertThat(service.operations()).hasSize(1);
        refuses(store);
    }

    private void refuses(DynamoDbItemStore store) {
        int sent = service.operations().size();
        assertThatThrownBy(() -> store.get(KEY).join()).hasCauseInstanceOf(StoreException.Misuse.class);
        assertThat(service.operations()).hasSize(sent);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
