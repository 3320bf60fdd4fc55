package dev.zaelimiter.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.http.HttpAnswers;
import dev.zaelimiter.http.address.ClientAddresses;
import dev.zaelimiter.http.route.HttpLimiter;
import dev.zaelimiter.http.route.RequestKey;
import dev.zaelimiter.http.route.Route;
import dev.zaelimiter.http.route.Routes;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a client sees of a limited service, whatever it runs on: a real server, and the JDK's client. The service
 * answers {@code /v1/now}, {@code /v1/later} (from another thread), {@code /v1/fails} (throws), {@code /v1/theirs}
 * (tells of limits itself), {@code /health} and {@code /open}, and counts.
 */
@Timeout(300)
public abstract class WebServiceLaws {

    private static final int LIMIT = 5;

    /** How often a handler ran. */
    protected final AtomicInteger handled = new AtomicInteger();

    private final LimitRepository repository = EmbeddedRepository.inMemory();
    private final HttpClient client = HttpClient.newHttpClient();
    private int port;

    /**
     * Starts the service.
     *
     * @param gate the limits
     * @param repository what keeps them
     * @return its port
     * @throws Exception if it does not start
     */
    protected abstract int start(HttpLimiter gate, LimitRepository repository) throws Exception;

    /**
     * Stops it.
     *
     * @throws Exception if it does not stop
     */
    protected abstract void stop() throws Exception;

    @BeforeEach
    void open() throws Exception {
        repository.limits().setResourceDefaults("api", Limit.perDay("daily", LIMIT));
        Route limited = Route.of("/v1/**")
                .resource("api")
                .key(RequestKey.header("X-Key"))
                .take("daily", 1)
                .build();
        Route addressed = Route.of("/addressed")
                .resource("api")
                .key(RequestKey.address(ClientAddresses.direct()))
                .take("daily", 1)
                .build();
        HttpAnswers answers = HttpAnswers.builder().build();
        port = start(HttpLimiter.of(Routes.of(limited, addressed, Route.exempt("/health")), answers), repository);
    }

