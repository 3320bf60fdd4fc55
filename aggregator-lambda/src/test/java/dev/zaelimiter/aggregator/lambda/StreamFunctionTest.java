package dev.zaelimiter.aggregator.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.aggregator.Aggregator;
import dev.zaelimiter.aggregator.ArchiveSink;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.testkit.FaultyStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamFunctionTest {

    private static final String ARN =
            "arn:aws:dynamodb:eu-west-1:123456789012:table/my-app/stream/2026-03-01T00:00:00.000";

    private final ManualClock clock = new ManualClock();
    private final FaultyStore store = FaultyStore.over(new InMemoryStore(clock));
    private final LimitRepository repository =
            RepositoryBuilder.on(store).environment(clock).build();
    private ArchiveSink archive = object -> CompletableFuture.completedFuture(Optional.empty());
    private int opened;

    private final StreamFunction handler = new StreamFunction(
            LambdaSettings.of(Map.of("ZAEL_STACK", "my-app")),
            clock,
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
            (settings, environment, out) -> {
                opened++;
                return new Tables(
                        repository,
                        List.of(),
                        Aggregator.of(repository)
                                .archive(object -> archive.storeIfAbsent(object))
                                .build());
            });

    @AfterEach
    void close() {
        repository.close();
    }

    private String call(String event) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        handler.handleRequest(
                new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), answer, new TimeLeft(10_000));
        return answer.toString(StandardCharsets.UTF_8);
    }

    /** Records of changes that expired, as Lambda sends them. */
    private static String expired(String... numbers) {
        StringBuilder event = new StringBuilder("{\"shardId\":\"shardId-1\",\"Records\":[");
        for (String number : numbers) {
            String keys = "\"PK\":{\"S\":\"ns1/AUDIT#e\"},\"SK\":{\"S\":\"#AUDIT#" + number + "\"}";
            event.append(event.charAt(event.length() - 1) == '[' ? "" : ",")
                    .append("{\"eventName\":\"REMOVE\",\"eventSourceARN\":\"" + ARN
                            + "\",\"userIdentity\":{\"type\":\"Service\",")
                    .append("\"principalId\":\"dynamodb.amazonaws.com\"},\"dynamodb\":{\"SequenceNumber\":\"" + number
                            + "\",")
                    .append("\"ApproximateCreationDateTime\":1704067200,\"Keys\":{" + keys + "},\"OldImage\":{" + keys)
                    .append(",\"timestamp\":{\"S\":\"2024-01-01T00:00:00Z\"}}}}");
        }
        return event.append("]}").toString();
    }

    @Test
    void handle_allDone_saysThatNothingFailed() throws IOException {
        assertThat(call(expired("001", "002"))).isEqualTo("{\"batchItemFailures\":[],\"state\":{}}");
        assertThat(call(expired("003"))).contains("\"batchItemFailures\":[]");
        assertThat(opened).isEqualTo(1);
    }

    @Test
    void handle_aFailure_namesTheFirstChangeThatMustComeAgainAsTheEventDid() throws IOException {
        store.down();
        assertThat(call(expired("0011", "0012"))).contains("\"batchItemFailures\":[{\"itemIdentifier\":\"0011\"}]");
        store.up();
        assertThat(call(expired("0011", "0012"))).contains("\"batchItemFailures\":[]");
    }

    /** An archive that failed held up the usage of the shard. */
    @Test
    void handle_anArchiveThatFails_putsRecordsAsideAndArchivesThemLater() throws IOException {
        List<String> archived = new ArrayList<>();
        archive = object -> CompletableFuture.failedFuture(new StoreException.Denied("no bucket", null));
        assertThat(call(expired("0011", "0012"))).contains("\"batchItemFailures\":[]");
        archive = object -> {
            archived.add(object.toString());
            return CompletableFuture.completedFuture(Optional.empty());
        };
        clock.advance(Duration.ofMinutes(2));
        assertThat(call(expired("0013"))).contains("\"batchItemFailures\":[]");
        clock.advance(Duration.ofMinutes(2));
        assertThat(call(expired("0014"))).contains("\"batchItemFailures\":[]");
        assertThat(archived).hasSize(2);
        assertThat(archived.get(0)).contains("3 events");
    }

    @Test
    void handle_noEndBeforeTheCallIsOver_asksForAllAgain() throws IOException {
        archive = object -> new CompletableFuture<>();
        long before = clock.wallMillis();
        assertThat(call(expired("0021", "0022"))).contains("{\"itemIdentifier\":\"0021\"}");
        assertThat(clock.wallMillis() - before).isBetween(8000L, 9000L);
    }

    @Test
    void handle_theEndOfAWindow_opensNothing() throws IOException {
        assertThat(call("{\"Records\":[],\"isFinalInvokeForWindow\":true}")).contains("\"batchItemFailures\":[]");
        assertThat(opened).isZero();
    }

    @Test
    void handle_anEventWithoutItsShard_saysWhichSettingIsMissing() {
        assertThatThrownBy(() -> call(expired("1").replace("\"shardId\":\"shardId-1\",", "")))
                .hasMessageContaining("TumblingWindowInSeconds");
    }

    @Test
    void handle_anEventOfAnotherTable_isRefused() {
        assertThatThrownBy(() -> call(expired("1").replace("table/my-app", "table/other")))
                .hasMessageContaining("ZAEL_STACK");
    }

    @Test
    void checkpoint_loadsWhatAnEventNeedsAndLeavesNothingOpen() throws Exception {
        handler.beforeCheckpoint(null);
        assertThat(opened).isEqualTo(1);
        handler.afterRestore(null);
    }

    /** A call with so much time left. */
    private record TimeLeft(int getRemainingTimeInMillis) implements Context {

        @Override
        public String getAwsRequestId() {
            return "request-1";
        }

        @Override
        public String getLogGroupName() {
            return "";
        }

        @Override
        public String getLogStreamName() {
            return "";
        }

        @Override
        public String getFunctionName() {
            return "";
        }

        @Override
        public String getFunctionVersion() {
            return "";
        }

        @Override
        public String getInvokedFunctionArn() {
            return "";
        }

        @Override
        public CognitoIdentity getIdentity() {
            return null;
        }

        @Override
        public ClientContext getClientContext() {
            return null;
        }

        @Override
        public int getMemoryLimitInMB() {
            return 512;
        }

        @Override
        public LambdaLogger getLogger() {
            return null;
        }
    }
}
