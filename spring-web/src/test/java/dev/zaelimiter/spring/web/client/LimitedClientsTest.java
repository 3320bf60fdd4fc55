package dev.zaelimiter.spring.web.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.http.client.HeldBackException;
import dev.zaelimiter.http.client.OutgoingLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** Spring's clients against a server that refuses every second call; the time of the limits stands still. */
@Timeout(300)
class LimitedClientsTest {

    private final ManualClock clock = new ManualClock();
    private final AtomicInteger calls = new AtomicInteger();
    private HttpServer server;
    private String address;

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            boolean refused = calls.incrementAndGet() % 2 == 0;
            if (refused) {
                exchange.getResponseHeaders().add("RateLimit", "\"rpm\";r=0;t=5");
            }
            exchange.sendResponseHeaders(refused ? 429 : 200, -1);
            exchange.close();
        });
        server.start();
        address = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private OutgoingLimits limits(int waitSeconds) {
        return OutgoingLimits.builder()
                .environment(clock)
                .waitAtMost(Duration.ofSeconds(waitSeconds))
                .build();
    }

    private int rest(RestClient client) {
        return client.get()
                .uri(address)
                .exchange((request, response) -> response.getStatusCode().value());
    }

    private Mono<Integer> web(WebClient client) {
        return client.get()
                .uri(address)
                .exchangeToMono(response ->
                        response.releaseBody().thenReturn(response.statusCode().value()));
    }

    @Test
    void restClient_afterARefusal_isNotSent() {
        RestClient client = RestClient.builder()
                .requestFactory(new JdkClientHttpRequestFactory())
                .requestInterceptor(new LimitingInterceptor(limits(0)))
                .build();
        assertThat(rest(client)).isEqualTo(200);
        assertThat(rest(client)).isEqualTo(429);
        assertThatThrownBy(() -> rest(client)).isInstanceOf(HeldBackException.class);
        assertThat(calls).hasValue(2);
        clock.advance(Duration.ofSeconds(5));
        assertThat(rest(client)).isEqualTo(200);
    }

    @Test
    void restClient_serverThatIsAway_failsAsBefore() {
        RestClient client = RestClient.builder()
                .requestFactory(new JdkClientHttpRequestFactory())
                .requestInterceptor(new LimitingInterceptor(limits(0)))
                .build();
        server.stop(0);
        assertThatThrownBy(() -> rest(client)).isInstanceOf(ResourceAccessException.class);
    }

    @Test
    void webClient_afterARefusal_isSentWhenItsTimeHasCome() {
        WebClient client = WebClient.builder()
                .filter(new LimitingExchangeFilter(limits(10)))
                .build();
        web(client).block();
        assertThat(web(client).block()).isEqualTo(429);
        CompletableFuture<Integer> waiting = web(client).toFuture();
        assertThat(calls).hasValue(2);
        clock.advance(Duration.ofSeconds(5));
        assertThat(waiting.join()).isEqualTo(200);
    }

    @Test
    void webClient_waitThatIsTooLong_isNotSent() {
        WebClient client = WebClient.builder()
                .filter(new LimitingExchangeFilter(limits(4)))
                .build();
        web(client).block();
        web(client).block();
        assertThatThrownBy(() -> web(client).block()).isInstanceOf(HeldBackException.class);
    }

    @Test
    void webClient_cancelledWhileItWaits_isNeverSent() {
        WebClient client = WebClient.builder()
                .filter(new LimitingExchangeFilter(limits(10)))
                .build();
        web(client).block();
        web(client).block();
        Disposable waiting = web(client).subscribe();
        waiting.dispose();
        clock.advance(Duration.ofSeconds(5));
        assertThat(web(client).block()).isEqualTo(200);
        assertThat(calls).hasValue(3);
    }

    @Test
    void webClient_serverThatIsAway_failsAsBefore() {
        ExchangeFilterFunction filter = new LimitingExchangeFilter(limits(0));
        server.stop(0);
        assertThatThrownBy(() -> web(WebClient.builder().filter(filter).build()).block())
                .isInstanceOf(WebClientRequestException.class);
    }
}
