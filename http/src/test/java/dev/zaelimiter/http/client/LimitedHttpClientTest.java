package dev.zaelimiter.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.zaelimiter.ManualClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The JDK's client against a server that refuses every second call; the time of the limits stands still. */
@Timeout(300)
class LimitedHttpClientTest {

    private final ManualClock clock = new ManualClock();
    private final AtomicInteger calls = new AtomicInteger();
    private final HttpClient plain = HttpClient.newHttpClient();
    private HttpServer server;
    private HttpRequest request;

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            boolean refused = calls.incrementAndGet() % 2 == 0;
            if (refused) {
                exchange.getResponseHeaders().add("Retry-After", "5");
            }
            exchange.sendResponseHeaders(refused ? 429 : 200, -1);
            exchange.close();
        });
        server.start();
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        request =
                HttpRequest.newBuilder(uri).version(HttpClient.Version.HTTP_1_1).build();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private HttpClient client(Duration wait) {
        return LimitedHttpClient.around(
                plain,
                OutgoingLimits.builder().environment(clock).waitAtMost(wait).build());
    }

    private int status(HttpClient client) throws Exception {
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    @Test
    void send_afterARefusal_isNotSent() throws Exception {
        HttpClient client = client(Duration.ZERO);
        assertThat(status(client)).isEqualTo(200);
        assertThat(status(client)).isEqualTo(429);
        assertThatThrownBy(() -> status(client)).isInstanceOf(HeldBackException.class);
        assertThat(calls).hasValue(2);
        clock.advance(Duration.ofSeconds(5));
        assertThat(status(client)).isEqualTo(200);
    }

    @Test
    void sendAsync_afterARefusal_isSentWhenItsTimeHasCome() throws Exception {
        HttpClient client = client(Duration.ofSeconds(10));
        status(client);
        status(client);
        CompletableFuture<HttpResponse<Void>> waiting =
                client.sendAsync(request, HttpResponse.BodyHandlers.discarding());
        assertThat(calls).hasValue(2);
        clock.advance(Duration.ofSeconds(5));
        assertThat(waiting.join().statusCode()).isEqualTo(200);
    }

    @Test
    void sendAsync_cancelledWhileItWaits_isNeverSent() throws Exception {
        HttpClient client = client(Duration.ofSeconds(10));
        status(client);
        status(client);
        client.sendAsync(request, HttpResponse.BodyHandlers.discarding()).cancel(true);
        clock.advance(Duration.ofSeconds(5));
        assertThat(status(client)).isEqualTo(200);
        assertThat(calls).hasValue(3);
    }

    @Test
    void anySend_thatFails_failsAsBefore() {
        HttpClient client = client(Duration.ZERO);
        server.stop(0);
        assertThatThrownBy(() -> status(client)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> client.sendAsync(request, HttpResponse.BodyHandlers.discarding(), null)
                        .join())
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void everythingElse_isThatOfTheClientBelow() {
        HttpClient client = client(Duration.ZERO);
        assertThat(client.version()).isEqualTo(plain.version());
        assertThat(client.followRedirects()).isEqualTo(plain.followRedirects());
        assertThat(client.connectTimeout()).isEqualTo(plain.connectTimeout());
        assertThat(client.proxy()).isEqualTo(plain.proxy());
        assertThat(client.cookieHandler()).isEqualTo(plain.cookieHandler());
        assertThat(client.authenticator()).isEqualTo(plain.authenticator());
        assertThat(client.executor()).isEqualTo(plain.executor());
        assertThat(client.sslContext()).isSameAs(plain.sslContext());
        assertThat(client.sslParameters().getProtocols())
                .isEqualTo(plain.sslParameters().getProtocols());
        assertThat(client.newWebSocketBuilder()).isNotNull();
    }
}
