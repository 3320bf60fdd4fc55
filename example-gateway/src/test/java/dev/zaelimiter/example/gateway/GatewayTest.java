package dev.zaelimiter.example.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.testkit.model.ModelReply;
import dev.zaelimiter.testkit.model.StandInModel;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a client of the gateway sees, and what each call is charged. Each test has a key of its own, or a gateway. */
class GatewayTest {

    private static final String STORY = "Tell me a story.";

    /** What the model says that it has used for the answer to that. */
    private static final long OF_THE_ANSWER = 140;

    private static RunningGateway gateway;

    @BeforeAll
    static void start() {
        gateway = RunningGateway.start(
                "--zae.limiter.limits.resources.chat.rpm=10/d",
                "--zae.limiter.limits.resources.chat.tpm=2000/d",
                "--zae.limiter.limits.entities.demo-project.chat.rpm=1000/never",
                "--zae.limiter.limits.entities.demo-project.chat.tpm=100000/never",
                "--zae.limiter.limits.entities.key-poor.chat.rpm=10/d",
                "--zae.limiter.limits.entities.key-poor.chat.tpm=400/d",
                "--gateway.keys[sk-poor]=key-poor",
                "--gateway.keys[sk-failing]=key-failing",
                "--gateway.keys[sk-streaming]=key-streaming",
                "--gateway.keys[sk-broken]=key-broken");
    }

    @AfterAll
    static void close() {
        gateway.close();
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    @Test
    void question_isAnswered_andSettled_forTheKeyAndItsProject() throws Exception {
        long before = gateway.used("demo-project", "tpm");
        HttpResponse<String> response = gateway.ask("sk-demo-ada", STORY, false);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response).at("/choices/0/message/content").asString()).startsWith("Once a token");
        assertThat(response.headers().firstValue("RateLimit").orElseThrow())
                .contains("\"rpm\";r=9", "\"parent/rpm\";r=");
        long used = json(response).at("/usage/total_tokens").asLong();
        assertThat(used).isGreaterThan(OF_THE_ANSWER);
        assertThat(gateway.used("key-ada", "tpm")).isEqualTo(used);
        assertThat(gateway.used("demo-project", "tpm")).isEqualTo(before + used);
        assertThat(gateway.used("key-grace", "tpm")).isZero();
        assertThat(gateway.state().at("/events/0/what").asString()).isEqualTo("answered");
    }

    @Test
    void question_beyondALimit_is429WithAProblem_andChargesNothing() throws Exception {
        assertThat(gateway.ask("sk-poor", STORY, false).statusCode()).isEqualTo(200);
        long used = gateway.used("key-poor", "tpm");
        gateway.ask("sk-poor", STORY, false);
        long usedTwice = gateway.used("key-poor", "tpm");
        assertThat(usedTwice).isEqualTo(2 * used);
        long requests = gateway.used("demo-project", "rpm");
        HttpResponse<String> refused = gateway.ask("sk-poor", STORY, false);

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isPositive();
        assertThat(json(refused).get("violated-policies").toString()).isEqualTo("[\"tpm\"]");
        assertThat(refused.body()).doesNotContain("key-poor");
        assertThat(gateway.used("key-poor", "tpm")).isEqualTo(usedTwice);
        assertThat(gateway.used("demo-project", "rpm")).isEqualTo(requests);
        assertThat(gateway.state().at("/events/0/what").asString()).isEqualTo("refused");
    }

    @Test
    void call_thatFails_givesItsTokensBack() throws Exception {
        long before = gateway.used("demo-project", "rpm");
        assertThat(gateway.ask("sk-failing", "Please fail.", false).statusCode())
                .isEqualTo(502);
        assertThat(gateway.used("key-failing", "tpm")).isZero();
        assertThat(gateway.used("key-failing", "rpm")).isZero();
        assertThat(gateway.used("demo-project", "rpm")).isEqualTo(before);
        assertThat(gateway.state().at("/events/0/what").asString()).isEqualTo("failed");
    }

    @Test
    void stream_comesInPieces_andIsSettledToItsUsage() throws Exception {
        HttpResponse<String> response = gateway.ask("sk-streaming", STORY, true);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/event-stream");
        assertThat(response.body()).contains("\"content\":\"Once \"").endsWith("data: [DONE]\n\n");
        assertThat(gateway.used("key-streaming", "tpm")).isBetween(OF_THE_ANSWER + 1, OF_THE_ANSWER + 60);
    }

    @Test
    void stream_thatBreaksOff_isNoWholeAnswer_andWhatCameStaysCharged() throws Exception {
        assertThatThrownBy(() -> gateway.ask("sk-broken", "Please break off.", true))
                .isInstanceOf(IOException.class);
        assertThat(gateway.used("key-broken", "rpm")).isEqualTo(1);
        assertThat(gateway.used("key-broken", "tpm")).isBetween(1L, 100L);
        assertThat(gateway.state().at("/events/0/what").asString()).isEqualTo("broken off");
    }

    @Test
    void project_usedUpByOneKey_refusesTheOther() throws Exception {
        try (RunningGateway shared = RunningGateway.start(
                "--zae.limiter.limits.resources.chat.rpm=10/d",
                "--zae.limiter.limits.entities.demo-project.chat.rpm=3/d")) {
            shared.ask("sk-demo-ada", STORY, false);
            shared.ask("sk-demo-grace", STORY, false);
            shared.ask("sk-demo-ada", STORY, false);
            HttpResponse<String> refused = shared.ask("sk-demo-grace", STORY, false);

            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(json(refused).get("violated-policies").toString()).isEqualTo("[\"parent/rpm\"]");
            assertThat(shared.state().at("/events/0/detail").asString()).contains("rpm of the project");
        }
    }

    @Test
    void request_withoutAKey_orWithoutSense_takesNothing() throws Exception {
        assertThat(gateway.ask("sk-of-nobody", STORY, false).statusCode()).isEqualTo(401);
        for (String body : new String[] {"", "no JSON", "[]", "{}", "{\"messages\":7}"}) {
            assertThat(gateway.post("sk-failing", body).statusCode()).as(body).isEqualTo(400);
        }
        assertThat(gateway.used("key-failing", "rpm")).isZero();
    }

    @Test
    void model_thatRefuses_isNo429OfTheGateway() throws Exception {
        try (StandInModel model = StandInModel.start();
                RunningGateway before = RunningGateway.start("--gateway.model=" + model.url())) {
            model.next(ModelReply.failing(429).header("Retry-After", "7"));
            HttpResponse<String> response = before.ask("sk-demo-ada", STORY, false);
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.headers().firstValue("Retry-After")).contains("7");
            assertThat(before.used("key-ada", "rpm")).isZero();
        }
    }

    @Test
    void page_isServedWhole_withoutAnythingFromElsewhere() throws Exception {
        for (String path : new String[] {"/", "/page.css", "/page.js", "/icon.svg"}) {
            HttpResponse<String> response = gateway.get(path);
            assertThat(response.statusCode()).as(path).isEqualTo(200);
            assertThat(response.body().replace("http://www.w3.org/2000/svg", ""))
                    .as(path)
                    .doesNotContain("http://")
                    .doesNotContain("https://");
        }
    }
}
