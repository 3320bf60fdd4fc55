package dev.zaelimiter.http.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.http.address.ClientAddresses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which route a request has, and which routes can't be together. */
class RoutesTest {

    private static Route limited(String path, String... methods) {
        return Route.of(path)
                .methods(methods)
                .resource("api")
                .key(RequestKey.fixed("all"))
                .take("rpm", 1)
                .build();
    }

    private static String found(Routes routes, String method, String path) {
        Routes.Found found = routes.find(method, path);
        return found.malformed()
                ? "malformed"
                : found.route() == null ? "none" : found.route().toString();
    }

    @Test
    void find_severalFit_isTheNarrowestWhateverTheOrder() {
        List<Route> routes = new ArrayList<>(List.of(
                limited("/**"),
                limited("/v1/**"),
                limited("/v1/chat/{model}", "POST"),
                limited("/v1/chat/gpt-4", "POST"),
                Route.exempt("/v1/health", "GET"),
                Route.exempt("/assets/**")));
        for (int i = 0; i < 50; i++) {
            Collections.shuffle(routes, new Random(i));
            Routes all = Routes.of(routes);
            assertThat(found(all, "POST", "/v1/chat/gpt-4")).isEqualTo("POST /v1/chat/gpt-4");
            assertThat(found(all, "POST", "/v1/chat/other")).isEqualTo("POST /v1/chat/{model}");
            assertThat(found(all, "GET", "/v1/chat/other")).isEqualTo("any method /v1/**");
            assertThat(found(all, "GET", "/v1/health")).isEqualTo("GET|HEAD /v1/health");
            assertThat(found(all, "POST", "/v1/health")).isEqualTo("any method /v1/**");
            assertThat(found(all, "GET", "/assets")).isEqualTo("any method /assets/**");
            assertThat(found(all, "GET", "/")).isEqualTo("any method /**");
        }
    }

    @Test
    void find_nothingFits_isNone() {
        Routes routes = Routes.of(limited("/v1/chat", "POST"));
        assertThat(found(routes, "GET", "/v1/chat")).isEqualTo("none");
        assertThat(found(routes, "POST", "/v1")).isEqualTo("none");
        assertThat(found(routes, "POST", "/V1/chat")).isEqualTo("none");
        assertThat(found(Routes.of(), "POST", "/v1/chat")).isEqualTo("none");
    }

