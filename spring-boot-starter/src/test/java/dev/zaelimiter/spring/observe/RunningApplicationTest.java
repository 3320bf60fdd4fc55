package dev.zaelimiter.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A whole application with a web server, asked from outside. */
class RunningApplicationTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Slow.class)
    static class Application {}

    @RestController
    static class Slow {
        private final RateLimiter limiter;
        final CountDownLatch arrived = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);

        Slow(RateLimiter limiter) {
            this.limiter = limiter;
        }

        @GetMapping("/slow")
        String slow() throws InterruptedException {
            arrived.countDown();
            goOn.await(1, TimeUnit.MINUTES);
            Lease lease = limiter.acquire("e", "gpt-4", "rpm", 5);
            lease.settle("rpm", 2);
            lease.keep();
            return "served";
        }
    }

    private static ConfigurableApplicationContext start(String... more) {
        SpringApplication application = new SpringApplication(Application.class);
        String[] all = new String[more.length + 5];
        System.arraycopy(more, 0, all, 5, more.length);
        all[0] = "--server.port=0";
        all[1] = "--management.endpoints.web.exposure.include=*";
        all[2] = "--management.endpoint.health.show-details=always";
        all[3] = "--zae.limiter.limits.resources.gpt-4.rpm=10/day";
        all[4] = "--spring.main.banner-mode=off";
        return application.run(all);
    }

    private static URI address(ConfigurableApplicationContext context, String path) {
        int port = ((WebServerApplicationContext) context).getWebServer().getPort();
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private static HttpResponse<String> send(
            ConfigurableApplicationContext context, String method, String path, String body) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(address(context, path))
                        .method(method, BodyPublishers.ofString(body))
                        .header("Content-Type", "application/json")
                        .build(),
                BodyHandlers.ofString());
    }

    private static String get(ConfigurableApplicationContext context, String path) throws Exception {
        HttpResponse<String> response = send(context, "GET", path, "");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    @Test
    void endpoints_tellOfTheLimits_andWriteOnlyIfAllowed() throws Exception {
        try (ConfigurableApplicationContext context = start()) {
            context.getBean(RateLimiter.class)
                    .acquire("key-1", "gpt-4", "rpm", 3)
                    .keep();
            assertThat(get(context, "/actuator/limits"))
                    .contains("\"granted\":1")
                    .contains("\"gpt-4\":{\"limits\":[{\"name\":\"rpm\",\"capacity\":10,");
            assertThat(get(context, "/actuator/limits/key-1?resource=gpt-4"))
                    .contains("\"from\":\"RESOURCE\"")
                    .contains("\"available\":7");
            assertThat(get(context, "/actuator/limits/key-1?resource=other")).contains("\"limits\":[]");
            assertThat(send(context, "GET", "/actuator/limits/key-1?resource=a%20b", "")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(send(context, "POST", "/actuator/limits", "{\"name\":\"rpm\",\"capacity\":1}")
                            .statusCode())
                    .isEqualTo(405);
            assertThat(get(context, "/actuator/health"))
                    .contains("\"zaeLimiter\":{")
                    .contains("\"lostCorrections\":0");
            assertThat(get(context, "/actuator/prometheus"))
                    .contains("zae_limiter_requests_total{outcome=\"granted\"} 1.0");
        }
        try (ConfigurableApplicationContext context = start("--management.endpoint.limits.access=unrestricted")) {
            String set = "{\"name\":\"rpm\",\"capacity\":20,\"entity\":\"key-1\",\"resource\":\"gpt-4\"}";
            assertThat(send(context, "POST", "/actuator/limits", set).body())
                    .contains("\"capacity\":20,\"refillAmount\":20,\"refillPeriodSeconds\":60");
            assertThat(get(context, "/actuator/limits/key-1?resource=gpt-4")).contains("\"from\":\"ENTITY_RESOURCE\"");
            assertThat(send(context, "POST", "/actuator/limits", "{\"name\":\"r pm\",\"capacity\":20}")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(send(context, "DELETE", "/actuator/limits?name=rpm&entity=key-1&resource=gpt-4", "")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(get(context, "/actuator/limits/key-1?resource=gpt-4")).contains("\"from\":\"RESOURCE\"");
        }
    }

    /** The request that is served while the server drains still takes, and its correction is written. */
    @Test
    void close_comesAfterTheLastRequest(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("limits");
        ConfigurableApplicationContext context =
                start("--zae.limiter.store=file", "--zae.limiter.file.path=" + file, "--server.shutdown=graceful");
        Slow slow = context.getBean(Slow.class);
        LimitRepository repository = context.getBean(LimitRepository.class);
        CompletableFuture<HttpResponse<String>> answer = CLIENT.sendAsync(
                HttpRequest.newBuilder(address(context, "/slow")).build(), BodyHandlers.ofString());
        assertThat(slow.arrived.await(1, TimeUnit.MINUTES)).isTrue();
        Thread closing = new Thread(context::close);
        context.addApplicationListener(event -> slow.goOn.countDown());
        closing.start();

        assertThat(answer.get(1, TimeUnit.MINUTES).body()).isEqualTo("served");
        closing.join(60_000);
        Assertions.assertThatThrownBy(() -> repository.rateLimiter().acquire("e", "gpt-4", "rpm", 1))
                .isInstanceOf(RepositoryClosedException.class);
        try (LimitRepository again = EmbeddedRepository.file(file)) {
            assertThat(again.rateLimiter()
                            .check(AcquireRequest.of("e", "gpt-4", "rpm", 0))
                            .available("rpm"))
                    .isEqualTo(8);
        }
    }
}
