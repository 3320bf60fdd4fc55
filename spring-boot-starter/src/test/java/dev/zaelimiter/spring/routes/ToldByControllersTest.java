package dev.zaelimiter.spring.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.spring.annotation.RateLimited;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What clients are told of a request that a limited controller has granted. */
@Timeout(300)
class ToldByControllersTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import({Controller.class, Service.class})
    static class Application {}

    static class Service {
        @RateLimited(resource = "service", entity = "'all'", take = "rpm=1")
        public String answer() {
            return "an answer";
        }
    }

    @RestController
    static class Controller {

        private final Service service;

        Controller(Service service) {
            this.service = service;
        }

        @RateLimited(resource = "plain", entity = "'all'", take = "rpm=1")
        @GetMapping("/plain")
        public String plain() {
            return "plain";
        }

        @RateLimited(resource = "entity", entity = "'all'", take = "rpm=1")
        @GetMapping("/entity")
        public ResponseEntity<String> entity() {
            return ResponseEntity.status(201).body("made");
        }

        @RateLimited(resource = "later", entity = "'all'", take = "rpm=1")
        @GetMapping("/later")
        public CompletableFuture<String> later() {
            return CompletableFuture.supplyAsync(() -> "later");
        }

        @RateLimited(resource = "mono", entity = "'all'", take = "rpm=1")
        @GetMapping("/mono")
        public Mono<String> mono() {
            return Mono.just("mono");
        }

        @RateLimited(resource = "flux", entity = "'all'", take = "rpm=1")
        @GetMapping("/flux")
        public Flux<String> flux() {
            return Flux.just("one", "two");
        }

        @RateLimited(resource = "wide", entity = "'all'", take = "rpm=1")
        @RateLimited(resource = "narrow", entity = "'all'", take = "rpm=1")
        @RateLimited(resource = "wide", entity = "'others'", take = "rpm=1")
        @GetMapping("/several")
        public Mono<String> several() {
            return Mono.just("several");
        }

        @RateLimited(resource = "routed", entity = "'all'", take = "rpm=1")
        @GetMapping("/routed")
        public Mono<String> routed() {
            return Mono.just("routed");
        }

        @GetMapping("/service")
        Mono<String> service() {
            return Mono.fromSupplier(service::answer);
        }
    }

    private static ConfigurableApplicationContext start(WebApplicationType type) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(type);
        return application.run(
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--zae.limiter.limits.system.rpm=2/d",
                "--zae.limiter.limits.resources.wide.rpm=10/d",
                "--zae.limiter.limits.resources.api.rpm=10/d",
                "--zae.limiter.web.routes[0].path=/routed",
                "--zae.limiter.web.routes[0].resource=api",
                "--zae.limiter.web.routes[0].keys=address",
                "--zae.limiter.web.routes[0].take.rpm=1");
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext context, String path) throws Exception {
        int port = ((WebServerApplicationContext) context).getWebServer().getPort();
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .build(),
                BodyHandlers.ofString());
    }

    private static void assertTold(ConfigurableApplicationContext context, String path, String begin) throws Exception {
        HttpResponse<String> response = get(context, path);
        assertThat(response.statusCode()).as(path).isBetween(200, 201);
        Map<String, List<String>> fields = response.headers().map();
        assertThat(fields.getOrDefault("ratelimit", List.of()))
                .as(path)
                .singleElement()
                .asString()
                .startsWith(begin);
        assertThat(fields.getOrDefault("ratelimit-policy", List.of())).as(path).hasSize(1);
    }

    private static void assertNotTold(ConfigurableApplicationContext context, String path) throws Exception {
        HttpResponse<String> response = get(context, path);
        assertThat(response.statusCode()).as(path).isEqualTo(200);
        assertThat(response.headers().map()).as(path).doesNotContainKey("ratelimit");
    }

    @ParameterizedTest
    @EnumSource(
            value = WebApplicationType.class,
            names = {"SERVLET", "REACTIVE"})
    void grantedRequest_tellsOfTheLimitsOfItsController(WebApplicationType type) throws Exception {
        try (ConfigurableApplicationContext context = start(type)) {
            assertTold(context, "/mono", "\"rpm\";r=1;t=");
            assertTold(context, "/mono", "\"rpm\";r=0;t=");
            HttpResponse<String> refused = get(context, "/mono");
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().allValues("RateLimit")).hasSize(1);

            // Of several the one that is nearest to its end.
            assertTold(context, "/several", "\"rpm\";r=1;t=");
            // A route's alone, since both would be read as one.
            assertTold(context, "/routed", "\"rpm\";r=9;t=");
            // What a service takes may be about something else than this client.
            assertNotTold(context, "/service");

            if (type == WebApplicationType.SERVLET) {
                assertTold(context, "/plain", "\"rpm\";r=1;t=");
                assertTold(context, "/entity", "\"rpm\";r=1;t=");
                assertTold(context, "/later", "\"rpm\";r=1;t=");
            } else {
                // With Spring MVC the head of such a stream may be sent before its decision.
                assertTold(context, "/flux", "\"rpm\";r=1;t=");
                // Nothing leads from such a method to its request.
                assertNotTold(context, "/plain");
                assertNotTold(context, "/later");
            }
        }
    }
}
