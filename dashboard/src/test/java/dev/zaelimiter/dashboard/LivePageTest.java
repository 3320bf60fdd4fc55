package dev.zaelimiter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.ManualClock;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The page of a load test as a server: who is answered, what is read, and how often. */
class LivePageTest {

    private static final String KEY = "abcdefghijklmnopqrst";

    private final HttpClient http = HttpClient.newHttpClient();

    private HttpResponse<String> get(LivePage page, String path, String key, String method) throws Exception {
        URI address = page.address().resolve("/" + path);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address).method(method, HttpRequest.BodyPublishers.noBody());
        if (key != null) {
            request.header("X-Dashboard-Key", key);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void page_isServedOnThisMachine_toThoseWithTheKey_andOnlyShows() throws Exception {
        try (LivePage page = LivePage.start("run", 0, Duration.ofSeconds(1), () -> "{\"name\":\"r\"}\n", KEY)) {
            assertThat(page.address().toString())
                    .startsWith("http://127.0.0.1:")
                    .endsWith("/#key=" + KEY);
            assertThat(get(page, "", null, "GET").body()).contains("/run.js");
            for (String file :
                    new String[] {"run.js", "frame.js", "client.js", "chart.js", "elements.js", "words.js", "page.css"
                    }) {
                assertThat(get(page, file, null, "GET").statusCode()).as(file).isEqualTo(200);
            }
            assertThat(get(page, "page.js", null, "GET").statusCode()).isEqualTo(404);
            assertThat(get(page, "api/run", null, "GET").statusCode()).isEqualTo(401);
            assertThat(get(page, "api/run", KEY, "GET").body())
                    .contains("\"value\":{\"name\":\"r\"}", "\"error\":null");
            assertThat(get(page, "api/limits", KEY, "GET").statusCode()).isEqualTo(404);
            assertThat(get(page, "api/run", KEY, "POST").statusCode()).isEqualTo(403);
            assertThat(get(page, "api/run", KEY, "DELETE").statusCode()).isEqualTo(405);
        }
    }

    @Test
    void state_isReadNoMoreOftenThanSaid_andATroubleIsTold() {
        ManualClock clock = new ManualClock();
        AtomicInteger reads = new AtomicInteger();
        LiveApi api = new LiveApi(
                "run",
                Duration.ofSeconds(2),
                () -> {
                    if (reads.incrementAndGet() == 2) {
                        throw new IllegalStateException("the bucket is gone");
                    }
                    return "{}";
                },
                clock);
        api.answer(false, "run", Form.of(""));
        assertThat(body(api)).contains("\"value\":{}");
        assertThat(reads).hasValue(1);
        clock.advance(Duration.ofSeconds(2));
        assertThat(body(api)).contains("\"value\":null", "the bucket is gone");
        assertThat(body(api)).contains("\"value\":{}", "\"error\":null");
    }

    private static String body(LiveApi api) {
        return new String(api.answer(false, "run", Form.of("")).body(), java.nio.charset.StandardCharsets.UTF_8);
    }

    @Test
    void wrongPortKeyOrPortInUse_isSaid() {
        assertThatThrownBy(() -> LivePage.start("run", 70_000, Duration.ofSeconds(1), () -> "{}"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("port");
        assertThatThrownBy(() -> LivePage.start("run", 0, Duration.ofSeconds(1), () -> "{}", "short"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("key")
                .hasMessageNotContaining("short");
        try (LivePage page = LivePage.start("run", 0, Duration.ofSeconds(1), () -> "{}")) {
            int port = page.address().getPort();
            assertThatThrownBy(() -> LivePage.start("run", port, Duration.ofSeconds(1), () -> "{}"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("can't be had");
        }
    }
}
