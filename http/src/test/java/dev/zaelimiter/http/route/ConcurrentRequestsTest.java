package dev.zaelimiter.http.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.http.HeaderField;
import dev.zaelimiter.http.HttpAnswer;
import dev.zaelimiter.http.HttpAnswers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A real server and a real client: however many requests come together, the handler never runs more often than the
 * limit allows.
 */
class ConcurrentRequestsTest {

    private static final int LIMIT = 50;
    private static final int REQUESTS = 400;

    @Test
    @Timeout(300)
    void manyRequestsTogether_reachTheHandlerAsOftenAsTheLimitSays() throws Exception {
        AtomicInteger handled = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(16);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        try (LimitRepository repository = EmbeddedRepository.inMemory()) {
            repository.limits().setResourceDefaults("api", Limit.perDay("daily", LIMIT));
            Route route = Route.of("/v1/**")
                    .resource("api")
                    .key(RequestKey.header("X-Key"))
                    .take("daily", 1)
                    .build();
            HttpLimiter gate =
                    HttpLimiter.of(Routes.of(route), HttpAnswers.builder().build());
            server.setExecutor(threads);
            server.createContext("/", exchange -> {
                try (exchange) {
                    serve(gate, repository, exchange, handled);
                }
            });
            server.start();

            List<HttpResponse<String>> responses = send(server.getAddress().getPort());

            assertThat(handled).hasValue(LIMIT);
            assertThat(responses.stream().filter(response -> response.statusCode() == 200))
                    .hasSize(LIMIT);
            requireNobodyWasToldOfMoreThanThereWas(responses);
            assertThat(responses.stream().filter(response -> response.statusCode() == 429))
                    .hasSize(REQUESTS - LIMIT)
                    .allSatisfy(response -> {
                        assertThat(response.headers()
                                        .firstValueAsLong("Retry-After")
                                        .orElseThrow())
                                .isBetween(1L, 1728L);
                        assertThat(response.body()).contains("\"violated-policies\":[\"daily\"]");
                    });
        } finally {
            server.stop(0);
            threads.shutdownNow();
        }
    }

    /** After the first request 49 are left at most, after the second 48, and so on, whoever that was. */
    private static void requireNobodyWasToldOfMoreThanThereWas(List<HttpResponse<String>> responses) {
        List<Integer> left = responses.stream()
                .filter(response -> response.statusCode() == 200)
                .map(response -> response.headers().firstValue("RateLimit").orElseThrow())
                .map(value -> Integer.valueOf(value.replaceAll(".*;r=([0-9]+).*", "$1")))
                .sorted(Comparator.reverseOrder())
                .toList();
        for (int i = 0; i < left.size(); i++) {
            assertThat(left.get(i)).isBetween(0, LIMIT - 1 - i);
        }
    }

    private static List<HttpResponse<String>> send(int port) {
        HttpClient client =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(20)).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/x"))
                .header("X-Key", "key-1")
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        List<HttpResponse<String>> responses = new ArrayList<>();
        for (int sent = 0; sent < REQUESTS; sent += 40) {
            List<CompletableFuture<HttpResponse<String>>> batch = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                batch.add(client.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
            }
            batch.forEach(response -> responses.add(response.join()));
        }
        return responses;
    }

    private static void serve(
            HttpLimiter gate, LimitRepository repository, HttpExchange exchange, AtomicInteger handled)
            throws IOException {
        Passage passage = gate.enter(repository.rateLimiter(), new ExchangeCall(exchange));
        if (!passage.admitted()) {
            HttpAnswer answer = passage.answer();
            answer.fields().forEach(field -> exchange.getResponseHeaders().add(field.name(), field.value()));
            exchange.getResponseHeaders().add("Content-Type", answer.contentType());
            exchange.sendResponseHeaders(answer.status(), answer.bytes().length);
            exchange.getResponseBody().write(answer.bytes());
            return;
        }
        handled.incrementAndGet();
        for (HeaderField field : passage.fields()) {
            exchange.getResponseHeaders().add(field.name(), field.value());
        }
        exchange.sendResponseHeaders(200, -1);
        passage.completed(new ExchangeResult());
    }

    private record ExchangeCall(HttpExchange exchange) implements HttpCall {

        @Override
        public String method() {
            return exchange.getRequestMethod();
        }

        @Override
        public String path() {
            return exchange.getRequestURI().getRawPath();
        }

        @Override
        public List<String> headers(String name) {
            return exchange.getRequestHeaders().getOrDefault(name, List.of());
        }

        @Override
        public String peer() {
            return exchange.getRemoteAddress().getAddress().getHostAddress();
        }

        @Override
        public @Nullable String principal() {
            return null;
        }

        @Override
        public @Nullable Object attribute(String name) {
            return exchange.getAttribute(name);
        }
    }

    private record ExchangeResult() implements HttpResult {

        @Override
        public int status() {
            return 200;
        }

        @Override
        public Optional<String> header(String name) {
            return Optional.empty();
        }

        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public @Nullable Object attribute(String name) {
            return null;
        }
    }
}
