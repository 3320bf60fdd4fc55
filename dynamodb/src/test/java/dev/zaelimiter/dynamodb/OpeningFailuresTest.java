package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.CannotOpenException.Reason;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.store.Item;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;

/** What somebody is told whose endpoint, region, credentials or table are wrong: which table, and what to do. */
final class OpeningFailuresTest {

    private static final String OTHER_SCHEMA = """
            {"Table": {"TableName": "my-table", "TableStatus": "ACTIVE",
              "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"}],
              "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}}
            """;

    private static final String NAMESPACE = """
            {"Item": {"PK": {"S": "_/SYSTEM#"}, "SK": {"S": "#NAMESPACE#default"}, "namespace_id": {"S": "abcdefghijk"}}}
            """;

    private final StubService service = new StubService();

    private static CannotOpenException refused(DynamoDbBuilder builder) {
        CannotOpenException refused = catchThrowableOfType(
                CannotOpenException.class, () -> builder.connect().close());
        assertThat(refused).isNotNull().hasMessageContaining("my-table");
        return refused;
    }

    private CannotOpenException refused() {
        return refused(DynamoDbRepository.builder("my-table").client(service.client()));
    }

    @Test
    void connect_nobodyListensAtTheEndpoint_namesItAndWhatToCheck() throws IOException {
        try (Deaf deaf = new Deaf()) {
            CannotOpenException refused = refused(DynamoDbRepository.builder("my-table")
                    .region("us-east-1")
                    .endpoint(URI.create("http://127.0.0.1:" + deaf.port()))
                    .credentials("local", "local")
                    .callTimeout(Duration.ofSeconds(20)));

            assertThat(refused.reason()).isEqualTo(Reason.NO_ANSWER);
            assertThat(refused).hasMessageContaining(":" + deaf.port()).hasMessageContaining("check the endpoint");
        }
    }

    @Test
    void connect_otherRegion_saysThatThereIsNoTableAndWhere() {
        service.error(400, "ResourceNotFoundException");

        CannotOpenException refused = refused();

        assertThat(refused.reason()).isEqualTo(Reason.TABLE_MISSING);
        assertThat(refused).hasMessageContaining("us-east-1").hasMessageContaining("the region");
    }

    @ParameterizedTest
    @CsvSource({
        "AccessDeniedException, check the credentials",
        "UnrecognizedClientException, check the credentials",
        "ExpiredTokenException, renew the credentials"
    })
    void connect_notAllowed_saysWhatToDo(String code, String advice) {
        service.error(400, code);

        CannotOpenException refused = refused();

        assertThat(refused.reason()).isEqualTo(Reason.ACCESS_DENIED);
        assertThat(refused).hasMessageContaining(advice);
        assertThat(service.operations()).containsExactly("DescribeTable");
    }

    @Test
    void connect_noCredentials_saysWhereToGiveThem() {
        AwsCredentialsProvider none = () -> {
            throw SdkClientException.create("Unable to load credentials from any of the providers in the chain");
        };

        CannotOpenException refused =
                refused(DynamoDbRepository.builder("my-table").client(service.client(none)));

        assertThat(refused.reason()).isEqualTo(Reason.ACCESS_DENIED);
        assertThat(refused).hasMessageContaining("no credentials: give them");
        assertThat(service.operations()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"404, <html>not here</html>", "200, <html>welcome</html>"})
    void connect_endpointIsAnotherService_saysSo(int status, String page) {
        service.answer(status, page);

        CannotOpenException refused = refused();

        assertThat(refused.reason()).isEqualTo(Reason.NO_ANSWER);
        assertThat(refused).hasMessageContaining("no answer of DynamoDB: check the endpoint");
    }

