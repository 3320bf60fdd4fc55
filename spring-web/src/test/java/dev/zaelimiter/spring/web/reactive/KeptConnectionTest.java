package dev.zaelimiter.spring.web.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/**
 * A connection of Reactor Netty goes on after a request that came before the last one had ended, with nothing of ours
 * in it. Without the setting of this module's tests it does not: version 1.3.6 never reads it again (reactor-netty
 * issue 4361, {@code docs/decisions/092-a-connection-that-nobody-reads.md}).
 */
class KeptConnectionTest {

    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> get(DisposableServer server, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(Duration.ofSeconds(20))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void connectionWhoseNextRequestCameEarly_isReadOn() throws Exception {
        CompletableFuture<Void> endsLate = new CompletableFuture<>();
        DisposableServer server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle((request, response) -> {
                    if (request.uri().equals("/ends-late")) {
                        // The client has its answer, and the server has not yet heard that it is done.
                        endsLate.completeOnTimeout(null, 1, TimeUnit.SECONDS);
                        return response.header("Content-Length", "0").then().then(Mono.fromFuture(endsLate));
                    }
                    return response.sendString(Mono.just("read"));
                })
                .bindNow();
        try {
            assertThat(get(server, "/ends-late").statusCode()).isEqualTo(200);
            assertThat(get(server, "/early").body()).isEqualTo("read");
            assertThat(get(server, "/next").body()).isEqualTo("read");
        } finally {
            server.disposeNow();
        }
    }
}
