package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.StoreException.Misuse;
import dev.zaelimiter.store.StoreException.Throttled;
import dev.zaelimiter.store.StoreException.Uncertain;
import dev.zaelimiter.store.StoreException.Unreachable;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** What each failure becomes, and that a write is sent once, whatever the client's own retries are. */
final class StoreFailuresTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final WriteShape TAKE =
            WriteShape.update(Condition.itemExists(), List.of(new Action(Verb.ADD, "n", new Operand.WholeSlot(0))));
    private static final Write WRITE = Write.of(TAKE, Key.of("p", "s"), new long[] {-1});

    private static final Write OTHER = Write.of(TAKE, Key.of("q", "s"), new long[] {-1});

    private final StubService service = new StubService();

    private DynamoDbItemStore store(Duration callTimeout) {
        return Stubs.store(service.client(), callTimeout);
    }

    private StoreException failure() {
        return failure(LONG);
    }

    private StoreException failure(Duration callTimeout) {
        Throwable thrown = catchThrowable(() -> store(callTimeout).write(WRITE).join());
        assertThat(thrown).hasCauseInstanceOf(StoreException.class);
        StoreException failure = (StoreException) thrown.getCause();
        assertThat(failure).hasMessageContaining("my-table");
        return failure;
    }

    @ParameterizedTest
    @CsvSource({
        "400, ProvisionedThroughputExceededException, Throttled",
        "400, ThrottlingException, Throttled",
        "400, RequestLimitExceeded, Throttled",
        "400, ReplicatedWriteConflictException, Conflict",
        "400, TransactionConflictException, Conflict",
        "400, TransactionInProgressException, Uncertain",
        "500, InternalServerError, Uncertain",
        "503, ServiceUnavailable, Uncertain",
        "502, BadGateway, Uncertain",
        "400, AccessDeniedException, Denied",
        "400, UnrecognizedClientException, Denied",
        "400, ExpiredTokenException, Denied",
        "403, RequestExpired, Denied",
        "403, RequestTimeTooSkewed, Denied",
        "403, MissingAuthenticationTokenException, Denied",
        "400, InvalidSignatureException, Denied",
        "400, ResourceNotFoundException, Denied",
        "400, ValidationException, Misuse",
        "413, SomethingNew, Misuse",
        "403, SomethingNew, Denied",
    })
    void write_serviceError_becomesWhatMayBeAssumed(int status, String code, String expected) {
        service.error(status, code);

        assertThat(failure().getClass().getSimpleName()).isEqualTo(expected);
    }

    @Test
    void write_serviceError_isSentOnceThoughTheClientRetries() {
        service.error(500, "InternalServerError");
        failure();

        assertThat(service.operations()).containsExactly("UpdateItem");
    }

    @Test
    void write_throttled_isSentOnceAndSaysWhere() {
        service.error(
                400,
                "ProvisionedThroughputExceededException",
                ",\"ThrottlingReasons\":[{\"reason\":\"TableWriteKeyRangeThroughputExceeded\",\"resource\":\"arn:t\"}]");

        assertThat(failure())
                .isInstanceOf(Throttled.class)
                .hasMessageContaining("TableWriteKeyRangeThroughputExceeded of arn:t");
        assertThat(service.operations()).hasSize(1);
    }

    @Test
    void write_conflict_isSentAgainSinceItWasNotApplied() {
        service.error(400, "TransactionConflictException")
                .error(400, "TransactionConflictException")
                .answer(200, "{\"Attributes\":{\"PK\":{\"S\":\"p\"},\"SK\":{\"S\":\"s\"},\"n\":{\"N\":\"4\"}}}");

        WriteResult.Written written =
                (WriteResult.Written) store(LONG).write(WRITE).join();

        assertThat(written.after().whole("n", 0)).isEqualTo(4);
        assertThat(service.operations()).hasSize(3);
    }

    @Test
    void write_conditionFailed_isAnAnswerWithTheImage() {
        service.error(
                400,
                "ConditionalCheckFailedException",
                ",\"Item\":{\"PK\":{\"S\":\"p\"},\"SK\":{\"S\":\"s\"},\"n\":{\"N\":\"0\"}}");

        WriteResult.Refused refused =
                (WriteResult.Refused) store(LONG).write(WRITE).join();

        assertThat(refused.current().whole("n", -1)).isZero();
    }

    /** The SDK refuses to work for an interrupted thread, and took its interrupt away: what it gave back was lost. */
    @Test
    void write_byAnInterruptedThread_isSentAndLeavesItInterrupted() {
        service.answer(200, "{\"Attributes\":{\"PK\":{\"S\":\"p\"},\"SK\":{\"S\":\"s\"},\"n\":{\"N\":\"4\"}}}");

        Thread.currentThread().interrupt();
        CompletableFuture<WriteResult> answer = store(LONG).write(WRITE);
        boolean interrupted = Thread.interrupted();

        assertThat(interrupted).isTrue();
        assertThat(answer.join()).isInstanceOf(WriteResult.Written.class);
    }

    @Test
    void write_noConnection_isUnreachable() {
        service.fail(new ConnectException("refused"));
        assertThat(failure()).isInstanceOf(Unreachable.class).hasMessageContaining("endpoint");
    }

    @Test
    void write_noSuchHost_isUnreachableAndPointsAtTheRegion() {
        service.fail(new UnknownHostException("dynamodb.nowhere"));
        assertThat(failure()).isInstanceOf(Unreachable.class).hasMessageContaining("region");
    }

    @Test
    void write_handshakeFailed_isUnreachable() {
        service.fail(new SSLHandshakeException("no trust"));
        assertThat(failure()).isInstanceOf(Unreachable.class);
    }

    @Test
    void write_connectionLost_isUncertain() {
        service.fail(new IOException("Connection reset by peer"));
        assertThat(failure()).isInstanceOf(Uncertain.class);
        assertThat(service.operations()).hasSize(1);
    }

    @Test
    void write_noAnswer_isUncertain() {
        service.silence();
        assertThat(failure(Duration.ofMillis(50))).isInstanceOf(Uncertain.class);
        assertThat(service.operations()).hasSize(1);
    }

    @Test
    void retriesOfAClientOfOnesOwn_areSwitchedOffWhereThereAreAny() {
        assertThat(pluginsOf(service.client())).hasSize(1);
        assertThat(pluginsOf(DynamoDbAsyncClient.builder()
                        .httpClient(service)
                        .region(Region.US_EAST_1)
                        .overrideConfiguration(settings -> settings.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                        .build()))
                .isEmpty();
    }

    private static List<SdkPlugin> pluginsOf(DynamoDbAsyncClient client) {
        return Stubs.connection(client, LONG, 4, Environment.system())
                .requests()
                .update(WRITE)
                .overrideConfiguration()
                .orElseThrow()
                .plugins();
    }

    @Test
    void write_noPlaceLeft_isNotSentAndSaysSo() {
        service.silence();
        DynamoDbItemStore store = Stubs.store(service.client(), Duration.ofMillis(300), 1, Environment.system());
        CompletableFuture<?> first = store.write(WRITE);

        Throwable thrown = catchThrowable(() -> store.write(OTHER).join());

        assertThat(thrown)
                .hasCauseInstanceOf(StoreException.Unreachable.class)
                .hasMessageContaining("my-table")
                .hasMessageContaining("maxConcurrency 1");
        assertThat(service.operations()).hasSize(1);
        assertThat(catchThrowable(first::join)).hasCauseInstanceOf(StoreException.Uncertain.class);
    }

    @Test
    void write_answerOfSomethingElse_saysSo() {
        service.answer(404, "<html>not found</html>");

        assertThat(failure()).isInstanceOf(Misuse.class).hasMessageContaining("no answer of DynamoDB");
    }

    @Test
    void write_answerThatMakesNoSense_isUncertain() {
        service.answer(200, "{\"Attributes\":{\"n\":{\"N\":\"1\"");
        assertThat(catchThrowable(() -> store(LONG).write(WRITE).join()).getCause())
                .isInstanceOf(Uncertain.class);
    }

    /** A17: it became "a fault in the limiter", when the engine read an item that was none. */
    @Test
    void anyCall_politeAnswerOfSomethingElse_isUncertainAndSaysSo() {
        service.answer(200, "{}");
        DynamoDbItemStore store = store(LONG);

        for (CompletableFuture<?> call : List.of(
                store.write(WRITE),
                store.batchGet(List.of(WRITE.key())),
                store.query(Query.of(Query.Index.TABLE, "p")))) {
            assertThat(call)
                    .failsWithin(LONG)
                    .withThrowableThat()
                    .withCauseInstanceOf(Uncertain.class)
                    .withMessageContaining("no answer of DynamoDB: check the endpoint");
        }
    }

    @Test
    void get_itemOfAnotherKey_isUncertain() {
        service.answer(200, "{\"Item\":{\"PK\":{\"S\":\"p\"},\"SK\":{\"S\":\"other\"}}}");

        assertThat(store(LONG).get(WRITE.key()))
                .failsWithin(LONG)
                .withThrowableThat()
                .withCauseInstanceOf(Uncertain.class);
    }

    @ParameterizedTest
    @CsvSource({"501", "500", "502", "503", "504"})
    void write_serverErrorWithoutAName_isUncertainAndSaysThatItIsNoDynamoDb(int status) {
        service.answer(status, "");

        assertThat(failure()).isInstanceOf(Uncertain.class).hasMessageContaining("no answer of DynamoDB");
        assertThat(service.operations()).hasSize(1);
    }
}
