package dev.zaelimiter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is served, asked over real sockets: what a browser would not send is sent too. */
class GuardTest {

    private static final String ABOUT = "/api/about";

    private RunningDashboard world;

    @BeforeEach
    void open() {
        world = RunningDashboard.changing();
    }

    @AfterEach
    void close() {
        world.close();
    }

    private Web.Answer with(String header, String value) {
        Map<String, String> headers = world.web.own();
        headers.put(header, value);
        return world.web.get(ABOUT, headers);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "[::1]", "LOCALHOST", "localhost:9000"})
    void host_thatNamesThisMachine_isServed(String host) {
        // Another port too: a tunnel of ssh may end at one.
        assertThat(with("Host", host).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:8421",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "127.0.0.1@evil.example",
                "0.0.0.0",
                "127.0.0.1:x",
                "2130706433"
            })
    void host_ofAPageThatWasMadeToPointHere_isRefused(String host) {
        Web.Answer answer = with("Host", host);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.error()).contains("127.0.0.1");
        Map<String, String> headers = world.web.own();
        headers.put("Host", host);
        assertThat(world.web.get("/", headers).status()).isEqualTo(403);
    }

    @Test
    void host_missing_isRefused() {
        Map<String, String> headers = world.web.own();
        headers.remove("Host");
        assertThat(world.web.get(ABOUT, headers).status()).isIn(400, 403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://evil.example", "null", "http://localhost:3000", "https://127.0.0.1", "http://127.0.0.1"})
    void origin_ofAnotherSite_isRefused(String origin) {
        assertThat(with("Origin", origin).status()).isEqualTo(403);
    }

    @Test
    void origin_ofThePageItself_isServed() {
        assertThat(with("Origin", "http://" + world.web.host()).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site"})
    void fetch_fromAnotherSite_isRefused(String site) {
        assertThat(with("Sec-Fetch-Site", site).status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "wrong", RunningDashboard.KEY + "x", "a"})
    void key_wrong_isRefused(String key) {
        Web.Answer answer = with(Guard.KEY, key);
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.body()).doesNotContain("default");
    }

    @Test
    void key_missing_isRefused_butThePageItselfIsThere() {
        Map<String, String> headers = world.web.own();
        headers.remove(Guard.KEY);
        assertThat(world.web.get(ABOUT, headers).status()).isEqualTo(401);
        headers.remove("Sec-Fetch-Site");
        Web.Answer page = world.web.get("/", headers);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).doesNotContain(RunningDashboard.KEY);
    }

    @Test
    void change_withoutAnOrigin_isRefused() {
        Map<String, String> headers = world.web.own();
        headers.put("Content-Type", "application/x-www-form-urlencoded");
        Web.Answer answer = world.web.send("POST", "/api/limits", headers, "version=0&limit=rpm,1,60,1,false");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(world.repository.limits().getSystemDefaults()).isEmpty();
    }

    @Test
    void change_asAnotherTypeThanAForm_isRefused() {
        Map<String, String> headers = world.web.own();
        headers.put("Origin", "http://" + world.web.host());
        headers.put("Content-Type", "text/plain");
        assertThat(world.web.send("POST", "/api/limits", headers, "version=0").status())
                .isEqualTo(400);
    }

    @Test
    void change_whereNoneAreAllowed_isRefused() {
        try (RunningDashboard showing = RunningDashboard.showing()) {
            Web.Answer answer = showing.web.post("/api/limits", "version", "0", "limit", "rpm,1,60,1,false");
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.error()).contains("--allow-changes");
            assertThat(showing.repository.limits().getSystemDefaults()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"})
    void method_thatNobodyNeeds_isRefused(String method) {
        assertThat(world.web.send(method, ABOUT, world.web.own(), "").status()).isEqualTo(405);
    }

    @Test
    void form_tooLarge_isRefused() {
        Web.Answer answer = world.web.post("/api/limits", "version", "x".repeat(70_000));
        assertThat(answer.status()).isEqualTo(413);
    }

    @Test
    void everyAnswer_forbidsWhatThePageDoesNotNeed() {
        for (String path : new String[] {"/", "/page.js", "/page.css", "/none", ABOUT, "/api/none"}) {
            Map<String, String> headers = world.web.get(path, world.web.own()).headers();
            assertThat(headers.get("content-security-policy"))
                    .as(path)
                    .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe", "http:", "*");
            assertThat(headers)
                    .containsEntry("x-content-type-options", "nosniff")
                    .containsEntry("referrer-policy", "no-referrer")
                    .containsEntry("cross-origin-resource-policy", "same-origin")
                    .containsEntry("cache-control", "no-store")
                    .doesNotContainKey("access-control-allow-origin");
        }
    }

    @Test
    void head_hasNoBody() {
        Web.Answer answer = world.web.send("HEAD", "/", world.web.own(), "");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/../page.html", "/page.html", "/%2e%2e/module-info.class", "/dev/zaelimiter", "/page.js/"})
    void file_thatIsNotOfThePage_isNotThere(String path) {
        assertThat(world.web.get(path, world.web.own()).status()).isIn(400, 404);
    }
}
