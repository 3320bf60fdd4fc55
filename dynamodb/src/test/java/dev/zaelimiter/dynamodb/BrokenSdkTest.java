package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.CannotOpenException.Reason;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * A7: an error in the SDK, such as that of a class which an older one lacks, left the future of a call open: the bucket
 * stood still for three deadlines, and nobody was told why.
 */
final class BrokenSdkTest {

    private static final Key KEY = Key.of("p", "s");
    private static final Key OTHER = Key.of("q", "s");
    private static final WriteShape TAKE =
            WriteShape.update(Condition.itemExists(), List.of(new Action(Verb.ADD, "n", new Operand.WholeSlot(0))));

    private final ManualClock clock = new ManualClock();
    private final StubService service = new StubService().answer(200, "{}");

    /** What a broken SDK does instead of a call. */
    static Stream<Supplier<Object>> breaks() {
        return Stream.of(
                () -> {
                    throw new NoClassDefFoundError("ThrottlingReason");
                },
                () -> {
                    throw new IllegalStateException("broken");
                },
                () -> CompletableFuture.failedFuture(new NoSuchMethodError("throttlingReasons")),
                () -> CompletableFuture.failedFuture(new StackOverflowError()),
                () -> null,
                () -> CompletableFuture.completedFuture(null),
                () -> CompletableFuture.completedFuture("another type"));
    }

    private DynamoDbItemStore store(Supplier<Object> broken) {
        // One place: what keeps it would keep everybody else out.
        return Stubs.store(client(broken), Duration.ofSeconds(30), 1, clock);
    }

    private DynamoDbAsyncClient client(Supplier<Object> broken) {
        DynamoDbAsyncClient sound = service.inlineClient(Stubs.CREDENTIALS);
        return (DynamoDbAsyncClient) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DynamoDbAsyncClient.class}, (proxy, method, arguments) -> {
                    if (method.getReturnType() == CompletableFuture.class) {
                        return broken.get();
                    }
                    try {
                        return method.invoke(sound, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @ParameterizedTest
    @MethodSource("breaks")
    void call_whateverTheSdkThrows_everyFutureFailsAndLeavesItsPlace(Supplier<Object> broken) {
        DynamoDbItemStore store = store(broken);
        Write take = Write.of(TAKE, KEY, new long[] {-1});
        Write other = Write.of(TAKE, OTHER, new long[] {-1});
        List<CompletableFuture<?>> calls = List.of(
                store.write(take),
                store.transact(List.of(take, other), "token"),
                store.get(KEY),
                store.batchGet(List.of(KEY, OTHER)),
                store.query(Query.of(Query.Index.TABLE, "p")));

        clock.advance(Duration.ofMinutes(1));

        for (CompletableFuture<?> call : calls) {
            assertThat(call).isCompletedExceptionally();
            assertThat(call.handle((value, failure) -> failure).join()).isInstanceOf(StoreException.Uncertain.class);
        }
    }

    @Test
    void call_somethingIsMissing_namesItAndTheVersionThatIsNeeded() {
        DynamoDbItemStore store = store(() -> {
            throw new NoClassDefFoundError("ThrottlingReason");
        });

        Throwable failure = store.get(KEY).handle((item, why) -> why).join();

        assertThat(failure)
                .hasMessageContaining("ThrottlingReason")
                .hasMessageContaining("at least " + SdkVersion.LEAST);
    }

    @Test
    void connect_somethingIsMissing_isRefusedAtOnceByName() {
        Connection connection = Stubs.connection(
                client(() -> {
                    throw new NoSuchMethodError("describeTable");
                }),
                Duration.ofSeconds(30),
                1,
                clock);

        CannotOpenException refused =
                catchThrowableOfType(CannotOpenException.class, () -> new Opening(connection, clock).check());

        assertThat(refused.reason()).isEqualTo(Reason.LIBRARY_UNFIT);
        assertThat(refused)
                .hasMessageContaining("describeTable")
                .hasMessageContaining("class path")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("tried"));
    }

    /** An image that is none: it was read in a callback that nothing watched over. */
    @ParameterizedTest
    @MethodSource("refusals")
    void write_refusedWithAnItemThatCannotBeRead_fails(String code, String more) {
        StubService strange = new StubService().error(400, code, more);
        DynamoDbItemStore store =
                Stubs.store(strange.inlineClient(Stubs.CREDENTIALS), Duration.ofSeconds(30), 1, clock);
        Write take = Write.of(TAKE, KEY, new long[] {-1});
        CompletableFuture<?> call = code.startsWith("Transaction")
                ? store.transact(List.of(take, Write.of(TAKE, OTHER, new long[] {-1})), "token")
                : store.write(take);

        clock.advance(Duration.ofMinutes(1));

        assertThat(call).isCompletedExceptionally();
    }

    static Stream<Arguments> refusals() {
        String item = "{\"PK\":{\"S\":\"p\"},\"SK\":{\"S\":\"s\"},\"n\":{}}";
        return Stream.of(
                Arguments.of("ConditionalCheckFailedException", ",\"Item\":" + item),
                Arguments.of(
                        "TransactionCanceledException",
                        ",\"CancellationReasons\":[{\"Code\":\"ConditionalCheckFailed\",\"Item\":" + item
                                + "},{\"Code\":\"None\"}]"));
    }

    @Test
    void version_olderThanNeeded_isRefusedByName() {
        CannotOpenException refused =
                catchThrowableOfType(CannotOpenException.class, () -> SdkVersion.check("2.29.52"));

        assertThat(refused.reason()).isEqualTo(Reason.LIBRARY_UNFIT);
        assertThat(refused).hasMessageContaining("2.29.52").hasMessageContaining("at least " + SdkVersion.LEAST);
    }

    @Test
    void version_asNeededNewerOrUnknown_isTaken() {
        for (String version :
                new String[] {SdkVersion.LEAST, "2.57.8", "2.100.0", "3.0.0", "2.40.0-SNAPSHOT", "", null}) {
            SdkVersion.check(version);
        }
        SdkVersion.check();
        assertThat(SdkVersion.said()).doesNotContain("null");
    }

    @Test
    void version_leastThatIsNeeded_isSaidInTheDocumentation() throws IOException {
        assertThat(Files.readString(Path.of("..", "docs", "operator", "dynamodb.md")))
                .contains("At least version " + SdkVersion.LEAST);
    }
}