    @Test
    void builder_whatNoServiceAccepts_isRefusedByName() {
        DynamoDbBuilder builder = DynamoDbRepository.builder("my-table");

        assertThatThrownBy(() -> builder.region("eu west 1"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("region 'eu west 1'");
        assertThatThrownBy(() -> builder.endpoint(URI.create("ftp://127.0.0.1:8000")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("ftp://127.0.0.1:8000")
                .hasMessageContaining("http://HOST:PORT");
        assertThatThrownBy(() -> builder.credentials(" ", "secret"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("accessKey");
        assertThatThrownBy(() -> builder.credentials("key", ""))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("secretKey");
    }

    @Test
    void open_tableWithAnotherSchema_isLeftAlone() {
        service.answer(200, OTHER_SCHEMA);

        CannotOpenException refused = catchThrowableOfType(
                CannotOpenException.class,
                () -> DynamoDbRepository.builder("my-table")
                        .client(service.client())
                        .open());

        assertThat(refused.reason()).isEqualTo(Reason.TABLE_UNFIT);
        assertThat(refused)
                .hasMessageContaining("my-table")
                .hasMessageContaining("id (N)")
                .hasMessageContaining("name another table");
        assertThat(service.operations()).containsExactly("DescribeTable");
    }

    @Test
    @DisplayName("a table whose index is being made anew could be neither looked at nor read")
    void tableWithoutAnIndex_isReadAndNotOpened() {
        String table = """
                {"Table": {"TableName": "my-table", "TableStatus": "ACTIVE",
                  "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"},
                    {"AttributeName": "SK", "AttributeType": "S"}],
                  "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}]}}
                """;
        DynamoDbBuilder builder = DynamoDbRepository.builder("my-table").client(service.client());
        service.answer(200, table)
                .answer(200, "{}")
                .answer(200, table)
                .answer(200, "{\"Items\": [{\"PK\": {\"S\": \"a\"}, \"SK\": {\"S\": \"b\"}}]}")
                .answer(200, table);

        assertThat(builder.report().indexes()).isEmpty();
        List<Item> items = new ArrayList<>();
        builder.items(about -> {}, items::add);
        assertThat(items).hasSize(1);
        assertThat(refused(builder)).hasMessageContaining("it has no index GSI1 (make it");
    }

    /** The first calls of a process are its slowest, and many processes may start together. */
    @Test
    void connect_storeThatIsBusyAtFirst_opensInTheEnd() {
        fittingTable();
        service.error(500, "InternalServerError")
                .answer(200, "{}")
                .error(400, "ThrottlingException")
                .error(500, "InternalServerError")
                .answer(200, NAMESPACE);

        try (LimitRepository repository =
                DynamoDbRepository.builder("my-table").client(service.client()).connect()) {
            assertThat(repository.statistics().reads()).isZero();
        }
        assertThat(service.operations())
                .containsExactly("DescribeTable", "GetItem", "GetItem", "GetItem", "GetItem", "GetItem");
    }

    @Test
    void connect_storeThatStaysTooSlow_saysWhatItWaitedForAndWhatToDo() {
        fittingTable();
        // What is read before it may take longer than 50 ms on a busy machine, and is then read again.
        service.silentAbout("#NAMESPACE#default", "{}");

        CannotOpenException refused = refused(DynamoDbRepository.builder("my-table")
                .client(service.client())
                .callTimeout(Duration.ofMillis(50))
                .settings(settings -> settings.deadline(Duration.ofMillis(50))));

        assertThat(refused.reason()).isEqualTo(Reason.NO_ANSWER);
        assertThat(refused)
                .hasMessageContaining("us-east-1")
                .hasMessageContaining("namespace default")
                .hasMessageContaining("in 500 ms")
                .hasMessageContaining("callTimeout")
                .hasMessageContaining("nothing was changed");
    }

    /** Whoever guesses an id would write beside what is there. */
    @Test
    void connect_damagedNamespace_namesTheItemAndWhatToDo() {
        fittingTable();
        service.answer(200, "{}").answer(200, NAMESPACE.replace("namespace_id", "namespace-id"));

        CannotOpenException refused = refused();

        assertThat(refused.reason()).isEqualTo(Reason.TABLE_UNFIT);
        assertThat(refused)
                .hasMessageContaining("#NAMESPACE#default")
                .hasMessageContaining("namespace_id is not a text")
                .hasMessageContaining("Write it back");
    }

    @Test
    void connect_itemsMayNotBeRead_saysSoAtOnce() {
        fittingTable();
        service.answer(200, "{}").error(400, "AccessDeniedException");

        // On a busy machine a first answer may take longer than a second, and what it answers is asked again.
        CannotOpenException refused = refused(DynamoDbRepository.builder("my-table")
                .client(service.client())
                .callTimeout(Duration.ofSeconds(20))
                .settings(settings -> settings.deadline(Duration.ofSeconds(20))));

        assertThat(refused.reason()).isEqualTo(Reason.ACCESS_DENIED);
        assertThat(refused).hasMessageContaining("check the credentials");
        assertThat(service.operations()).hasSize(3);
    }

    /** The service has a table as {@code open} makes it. */
    private void fittingTable() {
        service.answer(200, "{\"Table\": " + TableDescriptions.fitting("ACTIVE") + "}");
    }

    @Test
    void connect_interruptedThread_givesUpAtOnceAndStaysInterrupted() {
        service.silence();

        Thread.currentThread().interrupt();
        CannotOpenException refused = refused();
        boolean interrupted = Thread.interrupted();

        assertThat(interrupted).isTrue();
        assertThat(refused).hasMessageContaining("interrupted before the answer came");
        assertThat(service.operations()).hasSize(1);
    }
}
