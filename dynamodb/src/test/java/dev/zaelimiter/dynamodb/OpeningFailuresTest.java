package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.CannotOpenException.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
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
        int port;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = gone.getLocalPort();
        }

        CannotOpenException refused = refused(DynamoDbRepository.builder("my-table")
                .region("us-east-1")
                .endpoint(URI.create("http://127.0.0.1:" + port))
                .credentials("local", "local")
                .callTimeout(Duration.ofSeconds(20)));

        assertThat(refused.reason()).isEqualTo(Reason.NO_ANSWER);
        assertThat(refused).hasMessageContaining(":" + port).hasMessageContaining("check the endpoint");
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
        assertThat(refused).hasMessageContaining("give credentials");
        assertThat(service.operations()).isEmpty();
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
}
