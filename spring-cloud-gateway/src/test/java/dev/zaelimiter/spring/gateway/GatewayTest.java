package dev.zaelimiter.spring.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.spring.boot.LimiterPropertyException;
import dev.zaelimiter.spring.gateway.Gateway.Kind;
import dev.zaelimiter.spring.gateway.Gateway.Route;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both gateways, each with a service behind it and a client in front. Each test has a key of its own. */
class GatewayTest {

    private static final Map<Kind, Gateway> GATEWAYS = new EnumMap<>(Kind.class);
    /** Holds a port without listening there; one that was only free a moment ago may be another program's. */
    private static final Socket DEAF = new Socket();

    private static Upstream upstream;

    @BeforeAll
    static void open() throws Exception {
        upstream = new Upstream();
        DEAF.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        String nowhere = "http://127.0.0.1:" + DEAF.getLocalPort();
        for (Kind kind : Kind.values()) {
            GATEWAYS.put(
                    kind,
                    Gateway.start(
                            kind,
                            new Route("plain", upstream.uri()),
                            new Route("used", upstream.uri(), "take.tpm=100", "settle.tpm=header:x-tokens-used"),
                            new Route("bytes", upstream.uri(), "take.tpm=100", "settle.tpm=bytes"),
                            new Route("given-back", upstream.uri(), "give-back=500-599"),
                            new Route("away", nowhere, "give-back=500-599"),
                            new Route("twice", upstream.uri())));
        }
    }

    @AfterAll
    static void close() throws Exception {
        DEAF.close();
        GATEWAYS.values().forEach(Gateway::close);
        upstream.close();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void requestBeyondTheLimit_isA429AndDoesNotReachTheService(Kind kind) throws Exception {
        Gateway gateway = GATEWAYS.get(kind);
        String key = "beyond-" + kind;
        for (int left = 2; left >= 0; left--) {
            HttpResponse<String> response = gateway.get("/plain/x", "X-Api-Key", key);
            assertThat(response.body()).isEqualTo(Upstream.BODY);
            // Ours, and not the one of the service beside it.
            assertThat(response.headers().allValues("RateLimit"))
                    .singleElement()
                    .asString()
                    .startsWith("\"rpm\";r=" + left + ";t=");
        }
        HttpResponse<String> refused = gateway.get("/plain/x", "X-Api-Key", key);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(refused.headers().firstValueAsLong("Retry-After")).isPresent();
        assertThat(refused.body()).contains("\"violated-policies\":[\"rpm\"]");
        assertThat(upstream.handled(key)).isEqualTo(3);
        HttpResponse<String> page = gateway.get("/plain/x", "X-Api-Key", key, "Accept", "text/html");
        assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
        assertThat(gateway.get("/plain/x", "X-Api-Key", "other-" + kind).statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void requestWithoutAKey_isA403(Kind kind) throws Exception {
        assertThat(GATEWAYS.get(kind).get("/plain/x").statusCode()).isEqualTo(403);
        assertThat(upstream.handled("")).isZero();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void whatTheServiceSaysThatItUsed_isSettled(Kind kind) throws Exception {
        Gateway gateway = GATEWAYS.get(kind);
        gateway.get("/used/x", "X-Api-Key", "used-" + kind);
        // The client may have its answer a moment before the gateway has heard that it went; so below.
        Eventually.holds(() -> gateway.left("used-" + kind, "tpm") == 300);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void bytesOfTheBody_areSettled(Kind kind) throws Exception {
        Gateway gateway = GATEWAYS.get(kind);
        gateway.get("/bytes/x", "X-Api-Key", "bytes-" + kind);
        Eventually.holds(() -> gateway.left("bytes-" + kind, "tpm") == 1000 - Upstream.BODY.length());
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void serviceThatFails_isNotChargedWhereTheRouteSaysSo(Kind kind) throws Exception {
        Gateway gateway = GATEWAYS.get(kind);
        assertThat(gateway.get("/given-back/fails", "X-Api-Key", "fails-" + kind)
                        .statusCode())
                .isEqualTo(503);
        Eventually.holds(() -> gateway.left("fails-" + kind, "rpm") == 3);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void serviceThatIsAway_isNotChargedWhereTheRouteSaysSo(Kind kind) throws Exception {
        Gateway gateway = GATEWAYS.get(kind);
        assertThat(gateway.get("/away/x", "X-Api-Key", "away-" + kind).statusCode())
                .isBetween(500, 599);
        Eventually.holds(() -> gateway.left("away-" + kind, "rpm") == 3);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void manyRequestsTogether_reachTheServiceAsOftenAsTheLimitSays(Kind kind) {
        Gateway gateway = GATEWAYS.get(kind);
        List<CompletableFuture<HttpResponse<String>>> responses = Stream.generate(
                        () -> gateway.begin("/plain/x", "X-Api-Key", "many-" + kind))
                .limit(40)
                .toList();
        assertThat(responses.stream()
                        .filter(response -> response.join().statusCode() == 200)
                        .count())
                .isEqualTo(3);
        assertThat(upstream.handled("many-" + kind)).isEqualTo(3);
    }

    /** The starter's routes come first, and a request is counted by both. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void routesOfTheStarter_limitAGatewayToo(Kind kind) throws Exception {
        Gateway gateway = GATEWAYS.get(kind);
        HttpResponse<String> first = gateway.get("/twice/x", "X-Api-Key", "twice-" + kind);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.headers().allValues("RateLimit")).hasSize(1);
        assertThat(gateway.left("all-twice-" + kind, "rpm")).isEqualTo(1);
        assertThat(gateway.left("twice-" + kind, "rpm")).isEqualTo(2);
        assertThat(gateway.get("/twice/x", "X-Api-Key", "twice-" + kind).statusCode())
                .isEqualTo(429);
        assertThat(gateway.left("twice-" + kind, "rpm")).isEqualTo(2);
    }

    /** A gateway on WebFlux would leave the route out, and one on servlets would find out with the first request. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void filterThatCantBe_stopsTheStartAndIsNamed(Kind kind) {
        Route[] routes = {new Route("chat", upstream.uri(), "take.rps=1")};
        assertThatThrownBy(() -> Gateway.start(kind, routes).close())
                .isInstanceOfSatisfying(
                        LimiterPropertyException.class,
                        refused -> assertThat(refused.field()).isEqualTo(kind.route(0) + "filters[0].args.take"));
    }
}
