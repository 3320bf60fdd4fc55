package dev.zaelimiter.spring.web.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.http.client.BodySpent;
import dev.zaelimiter.http.client.OutgoingLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Spring's clients, and a server whose answers say at their end what they cost; each call takes 500 of 1000 before it
 * is sent.
 */
@Timeout(300)
class SettledByBodyTest {

    private static final String END = "{\"usage\":{\"total_tokens\":3}}";

    private final LimitRepository repository = EmbeddedRepository.inMemory();
    private HttpServer server;
    private String address;
    private OutgoingLimits limits;

    @BeforeEach
    void open() throws IOException {
        repository.limits().setResourceDefaults("there", Limit.budget("tokens", 1000));
        limits = OutgoingLimits.builder()
                .limits(repository, (method, uri) -> Optional.of(AcquireRequest.of("me", "there", "tokens", 500)))
                .settleByBody("tokens", BodySpent.member("total_tokens"))
                .build();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(" ".repeat(1_000_000).getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().write(END.getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
        address = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    @AfterEach
    void close() {
        server.stop(0);
        repository.close();
    }

    private RestClient rest() {
        return RestClient.builder()
                .requestFactory(new JdkClientHttpRequestFactory())
                .requestInterceptor(new LimitingInterceptor(limits))
                .build();
    }

    private WebClient web() {
        return WebClient.builder()
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(2_000_000))
                .filter(new LimitingExchangeFilter(limits))
                .build();
    }

    private long left() {
        return repository
                .rateLimiter()
                .check(AcquireRequest.of("me", "there", "tokens", 1))
                .available("tokens");
    }

    @Test
    void restClient_bodyThatIsRead_isSettled() {
        String body = rest().get().uri(address).retrieve().body(String.class);
        assertThat(body).endsWith(END);
        assertThat(left()).isEqualTo(997);
    }

    @Test
    void restClient_bodyThatIsNotReadToItsEnd_keepsTheEstimate() {
        int first = rest().get()
                .uri(address)
                .exchange((request, response) -> response.getBody().read());
        assertThat(first).isEqualTo(' ');
        assertThat(left()).isEqualTo(500);
    }

    @Test
    void webClient_bodyThatIsRead_isSettled() {
        String body =
                web().get().uri(address).retrieve().bodyToMono(String.class).block();
        assertThat(body).endsWith(END);
        assertThat(left()).isEqualTo(997);
    }

    @Test
    void webClient_bodyThatIsReleased_isSettled() {
        web().get().uri(address).retrieve().toBodilessEntity().block();
        assertThat(left()).isEqualTo(997);
    }

    @Test
    void webClient_streamThatIsCancelled_keepsTheEstimate() {
        DataBuffer first =
                web().get().uri(address).retrieve().bodyToFlux(DataBuffer.class).blockFirst(Duration.ofMinutes(1));
        DataBufferUtils.release(first);
        assertThat(left()).isEqualTo(500);
    }
}
