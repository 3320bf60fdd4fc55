package dev.zaelimiter.spring.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.http.route.RequestKey;
import dev.zaelimiter.spring.annotation.RateLimited;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The same application with servlets and with WebFlux, asked by a client over the network. */
@ExtendWith(OutputCaptureExtension.class)
class LimitedWebApplicationTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Controller.class)
    static class Application {

        @Bean
        RequestKey tenant() {
            return call -> Optional.of("tenant-of-all");
        }
    }

    @RestController
    static class Controller {
        @GetMapping("/hello")
        String hello() {
            return "hello";
        }

        @GetMapping("/spent")
        ResponseEntity<String> spent() {
            return ResponseEntity.ok().header("x-tokens-used", "900").body("spent");
        }

        @GetMapping("/tenant")
        String tenant() {
            return "tenant";
        }

        @GetMapping("/health")
        String health() {
            return "up";
        }

        @RateLimited(resource = "annotated", entity = "#user", take = "rpm=1")
        @GetMapping("/annotated")
        public String annotated(@RequestParam(required = false) String user) {
            return "annotated";
        }
    }

    private static ConfigurableApplicationContext start(WebApplicationType type, String... properties) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(type);
        return application.run(Stream.concat(
                        Stream.of(
                                "server.port=0",
                                "spring.main.banner-mode=off",
                                "zae.limiter.limits.system.rpm=2/d",
                                "zae.limiter.limits.resources.tokens.tpm=1000/d",
                                "zae.limiter.web.routes[0].path=/hello",
                                "zae.limiter.web.routes[0].resource=api",
                                "zae.limiter.web.routes[0].keys=header:X-Api-Key,address",
                                "zae.limiter.web.routes[0].take.rpm=1",
                                "zae.limiter.web.routes[1].path=/spent",
                                "zae.limiter.web.routes[1].resource=tokens",
                                "zae.limiter.web.routes[1].keys=header:X-Api-Key",
                                "zae.limiter.web.routes[1].take.tpm=100",
                                "zae.limiter.web.routes[1].settle.tpm=header:x-tokens-used",
                                "zae.limiter.web.routes[2].path=/tenant",
                                "zae.limiter.web.routes[2].resource=api",
                                "zae.limiter.web.routes[2].keys=bean:tenant",
                                "zae.limiter.web.routes[2].take.rpm=1",
                                "zae.limiter.web.routes[3].path=/health",
                                "zae.limiter.web.routes[3].exempt=true"),
                        Stream.of(properties))
                .map(property -> "--" + property)
                .toArray(String[]::new));
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext context, String path, String... headers)
            throws Exception {
        int port = ((WebServerApplicationContext) context).getWebServer().getPort();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    @ParameterizedTest
    @EnumSource(
            value = WebApplicationType.class,
            names = {"SERVLET", "REACTIVE"})
    void application_isLimitedByRoutesAndByAnnotations(WebApplicationType type) throws Exception {
        try (ConfigurableApplicationContext context = start(type)) {
            HttpResponse<String> first = get(context, "/hello", "X-Api-Key", "k");
            assertThat(first.body()).isEqualTo("hello");
            assertThat(first.headers().firstValue("RateLimit").orElseThrow()).startsWith("\"rpm\";r=1;t=");
            get(context, "/hello", "X-Api-Key", "k");
            HttpResponse<String> refused = get(context, "/hello", "X-Api-Key", "k");
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(get(context, "/hello", "X-Api-Key", "other").statusCode())
                    .isEqualTo(200);
            assertThat(get(context, "/hello").statusCode()).isEqualTo(200);

            assertThat(get(context, "/spent", "X-Api-Key", "k").statusCode()).isEqualTo(200);
            assertThat(get(context, "/spent", "X-Api-Key", "k").statusCode()).isEqualTo(200);
            assertThat(get(context, "/spent", "X-Api-Key", "k").statusCode()).isEqualTo(429);
            assertThat(get(context, "/spent").statusCode()).isEqualTo(403);

            for (int expected : new int[] {200, 200, 429}) {
                assertThat(get(context, "/tenant").statusCode()).isEqualTo(expected);
                assertThat(get(context, "/health").statusCode()).isEqualTo(200);
            }

            for (int expected : new int[] {200, 200, 429}) {
                assertThat(get(context, "/annotated?user=ann").statusCode()).isEqualTo(expected);
            }
            HttpResponse<String> page = get(context, "/annotated?user=ann", "Accept", "text/html");
            assertThat(page.statusCode()).isEqualTo(429);
            assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
            assertThat(get(context, "/annotated").statusCode()).isEqualTo(403);
            assertThat(get(context, "/annotated?user=a%20b").statusCode()).isEqualTo(500);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = WebApplicationType.class,
            names = {"SERVLET", "REACTIVE"})
    @DisplayName("what could not be limited filled the log with servlets, and was in none with WebFlux")
    void requestsThatCantBeLimited_areInTheLog_andDontFillIt(WebApplicationType type, CapturedOutput output)
            throws Exception {
        try (ConfigurableApplicationContext context = start(type)) {
            for (int i = 0; i < 9; i++) {
                assertThat(get(context, "/annotated?user=a%20b").statusCode()).isEqualTo(500);
            }
        }
        assertThat(output.getAll().split("GET /annotated could not be limited", -1))
                .hasSize(1 + 4);
    }
}
