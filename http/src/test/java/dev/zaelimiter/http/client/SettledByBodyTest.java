package dev.zaelimiter.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.http.route.Spent;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls whose cost stands in the body of the answer; each takes 500 of 1000 before it is sent. */
@Timeout(300)
class SettledByBodyTest {

    private static final String ANSWER = "{\"text\":\"three words long\",\"usage\":{\"total_tokens\":3}}";

    private final ManualClock clock = new ManualClock();
    private final InMemoryStore store = new InMemoryStore(clock);
    private final LimitRepository repository =
            RepositoryBuilder.on(store).environment(clock).build();
    private final HttpClient plain = HttpClient.newHttpClient();
    private HttpServer server;
    private HttpRequest request;
    private volatile String answer = ANSWER;

    @BeforeEach
    void open() throws IOException {
        repository.limits().setResourceDefaults("there", Limit.perMinute("tpm", 1000));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("X-Used", "900");
            // Of a length that nobody knows before, as streams are.
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    @AfterEach
    void close() {
        server.stop(0);
        repository.close();
        store.close();
    }

    private OutgoingLimitsBuilder limits() {
        return OutgoingLimits.builder()
                .environment(clock)
                .limits(repository, (method, uri) -> Optional.of(AcquireRequest.of("me", "there", "tpm", 500)));
    }

    private HttpClient client() {
        return LimitedHttpClient.around(
                plain,
                limits().settleByBody("tpm", BodySpent.member("total_tokens")).build());
    }

    private long left() {
        return repository
                .rateLimiter()
                .check(AcquireRequest.of("me", "there", "tpm", 1))
                .available("tpm");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void json_isSettledToWhatItSays(boolean async) throws Exception {
        String body = async
                ? client().sendAsync(request, BodyHandlers.ofString()).join().body()
                : client().send(request, BodyHandlers.ofString()).body();
        assertThat(body).isEqualTo(ANSWER);
        assertThat(left()).isEqualTo(997);
    }

    @Test
    void streamOfEvents_isSettledByItsLastOne() throws Exception {
        answer = "data: {\"text\":\"%s\",\"total_tokens\":1}\n\n".formatted("word ".repeat(20_000))
                + "data: {\"choices\":[],\"usage\":{\"total_tokens\": 20000}}\n\ndata: [DONE]\n\n";
        repository.limits().setResourceDefaults("there", Limit.perMinute("tpm", 50_000));
        try (InputStream body =
                client().send(request, BodyHandlers.ofInputStream()).body()) {
            assertThat(body.readAllBytes()).hasSize(answer.length());
        }
        assertThat(left()).isEqualTo(30_000);
    }

    @Test
    void stream_thatIsClosedEarly_keepsTheEstimate() throws Exception {
        answer = ANSWER + " ".repeat(1_000_000);
        client().send(request, BodyHandlers.ofInputStream()).body().close();
        assertThat(left()).isEqualTo(500);
    }

    @Test
    void body_thatNobodyReads_isReadByTheClientAllTheSame() throws Exception {
        client().send(request, BodyHandlers.discarding());
        assertThat(left()).isEqualTo(997);
    }

    @Test
    void handler_thatThrows_keepsTheEstimate() {
        BodyHandler<String> broken = head -> {
            throw new IllegalStateException("mine");
        };
        assertThatThrownBy(() -> client().send(request, broken)).hasStackTraceContaining("mine");
        assertThat(left()).isEqualTo(500);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"text\":\"nothing of it\"}",
                "{\"total_tokens\":null}",
                "{\"total_tokens\":-3}",
                "{\"total_tokens\":1.5}",
                "{\"total_tokens\":1e9}",
                "{\"total_tokens\":99999999999999999999}",
                // What a text says of itself.
                "{\"text\":\"\\\"total_tokens\\\":3\"}",
                "{\"x\\\"total_tokens\":3}",
                "''",
            })
    void body_thatDoesNotSayIt_keepsTheEstimate(String body) throws Exception {
        answer = body;
        client().send(request, BodyHandlers.ofString());
        assertThat(left()).isEqualTo(500);
    }

    @Test
    void bodyAndField_theBodyOutweighs() throws Exception {
        HttpClient client = LimitedHttpClient.around(
                plain,
                limits().settle("tpm", Spent.header("X-Used"))
                        .settleByBody("tpm", BodySpent.member("total_tokens"))
                        .settleByBody("of-others", BodySpent.member("total_tokens"))
                        .build());
        client.send(request, BodyHandlers.ofString());
        assertThat(left()).isEqualTo(997);
        answer = "{}";
        client.send(request, BodyHandlers.ofString());
        assertThat(left()).isEqualTo(97);
    }

    @Test
    void reader_thatThrows_keepsTheEstimate_andTheBody() throws Exception {
        HttpClient client = LimitedHttpClient.around(
                plain,
                limits().settleByBody("tpm", end -> {
                            throw new IllegalStateException("mine");
                        })
                        .build());
        assertThat(client.send(request, BodyHandlers.ofString()).body()).isEqualTo(ANSWER);
        assertThat(left()).isEqualTo(500);
    }

    @Test
    void answering_aCallThatHasEnded_isTooLate() {
        OutgoingLimits limits =
                limits().settleByBody("tpm", end -> OptionalLong.of(0)).build();
        OutgoingCall call = limits.begin("GET", request.uri());
        call.failed();
        ResponseBody body = call.answering(200, name -> List.of());
        body.seen(ByteBuffer.wrap(new byte[] {1}));
        body.ended();
        assertThat(left()).isEqualTo(500);
    }

    /** However a body comes in parts, its end is what was last in it. */
    @Test
    void seen_inAnyParts_keepsTheEnd() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            byte[] whole = new byte[random.nextInt(3 * BodySpent.LONGEST_END)];
            random.nextBytes(whole);
            AtomicReference<byte[]> end = new AtomicReference<>();
            OutgoingLimits limits = limits().settleByBody("tpm", seen -> {
                        end.set(seen);
                        return OptionalLong.of(0);
                    })
                    .build();
            ResponseBody body = limits.begin("GET", request.uri()).answering(200, name -> List.of());
            int most = 1 + random.nextInt(2 * BodySpent.LONGEST_END);
            for (int at = 0; at < whole.length; ) {
                int length = Math.min(whole.length - at, 1 + random.nextInt(most));
                ByteBuffer part = ByteBuffer.wrap(whole, at, length);
                body.seen(part);
                assertThat(part.position()).as("seed %d", seed).isEqualTo(at);
                at += length;
            }
            body.ended();
            assertThat(end.get())
                    .as("seed %d", seed)
                    .isEqualTo(
                            Arrays.copyOfRange(whole, Math.max(0, whole.length - BodySpent.LONGEST_END), whole.length));
        }
        assertThat(left()).isEqualTo(1000);
    }
}
