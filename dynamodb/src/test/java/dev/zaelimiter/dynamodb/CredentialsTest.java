package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Environment;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;
import software.amazon.awssdk.identity.spi.ResolveIdentityRequest;

/**
 * A8: the SDK asks the source of the credentials on the thread that makes a call. A program of three seconds made calls
 * of 3.0 to 3.9 s against a deadline of one second, and on the timer's thread nobody else's deadline passed either.
 */
final class CredentialsTest {

    private static final Key KEY = Key.of("p", "s");
    /**
     * The SDK measures it in real time, whatever the clock of a test says: it must be long enough for a busy machine.
     */
    private static final Duration CALL = Duration.ofSeconds(20);

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final ManualClock clock = new ManualClock();
    private final StubService service = new StubService().answer(200, "{}");
    private final Source source = new Source();
    private final DynamoDbItemStore store = Stubs.store(service.inlineClient(source), CALL, 4, clock);

    /** A source that answers when the test says so, and counts how often it is asked. */
    private static final class Source implements IdentityProvider<AwsCredentialsIdentity> {
        private int asked;
        private CompletableFuture<AwsCredentialsIdentity> answer = new CompletableFuture<>();

        @Override
        public Class<AwsCredentialsIdentity> identityType() {
            return AwsCredentialsIdentity.class;
        }

        @Override
        public CompletableFuture<AwsCredentialsIdentity> resolveIdentity(ResolveIdentityRequest request) {
            asked++;
            return answer;
        }

        /** From now on it takes its time. */
        void slow() {
            answer = new CompletableFuture<>();
        }
    }

    private AwsCredentialsIdentity validFor(Duration time) {
        return AwsSessionCredentials.builder()
                .accessKeyId("key")
                .secretAccessKey("secret")
                .sessionToken("token")
                .expirationTime(clock.now().plus(time))
                .build();
    }

    private static StoreException failure(CompletableFuture<?> call) {
        assertThat(call).isCompletedExceptionally();
        return (StoreException) call.handle((value, failure) -> failure).join();
    }

    @Test
    void get_sourceIsSlow_waitsWithoutAThreadAndGivesUpInTime() {
        CompletableFuture<Item> first = store.get(KEY);
        assertThat(first).isNotDone();

        clock.advance(PATIENCE);

        assertThat(failure(first))
                .isInstanceOf(StoreException.Unreachable.class)
                .hasMessageContaining("no credentials yet")
                .hasMessageContaining("15000 ms");
        assertThat(service.operations()).isEmpty();
    }

    @Test
    void get_sourceAnswersInTime_isSentThen() {
        CompletableFuture<Item> first = store.get(KEY);
        CompletableFuture<Item> second = store.get(KEY);

        source.answer.complete(validFor(Duration.ofHours(1)));

        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        assertThat(source.asked).isEqualTo(1);
        assertThat(service.operations()).hasSize(2);
    }

    @Test
    void get_whileTheSourceRefreshes_usesTheLastUntilTheyExpire() {
        source.answer.complete(validFor(Duration.ofMinutes(10)));
        store.get(KEY).join();
        source.slow();

        clock.advance(Duration.ofMinutes(9));
        assertThat(store.get(KEY)).isCompleted();
        assertThat(source.asked).isEqualTo(2);
        assertThat(store.get(KEY)).isCompleted();
        assertThat(source.asked).as("one at a time").isEqualTo(2);

        clock.advance(Duration.ofMinutes(1));
        CompletableFuture<Item> late = store.get(KEY);
        assertThat(late).isNotDone();
        source.answer.complete(validFor(Duration.ofMinutes(10)));
        assertThat(late).isCompleted();
    }

    @Test
    void get_often_asksTheSourceOnceASecond() {
        source.answer.complete(AwsBasicCredentials.create("key", "secret"));
        for (int i = 0; i < 100; i++) {
            store.get(KEY).join();
            clock.advance(Duration.ofMillis(100));
        }
        assertThat(source.asked).isBetween(9, 11);
    }

    @Test
    void get_sourceFails_saysWhyAndAsksAgainASecondLater() {
        source.answer.completeExceptionally(SdkClientException.create("process returned 1"));

        assertThat(failure(store.get(KEY)))
                .isInstanceOf(StoreException.Denied.class)
                .hasMessageContaining("my-table")
                .hasMessageContaining("process returned 1");
        assertThat(failure(store.get(KEY))).isInstanceOf(StoreException.Denied.class);
        assertThat(source.asked).isEqualTo(1);

        source.answer = CompletableFuture.completedFuture(validFor(Duration.ofHours(1)));
        clock.advance(Duration.ofSeconds(2));
        assertThat(store.get(KEY)).isCompleted();
        assertThat(service.operations()).hasSize(1);
    }

    @Test
    void get_sourceFailsWhileTheLastAreValid_goesOn() {
        source.answer.complete(validFor(Duration.ofMinutes(10)));
        store.get(KEY).join();
        source.slow();
        source.answer.completeExceptionally(new NoClassDefFoundError("sts"));

        clock.advance(Duration.ofMinutes(9));
        assertThat(store.get(KEY)).isCompleted();
        clock.advance(Duration.ofMinutes(2));
        assertThat(failure(store.get(KEY))).isInstanceOf(StoreException.Denied.class);
    }

    /** The clock of this host may be hours ahead: what a source has just said is taken as it is. */
    @Test
    void get_credentialsThatSeemToHaveExpired_areTriedAllTheSame() {
        source.answer.complete(validFor(Duration.ofHours(-2)));

        assertThat(store.get(KEY)).isCompleted();
    }

    @Test
    void get_sourceThatBlocks_isAskedOnNeitherTheCallersNorTheTimersThread() throws InterruptedException {
        Set<String> threads = ConcurrentHashMap.newKeySet();
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        AwsCredentialsProvider blocking = new AwsCredentialsProvider() {
            @Override
            public AwsCredentials resolveCredentials() {
                threads.add(Thread.currentThread().getName());
                asked.countDown();
                try {
                    assertThat(over.await(30, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return AwsBasicCredentials.create("key", "secret");
            }
        };
        DynamoDbItemStore real = Stubs.store(service.client(blocking), Duration.ofMillis(400), 4, Environment.system());

        CompletableFuture<Item> call = real.get(KEY);
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
        // The timer is free: it ends the call while the source still blocks.
        assertThat(call)
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .withCauseInstanceOf(StoreException.Unreachable.class);
        over.countDown();

        assertThat(threads).hasSize(1).doesNotContain(Thread.currentThread().getName(), "zae-limiter-timer-1");
    }
}