    /** A handler of GET answers HEAD as well, which would be a way round the limit. */
    @Test
    void find_headOfAGet_isTheSameRoute() {
        assertThat(found(Routes.of(limited("/v1/chat", "GET")), "HEAD", "/v1/chat"))
                .isEqualTo("GET|HEAD /v1/chat");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/chat",
                "/v1/chat/",
                "//v1//chat",
                "/v1/%63hat",
                "/v1/chat;jsessionid=1",
                "/v1;a=b;c=d/chat;",
                "/%76%31/chat",
                "/v1%2Fchat",
                "/v1%2fchat",
                "/v1/;x/chat"
            })
    void find_samePathWrittenInAnotherWay_isTheSameRoute(String path) {
        assertThat(found(Routes.of(limited("/v1/chat")), "GET", path)).isEqualTo("any method /v1/chat");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "v1/chat",
                "/v1/../admin",
                "/v1/./chat",
                "/v1/%2e%2e/chat",
                "/v1/%2E/chat",
                "/v1/..;x/chat",
                "/v1/%zz",
                "/v1/%4",
                "/v1/%ff",
                "/v1/%00",
                "/v1/a%0Ab",
                "/v1/%5c..",
                "/v1\\chat",
                "/v1/a%2F..%2Fb",
                "/v1/%c0%ae"
            })
    void find_pathThatIsReadInTwoWays_isMalformed(String path) {
        assertThat(found(Routes.of(limited("/**")), "GET", path)).isEqualTo("malformed");
    }

    @Test
    void find_pathOfAMegabyte_isMalformed() {
        assertThat(found(Routes.of(limited("/**")), "GET", "/" + "a/".repeat(1 << 19)))
                .isEqualTo("malformed");
    }

    @Test
    void find_optionsOfTheServer_isARequestLikeOthers() {
        assertThat(found(Routes.of(limited("/**")), "OPTIONS", "*")).isEqualTo("any method /**");
        assertThat(found(Routes.of(limited("/v1/**")), "OPTIONS", "*")).isEqualTo("none");
    }

    @Test
    void find_variables_areDecodedAndNeedASegment() {
        Routes routes = Routes.of(limited("/tenants/{tenant}/{what}/**"));
        assertThat(routes.find("GET", "/tenants/caf%C3%A9/a%2Fb/c").variables())
                .isEqualTo(Map.of("tenant", "café", "what", "a/b"));
        assertThat(found(routes, "GET", "/tenants/x")).isEqualTo("none");
    }

    /** The exemption of the path as data must not win over the limit of the path as others read it. */
    @Test
    void find_escapedSlashInAnExemptPath_isLimitedIfEitherReadingIs() {
        Routes routes = Routes.of(Route.exempt("/files/{name}"), limited("/files/secret/list"));
        assertThat(found(routes, "GET", "/files/secret%2Flist")).isEqualTo("any method /files/secret/list");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/v1/chat|/v1/chat",
                "/v1/{a}|/v1/{b}",
                "/v1/{a}|/v1/*",
                "/v1/chat/|/v1/chat",
                "/{a}/chat|/v1/{b}",
                "/v1/{a}/x|/v1/y/{b}",
                "/{a}/chat/**|/v1/**",
                "/**|/**"
            })
    void of_twoRoutesForOneRequest_areRefusedByName(String one, String two) {
        assertThatThrownBy(() -> Routes.of(limited(one), limited(two)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("route 'any method " + two)
                .hasMessageContaining("any method " + one);
    }

    @Test
    void of_methodsAndPathsThatCross_areRefused() {
        assertThatThrownBy(() -> Routes.of(limited("/v1/**", "GET"), limited("/v1/chat")))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> Routes.of(limited("/v1/chat", "GET", "POST"), limited("/v1/chat", "POST", "PUT")))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> Routes.of(limited("/v1/chat"), Route.exempt("/v1/chat")))
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void of_routesThatNoRequestFitsTogether_areFine() {
        Routes routes = Routes.of(
                limited("/v1/chat", "GET"), limited("/v1/chat", "POST"), limited("/v1/a/{b}"), limited("/v1/{a}/b/c"));
        assertThat(routes.all()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "v1",
                "/**/v1",
                "/v1/a*",
                "/v1/{a",
                "/v1/{1}",
                "/v1/{a}{b}",
                "/v1//chat",
                "/v1/../x",
                "/v1/%20",
                "/v1?x",
                "/v1;x",
                "/v1/{a}/{a}",
                "/v1/{*rest}",
                "/v1/\\"
            })
    void path_thatIsNoPattern_isRefusedByName(String path) {
        assertThatThrownBy(() -> Route.exempt(path))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("path '" + path + "'");
    }

    @Test
    void build_whatIsMissingOrWrong_isRefusedByName() {
        RequestKey all = RequestKey.fixed("all");
        assertThatThrownBy(() -> Route.of("/v1").key(all).take("rpm", 1).build())
                .hasMessageContaining("resource of /v1");
        assertThatThrownBy(() -> Route.of("/v1").resource("api").take("rpm", 1).build())
                .hasMessageContaining("key of /v1");
        assertThatThrownBy(() ->
                        Route.of("/v1").resource("a b").key(all).take("rpm", 1).build())
                .hasMessageContaining("resource 'a b'");
        assertThatThrownBy(() -> Route.of("/v1").resource("api").key(all).build())
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> Route.of("/v1")
                        .resource("api")
                        .key(all)
                        .take("r p m", 1)
                        .build())
                .hasMessageContaining("'r p m'");
        assertThatThrownBy(() -> Route.of("/v1").take("rpm", 1).take("rpm", 2)).hasMessageContaining("rpm");
        assertThatThrownBy(() -> Route.of("/v1").take("rpm", -1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> Route.of("/v1").take("rpm", Limit.MAX_AMOUNT + 1))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> Route.of("/v1")
                        .resource("api")
                        .key(all)
                        .take("rpm", 1)
                        .settle("tpm", Spent.bytes())
                        .build())
                .hasMessageContaining("settle 'tpm'");
        assertThatThrownBy(() -> Route.of("/v1/{a}")
                        .resource("api")
                        .key(RequestKey.pathVariable("b")
                                .prefixed("t:")
                                .hashed()
                                .orElse(RequestKey.address(ClientAddresses.direct())))
                        .take("rpm", 1)
                        .build())
                .hasMessageContaining("key 'b'");
        assertThatThrownBy(() -> Route.of("/v1").methods("get")).hasMessageContaining("method 'get'");
        assertThat(Route.of("/v1")
                        .resource("api")
                        .key(all)
                        .take("rpm", 0)
                        .waitAtMost(Duration.ofSeconds(-1))
                        .build()
                        .isExempt())
                .isFalse();
    }
}
