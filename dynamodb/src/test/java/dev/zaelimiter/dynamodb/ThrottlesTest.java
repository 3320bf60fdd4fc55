package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException.Throttled;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a throttled call tells of the limit that it met. */
final class ThrottlesTest {

    private final StubService service = new StubService();

    private Throttled failure() {
        DynamoDbItemStore store = Stubs.store(service.client(), Duration.ofSeconds(30));
        Throwable thrown = catchThrowable(() -> store.get(Key.of("p", "s")).join());
        assertThat(thrown).hasCauseInstanceOf(Throttled.class);
        return (Throttled) thrown.getCause();
    }

    /** The service's model spells the list's name differently in its exceptions. */
    private static String throttling(String... reasons) {
        String list = Stream.of(reasons)
                .map(reason -> "{\"reason\":\"" + reason + "\",\"resource\":\"arn:t\"}")
                .collect(Collectors.joining(",", "[", "]"));
        return ",\"ThrottlingReasons\":" + list + ",\"throttlingReasons\":" + list;
    }

    /** Another key helps where one range alone is throttled; a bucket is then divided. */
    @ParameterizedTest
    @CsvSource({
        "ProvisionedThroughputExceededException, TableWriteKeyRangeThroughputExceeded, true",
        "ThrottlingException, TableWriteKeyRangeThroughputExceeded, true",
        "RequestLimitExceeded, TableReadKeyRangeThroughputExceeded, true",
        "ProvisionedThroughputExceededException, TableWriteProvisionedThroughputExceeded, false",
        "ThrottlingException, TableWriteMaxOnDemandThroughputExceeded, false",
        "ThrottlingException, TableWriteAccountLimitExceeded, false",
        "ThrottlingException, IndexWriteKeyRangeThroughputExceeded, false",
    })
    void get_throttled_tellsWhetherItWasTheKeyRange(String code, String reason, boolean keyRange) {
        service.error(400, code, throttling(reason));

        assertThat(failure().keyRange()).isEqualTo(keyRange);
    }

    @Test
    void get_throttledForMoreThanTheKeyRange_wouldNotBeHelpedByAnotherKey() {
        service.error(
                400,
                "ThrottlingException",
                throttling("TableWriteKeyRangeThroughputExceeded", "TableWriteAccountLimitExceeded"));

        assertThat(failure().keyRange()).isFalse();
    }

    @Test
    void get_throttledForNoReasonThatIsTold_isNotTakenForTheKeyRange() {
        service.error(400, "ProvisionedThroughputExceededException");

        assertThat(failure().keyRange()).isFalse();
    }
}