    @AfterEach
    void close() throws Exception {
        stop();
        repository.close();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .version(HttpClient.Version.HTTP_1_1)
                .header("X-Key", "key-1");
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private void use(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            assertThat(send(request("/v1/now")).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void requestBeyondTheLimit_isA429AndReachesNoHandler() throws Exception {
        use(LIMIT);
        HttpResponse<String> refused = send(request("/v1/now"));

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(handled).hasValue(LIMIT);
        assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(refused.headers().firstValue("RateLimit-Policy")).hasValue("\"daily\";q=5;w=86400");
        long retry = refused.headers().firstValueAsLong("Retry-After").orElseThrow();
        assertThat(retry).isBetween(17_000L, 17_280L);
        assertThat(refused.headers().firstValue("RateLimit")).hasValue("\"daily\";r=0;t=" + retry);
        assertThat(refused.body()).contains("\"violated-policies\":[\"daily\"]").doesNotContain("key-1");
    }

    @Test
    void requestWithinTheLimit_isToldWhatIsLeft() throws Exception {
        HttpResponse<String> response = send(request("/v1/now"));
        assertThat(response.headers().firstValue("RateLimit-Policy")).hasValue("\"daily\";q=5;w=86400");
        assertThat(response.headers().firstValue("RateLimit")).hasValue("\"daily\";r=4;t=69120");
        assertThat(response.headers().firstValue("Retry-After")).isEmpty();
    }

    /** A gateway hands on what the service behind it says, and clients would read both as one. */
    @Test
    void limitsThatTheHandlerTellsOf_areNotSentBesideOurs() throws Exception {
        HttpResponse<String> response = send(request("/v1/theirs"));
        assertThat(response.headers().allValues("RateLimit")).containsExactly("\"daily\";r=4;t=69120");
        assertThat(response.headers().allValues("X-Theirs")).containsExactly("kept");
    }

    @Test
    void requestOfABrowser_isRefusedWithAPage() throws Exception {
        use(LIMIT);
        HttpResponse<String> refused = send(request("/v1/now").header("Accept", "text/html,*/*;q=0.8"));
        assertThat(refused.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
        assertThat(refused.body()).contains("<h1>");
    }

    @Test
    void head_isRefusedWithoutABody() throws Exception {
        use(LIMIT);
        HttpResponse<String> refused = send(request("/v1/now").method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).isEmpty();
    }

    @Test
    void exemptAndUnknownPaths_areNotLimited() throws Exception {
        for (int i = 0; i < 2 * LIMIT; i++) {
            assertThat(send(request("/health")).statusCode()).isEqualTo(200);
            assertThat(send(request("/open")).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void requestsOfOneAddress_areLimitedWhateverTheySayOfThemselves() throws Exception {
        for (int i = 0; i < LIMIT; i++) {
            assertThat(send(request("/addressed").header("X-Forwarded-For", "192.0.2." + i))
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThat(send(request("/addressed").header("X-Forwarded-For", "192.0.2.99"))
                        .statusCode())
                .isEqualTo(429);
        assertThat(repository
                        .rateLimiter()
                        .check(AcquireRequest.of("127.0.0.1", "api", "daily", 1))
                        .available("daily"))
                .isZero();
    }

    @Test
    void requestWithoutKey_isA403AndReachesNoHandler() throws Exception {
        HttpRequest.Builder nobody = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/now"))
                .version(HttpClient.Version.HTTP_1_1);
        assertThat(send(nobody).statusCode()).isEqualTo(403);
        assertThat(handled).hasValue(0);
    }

    @Test
    void headerOfAMegabyte_reachesNoHandler() throws Exception {
        HttpRequest.Builder huge = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/now"))
                .version(HttpClient.Version.HTTP_1_1)
                .header("X-Key", "x".repeat(1 << 20));
        try {
            assertThat(send(huge).statusCode()).isBetween(400, 499);
        } catch (IOException e) {
            // The server may hang up while the header is still on its way.
            assertThat(e).isNotInstanceOf(HttpTimeoutException.class);
        }
        assertThat(handled).hasValue(0);
        assertThat(send(request("/v1/now")).statusCode()).isEqualTo(200);
    }

    @Test
    void pathWrittenInAnotherWay_isLimitedAllTheSame() throws Exception {
        use(LIMIT);
        for (String path : List.of("/v1/now;x=1", "/v1/%6eow", "//v1/now", "/v1/now/")) {
            assertThat(send(request(path)).statusCode()).as(path).isIn(429, 400);
        }
        assertThat(handled).hasValue(LIMIT);
    }

    @Test
    void handlerOnAnotherThread_isLimitedTheSame() throws Exception {
        for (int i = 0; i < LIMIT; i++) {
            assertThat(send(request("/v1/later")).body()).isEqualTo("later");
        }
        assertThat(send(request("/v1/later")).statusCode()).isEqualTo(429);
        assertThat(handled).hasValue(LIMIT);
    }

    @Test
    void handlerThatThrows_isA500AndCounts() throws Exception {
        for (int i = 0; i < LIMIT; i++) {
            assertThat(send(request("/v1/fails")).statusCode()).isEqualTo(500);
        }
        assertThat(send(request("/v1/fails")).statusCode()).isEqualTo(429);
        assertThat(handled).hasValue(LIMIT);
    }

    @Test
    void limiterWithoutAnswer_isA503AndReachesNoHandler() throws Exception {
        repository.close();
        HttpResponse<String> response = send(request("/v1/now"));
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(handled).hasValue(0);
    }

    @Test
    void manyRequestsTogether_reachTheHandlerAsOftenAsTheLimitSays() {
        List<CompletableFuture<HttpResponse<String>>> responses = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            responses.add(client.sendAsync(
                    request(i % 2 == 0 ? "/v1/now" : "/v1/later").build(), HttpResponse.BodyHandlers.ofString()));
        }
        long admitted = responses.stream()
                .filter(response -> response.join().statusCode() == 200)
                .count();
        assertThat(admitted).isEqualTo(LIMIT);
        assertThat(handled).hasValue(LIMIT);
    }
}
