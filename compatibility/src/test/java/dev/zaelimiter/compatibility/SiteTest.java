package dev.zaelimiter.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The documents as a site: it is made by one command, which checks every link, and can be read on a phone. */
@Tag("extended")
@Tag("network")
@Tag("back-end")
@Tag("browser")
@TestInstance(Lifecycle.PER_CLASS)
class SiteTest {

    /** A page that shows another in a frame of some width, and says how wide that one would like to be. */
    private static final String PROBE = """
            <!doctype html><meta charset="utf-8"><body style="margin:0">
            <iframe src="%s" width="%d" height="800" style="border:0"></iframe>
            <p id="told">nothing yet</p>
            <script>
            const frame = document.querySelector('iframe');
            frame.onload = () => setTimeout(() => {
              const inner = frame.contentDocument;
              document.getElementById('told').textContent =
                  'wide ' + inner.documentElement.scrollWidth + ' pictures ' + inner.querySelectorAll('div.mermaid').length;
            }, 3000);
            </script>
            """;

    @TempDir
    private Path profile;

    private Path site;
    private HttpServer server;

    @BeforeAll
    void make() throws Exception {
        Run run = Run.of(Checkout.ROOT, Map.of(), List.of("bin/site", "--without-javadoc"))
                .well();
        site = Path.of(run.out().lines().reduce((first, last) -> last).orElseThrow());
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterAll
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath().substring(1);
        byte[] body;
        if (path.startsWith("probe/")) {
            String[] words = path.split("/", 3);
            body = PROBE.formatted("/" + words[2], Integer.parseInt(words[1])).getBytes(StandardCharsets.UTF_8);
        } else {
            Path file = site.resolve(path);
            file = Files.isDirectory(file) ? file.resolve("index.html") : file;
            body = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        }
        String type = path.endsWith(".css") ? "text/css" : path.endsWith(".js") ? "text/javascript" : "text/html";
        exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
        exchange.sendResponseHeaders(body.length == 0 ? 404 : 200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private String version() {
        return Checkout.pom(".").replaceFirst("(?s).*?<version>([\\d.]+).*", "$1");
    }

    @Test
    void site_hasPagesSearchAndVersions() throws IOException {
        assertThat(site.resolve("versions.json")).content().contains("\"version\": \"" + version() + "\"");
        assertThat(site.resolve("index.html")).content().contains(version() + "/");
        Path made = site.resolve(version());
        assertThat(made.resolve("index.html")).content().contains("zae-limiter for Java");
        assertThat(made.resolve("search/search_index.json")).content().contains("docs/user/getting-started/");
        assertThat(made.resolve("docs/contributor/architecture/index.html")).exists();
        // A link to a source leads to the repository, and words after a fence's language are not shown.
        assertThat(made.resolve("docs/user/getting-started/index.html"))
                .content()
                .contains("/blob/main/examples/src/main/java/dev/zaelimiter/examples/QuickStart.java")
                .doesNotContain("```java");
    }

    /** Nothing sticks out to the right: tables and code scroll by themselves. */
    @ParameterizedTest
    @CsvSource({
        "390, ''",
        "390, docs/user/getting-started/",
        "390, docs/operator/cli-reference/",
        "390, docs/contributor/architecture/",
        "1280, ''",
        "1280, docs/contributor/architecture/"
    })
    void page_onAPhoneAndOnADesk_isNoWiderThanTheScreen(int width, String page) throws Exception {
        String url =
                "http://127.0.0.1:" + server.getAddress().getPort() + "/probe/" + width + "/" + version() + "/" + page;
        Run run = Run.of(
                        Checkout.ROOT,
                        Map.of(),
                        List.of(
                                "chromium",
                                "--headless",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--user-data-dir=" + profile,
                                "--virtual-time-budget=12000",
                                "--dump-dom",
                                url))
                .well();

        assertThat(run.out()).containsPattern("wide \\d+");
        int wide = Integer.parseInt(run.out().replaceFirst("(?s).*wide (\\d+) .*", "$1"));
        assertThat(wide).isLessThanOrEqualTo(width);
        if (page.endsWith("architecture/")) {
            assertThat(run.out()).as("pictures are drawn").containsPattern("pictures [1-9]");
        }
    }
}
