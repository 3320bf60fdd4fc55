package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.StoreException.Throttled;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a transaction that was cancelled, and of keys that were left unread. */
final class ManyItemsFailuresTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final WriteShape TAKE =
            WriteShape.update(Condition.itemExists(), List.of(new Action(Verb.ADD, "n", new Operand.WholeSlot(0))));
    private static final Write WRITE = Write.of(TAKE, Key.of("p", "s"), new long[] {-1});
    private static final Write OTHER = Write.of(TAKE, Key.of("q", "s"), new long[] {-1});

    private final StubService service = new StubService();

    private DynamoDbItemStore store() {
        return Stubs.store(service.client(), LONG);
    }

    private static String cancelled(String... reasons) {
        return ",\"CancellationReasons\":[" + String.join(",", reasons) + "]";
    }

    @Test
    void transact_conditionsFailed_isARefusalThatNamesThem() {
        service.error(
                400,
                "TransactionCanceledException",
                cancelled(
                        "{\"Code\":\"None\"}",
                        "{\"Code\":\"ConditionalCheckFailed\",\"Item\":{\"PK\":{\"S\":\"q\"},\"SK\":{\"S\":\"s\"}}}"));

        TransactionResult result =
                store().transact(List.of(WRITE, OTHER), "token").join();

        assertThat(((TransactionResult.Refused) result).failures()).containsOnlyKeys(1);
    }

    @ParameterizedTest
    @CsvSource({
        "TransactionConflict, Conflict, 4",
        "ThrottlingError, Throttled, 1",
        "ProvisionedThroughputExceeded, Throttled, 1",
        "ValidationError, Misuse, 1",
    })
    void transact_cancelledForOtherReasonsToo_isNoRefusal(String code, String expected, int sent) {
        service.error(
                400,
                "TransactionCanceledException",
                cancelled("{\"Code\":\"ConditionalCheckFailed\"}", "{\"Code\":\"" + code + "\"}"));

        Throwable thrown = catchThrowable(
                () -> store().transact(List.of(WRITE, OTHER), "token").join());

        assertThat(thrown.getCause().getClass().getSimpleName()).isEqualTo(expected);
        assertThat(service.operations()).hasSize(sent);
        assertThat(((StoreException) thrown.getCause()).maybeApplied()).isFalse();
    }

    @Test
    void batchGet_keysLeftUnread_areAskedForAgain() {
        String left = "\"UnprocessedKeys\":{\"my-table\":{\"Keys\":[{\"PK\":{\"S\":\"q\"},\"SK\":{\"S\":\"s\"}}]}}";
        String none = "\"UnprocessedKeys\":{}";
        service.answer(200, "{\"Responses\":{\"my-table\":[{\"PK\":{\"S\":\"p\"},\"SK\":{\"S\":\"s\"}}]}," + left + "}")
                .answer(
                        200,
                        "{\"Responses\":{\"my-table\":[{\"PK\":{\"S\":\"q\"},\"SK\":{\"S\":\"s\"}}]}," + none + "}");

        assertThat(store().batchGet(List.of(WRITE.key(), OTHER.key())).join())
                .containsOnlyKeys(WRITE.key(), OTHER.key());
        assertThat(service.operations()).hasSize(2);
    }

    @Test
    void batchGet_keysNeverRead_isThrottledAndNotAbsent() {
        service.answer(
                200,
                "{\"Responses\":{\"my-table\":[]},\"UnprocessedKeys\":{\"my-table\":{\"Keys\":[{\"PK\":{\"S\":\"p\"},"
                        + "\"SK\":{\"S\":\"s\"}}]}}}");

        Throwable thrown =
                catchThrowable(() -> store().batchGet(List.of(WRITE.key())).join());

        assertThat(thrown).hasCauseInstanceOf(Throttled.class);
    }

    @ParameterizedTest
    @CsvSource({"1, 4, false", "2, 4, true", "32, 4, true", "33, 8, true"})
    void batchGet_oneKeyNeverRead_saysWhetherOthersWere(int count, int calls, boolean othersWereRead) {
        service.answer(
                200,
                "{\"Responses\":{\"my-table\":[]},\"UnprocessedKeys\":{\"my-table\":{\"Keys\":[{\"PK\":{\"S\":\"p0\"},"
                        + "\"SK\":{\"S\":\"s\"}}]}}}");
        List<Key> keys =
                IntStream.range(0, count).mapToObj(i -> Key.of("p" + i, "s")).toList();

        Throwable thrown = catchThrowable(() -> store().batchGet(keys).join());

        assertThat(thrown).hasCauseInstanceOf(Throttled.class).hasMessageContaining("1 of " + count + " keys");
        assertThat(((Throttled) thrown.getCause()).keyRange()).isEqualTo(othersWereRead);
        assertThat(service.operations()).hasSize(calls);
    }

    @Test
    void batchGet_manyKeys_goesInPartsOfAHundred() {
        service.answer(200, "{\"Responses\":{\"my-table\":[]},\"UnprocessedKeys\":{}}");
        List<Key> keys =
                IntStream.range(0, 201).mapToObj(i -> Key.of("p" + i, "s")).toList();

        assertThat(store().batchGet(keys).join()).isEmpty();
        assertThat(service.operations()).hasSize(3);
    }
}
