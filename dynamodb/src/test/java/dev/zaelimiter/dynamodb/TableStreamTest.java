package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import dev.zaelimiter.Environment;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.StreamPage;
import dev.zaelimiter.store.StreamPlace;
import dev.zaelimiter.store.StreamShard;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a table's stream says when it has dropped, or forgotten, or refuses; the service is a stand-in on this host. */
class TableStreamTest {

    private static final String ARN = "arn:aws:dynamodb:us-east-1:1:table/my-table/stream/";
    private static final StreamShard SHARD = new StreamShard("new", "shardId-1", null);

    private final Map<String, Deque<String>> answers = new HashMap<>();
    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    private HttpServer server;
    private Connection connection;
    private TableStream stream;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String action =
                    exchange.getRequestHeaders().getFirst("X-Amz-Target").replaceFirst(".*\\.", "");
            requests.add(action + " " + body);
            Deque<String> given = answers.get(action);
            String answer = given == null ? "{}" : given.size() > 1 ? given.removeFirst() : given.getFirst();
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
            exchange.sendResponseHeaders(answer.contains("__type") ? 400 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        connection = Connection.make(
                "my-table",
                new Connection.Route(
                        "us-east-1",
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
                        Stubs.CREDENTIALS),
                new Connection.Settings(Duration.ofSeconds(30), false, 4),
                Environment.system());
        stream = new TableStream(connection);
        table("NEW_AND_OLD_IMAGES", true);
        answer("ListStreams", "{\"Streams\":[" + listed("old") + "," + listed("new") + "]}");
        answer("DescribeStream", description("shardId-1"));
        answer("GetShardIterator", "{\"ShardIterator\":\"fresh\"}");
    }

    @AfterEach
    void stop() {
        connection.close();
        server.stop(0);
    }

    private void answer(String action, String... inOrder) {
        answers.put(action, new ArrayDeque<>(List.of(inOrder)));
    }

    private void table(String images, boolean enabled) {
        answer(
                "DescribeTable",
                "{\"Table\":{\"TableName\":\"my-table\",\"LatestStreamArn\":\"" + ARN
                        + "new\",\"LatestStreamLabel\":\"new\",\"StreamSpecification\":{\"StreamEnabled\":" + enabled
                        + ",\"StreamViewType\":\"" + images + "\"}}}");
    }

    private static String listed(String label) {
        return "{\"StreamArn\":\"" + ARN + label + "\",\"StreamLabel\":\"" + label + "\",\"TableName\":\"my-table\"}";
    }

    private static String description(String... shards) {
        StringBuilder all = new StringBuilder();
        for (String each : shards) {
            all.append(all.isEmpty() ? "" : ",")
                    .append("{\"ShardId\":\"")
                    .append(each)
                    .append("\"}");
        }
        return "{\"StreamDescription\":{\"Shards\":[" + all + "]}}";
    }

    private static String error(String code) {
        return "{\"__type\":\"com.amazonaws.dynamodb.v20120810#" + code + "\",\"message\":\"said\"}";
    }

    private static String records(String next, String... numbers) {
        StringBuilder all = new StringBuilder();
        for (String each : numbers) {
            String key = "{\"PK\":{\"S\":\"p\"},\"SK\":{\"S\":\"s\"}";
            all.append(all.isEmpty() ? "" : ",")
                    .append("{\"dynamodb\":{\"SequenceNumber\":\"" + each
                            + "\",\"ApproximateCreationDateTime\":1,\"Keys\":" + key + "},\"NewImage\":" + key
                            + ",\"n\":{\"N\":\"" + each + "\"}}}}");
        }
        return "{\"Records\":[" + all + "]" + (next == null ? "" : ",\"NextShardIterator\":\"" + next + "\"") + "}";
    }

    private StreamPage read(StreamPlace from) {
        stream.shards().join();
        return stream.read(from, 100).join();
    }

    @Test
    void shards_ofATableWhoseStreamWasSwitchedOffAndOn_areThoseOfBothStreams() {
        assertThat(stream.shards().join().newest()).isEqualTo("new");
        assertThat(stream.shards().join().shards())
                .extracting(StreamShard::stream)
                .containsExactlyInAnyOrder("new", "old");
    }

