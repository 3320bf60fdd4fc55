package dev.zaelimiter.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is lost is lost after the store has done it; reads get through. */
class FaultyRelayTest {

    private final AtomicInteger done = new AtomicInteger();
    private HttpServer store;

    @BeforeEach
    void start() throws IOException {
        store = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        store.createContext("/", exchange -> {
            try (exchange) {
                byte[] said = exchange.getRequestBody().readAllBytes();
                done.incrementAndGet();
                exchange.sendResponseHeaders(200, said.length);
                exchange.getResponseBody().write(said);
            }
        });
        store.start();
    }

    @AfterEach
    void stop() {
        store.stop(0);
    }

    private FaultyRelay relay(double lost) throws IOException {
        return new FaultyRelay(
                URI.create("http://127.0.0.1:" + store.getAddress().getPort()), lost, 0, 0);
    }

    private static String send(FaultyRelay relay, String operation) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(relay.endpoint())
                .header("X-Amz-Target", "DynamoDB_20120810." + operation)
                .POST(HttpRequest.BodyPublishers.ofString("hello"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void everyAnswerLost_writeIsDone_senderHearsNothing() throws Exception {
        try (FaultyRelay relay = relay(1)) {
            assertThatThrownBy(() -> send(relay, "UpdateItem")).isInstanceOf(IOException.class);
            assertThat(done.get()).isPositive();
            assertThat(send(relay, "GetItem")).isEqualTo("hello");
        }
    }

    @Test
    void nothingLost_isAsWithoutARelay() throws Exception {
        try (FaultyRelay relay = relay(0)) {
            assertThat(send(relay, "UpdateItem")).isEqualTo("hello");
            assertThat(done).hasValue(1);
        }
    }
}