    @ParameterizedTest
    @CsvSource({"NEW_IMAGE, true, NEW_AND_OLD_IMAGES", "NEW_AND_OLD_IMAGES, false, has no stream"})
    void shards_ofAStreamThatIsOffOrShowsTooLittle_areDenied(String images, boolean enabled, String told) {
        table(images, enabled);
        Throwable thrown = catchThrowable(() -> stream.shards().join());
        assertThat(thrown).hasCauseInstanceOf(StoreException.Denied.class).hasMessageContaining(told);
    }

    @Test
    void shards_withoutPermission_nameTheActions() {
        answer("ListStreams", error("AccessDeniedException"));
        assertThat(catchThrowable(() -> stream.shards().join()))
                .hasCauseInstanceOf(StoreException.Denied.class)
                .hasMessageContaining("dynamodb:ListStreams");
    }

    @Test
    void read_onFromAPlace_keepsTheNumberAsItIsWritten() {
        answer("GetRecords", records("next", "000000000000000000000011", "000000000000000000000012"));
        StreamPage page = read(StreamPlace.of(SHARD, "000000000000000000000010"));
        assertThat(page.gap()).isFalse();
        assertThat(page.records())
                .extracting(each -> each.sequence())
                .containsExactly(BigInteger.valueOf(11), BigInteger.valueOf(12));
        assertThat(page.next()).isEqualTo(new StreamPlace(SHARD, "000000000000000000000012", "next"));
        assertThat(requests)
                .anyMatch(each -> each.startsWith("GetShardIterator") && each.contains("AFTER_SEQUENCE_NUMBER"));
    }

    @Test
    void read_withAnExpiredIterator_findsThePlaceAgain() {
        answer("GetRecords", error("ExpiredIteratorException"), records("next"));
        StreamPage page = read(new StreamPlace(SHARD, "000000000000000000000010", "stale"));
        assertThat(page.gap()).isFalse();
        assertThat(page.next()).isEqualTo(new StreamPlace(SHARD, "000000000000000000000010", "next"));
    }

    @Test
    void read_whatWasTrimmed_tellsOfTheGapAndGoesOnAtTheOldest() {
        answer("GetRecords", error("TrimmedDataAccessException"), records("next", "000000000000000000000021"));
        StreamPage page = read(new StreamPlace(SHARD, "000000000000000000000010", "stale"));
        assertThat(page.gap()).isTrue();
        assertThat(page.records()).hasSize(1);
        assertThat(requests).anyMatch(each -> each.startsWith("GetShardIterator") && each.contains("TRIM_HORIZON"));
    }

    @Test
    void read_aShardThatIsForgotten_endsWithAGap() {
        answer("GetShardIterator", error("ResourceNotFoundException"));
        StreamPage page = read(StreamPlace.of(SHARD, null));
        assertThat(page.gap()).isTrue();
        assertThat(page.next()).isNull();
    }

    @Test
    void read_theEndOfAShard_hasNoNextPlace() {
        answer("GetRecords", records(null, "000000000000000000000011"));
        StreamPage page = read(StreamPlace.of(SHARD, null));
        assertThat(page.records()).hasSize(1);
        assertThat(page.next()).isNull();
        assertThat(page.gap()).isFalse();
    }

    @Test
    void read_withoutPermission_namesTheAction() {
        answer("GetRecords", error("AccessDeniedException"));
        assertThat(catchThrowable(() -> read(StreamPlace.of(SHARD, null))))
                .hasCauseInstanceOf(StoreException.Denied.class)
                .hasMessageContaining("dynamodb:GetRecords");
    }

    @Test
    void read_throttled_isThrottledAndLeavesThePlace() {
        answer("GetRecords", error("LimitExceededException"));
        assertThat(catchThrowable(() -> read(StreamPlace.of(SHARD, null)))).hasCauseInstanceOf(StoreException.class);
        answer("GetRecords", records("next", "000000000000000000000011"));
        assertThat(read(StreamPlace.of(SHARD, null)).records()).hasSize(1);
    }
}
