package dev.zaelimiter.http;

import static dev.zaelimiter.http.Statuses.passed;
import static dev.zaelimiter.http.Statuses.refused;
import static dev.zaelimiter.http.Statuses.violated;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.zaelimiter.AcquireInterruptedException;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimiterFaultException;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.ResourceDisabledException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.http.client.OutgoingLimits;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole answers: their status, their body, and what becomes of each failure. */
class HttpAnswersTest {

    private static final Limit RPM = Limit.perMinute("rpm", 100);

    private final HttpAnswers answers = HttpAnswers.builder().build();
    private final ObjectMapper json = new ObjectMapper();

    private static String field(HttpAnswer answer, String name) {
        return answer.fields().stream()
                .filter(field -> field.name().equals(name))
                .map(HeaderField::value)
                .findFirst()
                .orElse("");
    }

    @Test
    void refused_body_isProblemJsonOfTheDraftsType() throws Exception {
        HttpAnswer answer = answers.refused(refused(violated(RPM, 0, 600), passed(Limit.perDay("daily", 5), 2)));
        JsonNode problem = json.readTree(answer.bytes());

        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.contentType()).isEqualTo("application/problem+json");
        assertThat(problem.get("type").asText())
                .isEqualTo("https://iana.org/assignments/http-problem-types#quota-exceeded");
        assertThat(problem.get("status").asInt()).isEqualTo(429);
        assertThat(problem.get("violated-policies").toString()).isEqualTo("[\"rpm\"]");
        assertThat(problem.get("detail").asText()).isEqualTo("Try again in 1 second.");
    }

    @Test
    void refused_anyCache_mayNotKeepIt() {
        assertThat(field(answers.refused(refused(violated(RPM, 0, 1))), "Cache-Control"))
                .isEqualTo("no-store");
    }

    @Test
    void refused_neverFits_comesBackTomorrowAndSaysWhy() throws Exception {
        HttpAnswer answer = answers.refused(refused(violated(RPM, 100, -1)));

        assertThat(field(answer, "Retry-After")).isEqualTo("86400");
        assertThat(json.readTree(answer.body()).get("detail").asText()).contains("Waiting does not help");
    }

    @Test
    void refused_contendedWithoutViolation_namesNoPolicy() throws Exception {
        Refusal refusal = Refusal.contended(Statuses.ENTITY, Statuses.RESOURCE, List.of(passed(RPM, 1)), 100);
        HttpAnswer answer = answers.refused(refusal);
        JsonNode problem = json.readTree(answer.body());

        assertThat(field(answer, "Retry-After")).isEqualTo("1");
        assertThat(problem.get("violated-policies")).isEmpty();
        assertThat(problem.get("detail").asText()).startsWith("Too many requests want what is left");
    }

    @Test
    void refused_jitter_isLaterAndNeverEarlier() {
        HttpAnswers jittered = HttpAnswers.builder()
                .jitter(Duration.ofSeconds(5))
                .environment(new ManualClock())
                .build();
        Set<Long> seen = new TreeSet<>();
        for (int i = 0; i < 500; i++) {
            seen.add(Long.parseLong(field(jittered.refused(refused(violated(RPM, 0, 9_001))), "Retry-After")));
        }
        assertThat(seen).containsExactly(10L, 11L, 12L, 13L, 14L, 15L);
    }

    @Test
    void refused_namesWithQuotesAndMarkup_areEscapedInBothForms() throws Exception {
        HttpAnswers odd =
                HttpAnswers.builder().names(limit -> "</h1>\"\\<script>").build();
        HttpAnswer answer = odd.refused(refused(violated(RPM, 0, 1)));

        assertThat(json.readTree(answer.body()).get("violated-policies").get(0).asText())
                .isEqualTo("</h1>\"\\<script>");
        assertThat(answer.acceptedBy("text/html").body()).doesNotContain("<script");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "none|false",
                "''|false",
                "*/*|false",
                "application/json|false",
                "text/html|true",
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8|true",
                "TEXT/HTML|true",
                "text/*|true",
                "text/html;q=0.5, application/json|false",
                "text/html, application/json|false",
                "text/html;q=0, */*|false",
                "text/html;q=nonsense|false",
                "text/html;q=2|false",
                "text/html;level=1;q=0.7, application/*;q=0.2|true",
                ";;;,,,=|false"
            })
    void acceptedBy_anyAccept_isHtmlOnlyIfThatIsWantedMore(String accept, boolean html) {
        HttpAnswer answer = answers.refused(refused(violated(RPM, 0, 1))).acceptedBy(accept);
        assertThat(answer.contentType()).isEqualTo(html ? "text/html; charset=utf-8" : "application/problem+json");
        assertThat(answer.body()).startsWith(html ? "<!DOCTYPE html>" : "{");
    }

    @Test
    void acceptedBy_aMegabyte_isJson() {
        String huge = "text/html," + "a/b;q=0.1,".repeat(100_000);
        assertThat(answers.malformed().acceptedBy(huge).contentType()).isEqualTo("application/problem+json");
    }

    static List<Throwable> noAnswers() {
        return List.of(
                new RateLimiterUnavailableException("key-1", "gpt-4", "no answer", null),
                new StoreFailureException("reading", false, new IllegalStateException("away")),
                new AcquireInterruptedException("key-1", "gpt-4"),
                new RepositoryClosedException(),
                new CompletionException(
                        new ExecutionException(new RateLimiterUnavailableException("key-1", "gpt-4", "no", null))));
    }

    @ParameterizedTest
    @MethodSource("noAnswers")
    void failed_noAnswerFromTheStore_is503OfItsOwnType(Throwable failure) throws Exception {
        HttpAnswer answer = answers.failed(failure).orElseThrow();
        JsonNode problem = json.readTree(answer.body());

        assertThat(answer.status()).isEqualTo(503);
        assertThat(field(answer, "Retry-After")).isEqualTo("1");
        assertThat(problem.get("type").asText()).isEqualTo("tag:zaelimiter.dev,2026:problem:unavailable");
        assertThat(problem.has("violated-policies")).isFalse();
        assertThat(answer.body()).doesNotContain("key-1").doesNotContain("away");
    }

    @Test
    void failed_heldBackByAServiceBehind_is503_andTellsWhenToComeBack() {
        ManualClock clock = new ManualClock();
        OutgoingLimits limits = OutgoingLimits.builder().environment(clock).build();
        URI behind = URI.create("https://model.example/");
        limits.heard(behind, 429, name -> name.equals("Retry-After") ? List.of("20") : List.of());
        clock.advance(Duration.ofMillis(500));
        HttpAnswer answer = answers.failed(catchThrowable(() -> limits.begin("POST", behind)))
                .orElseThrow();

        assertThat(answer.status()).isEqualTo(503);
        assertThat(field(answer, "Retry-After")).isEqualTo("20");
        assertThat(answer.body()).contains(":problem:held-back").doesNotContain("model.example");
    }

    static List<Throwable> faults() {
        return List.of(
                LimiterFaultException.of("something impossible", null),
                new NoLimitsException("key-1", "gpt-4"),
                new InvalidInputException("take", "key-1", "a limit"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void failed_faultOfTheService_is500AndTellsNothing(Throwable failure) {
        HttpAnswer answer = answers.failed(failure).orElseThrow();

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.body())
                .contains("tag:zaelimiter.dev,2026:problem:not-decided")
                .doesNotContain("key-1")
                .doesNotContain("impossible");
    }

    @Test
    void failed_disabledResource_is403() {
        HttpAnswer answer = answers.failed(new ResourceDisabledException("key-1", "gpt-4", Level.Kind.RESOURCE))
                .orElseThrow();
        assertThat(answer.status()).isEqualTo(403);
        assertThat(field(answer, "Retry-After")).isEmpty();
    }

    @Test
    void failed_thrownRefusal_isARefusal() {
        Throwable thrown = new CompletionException(new RateLimitExceededException(refused(violated(RPM, 0, 3_000))));
        HttpAnswer answer = answers.failed(thrown).orElseThrow();
        assertThat(answer.status()).isEqualTo(429);
        assertThat(field(answer, "Retry-After")).isEqualTo("3");
    }

    @Test
    void failed_somebodyElsesException_isNoAnswer() {
        assertThat(answers.failed(new IllegalStateException("ours?"))).isEmpty();
        assertThat(answers.failed(new CompletionException(null))).isEmpty();
    }

    @Test
    void builder_valuesOutOfRange_areRefusedByName() {
        HttpAnswers.Builder builder = HttpAnswers.builder();
        assertThatThrownBy(() -> builder.jitter(Duration.ofMillis(1))).hasMessageContaining("jitter");
        assertThatThrownBy(() -> builder.jitter(Duration.ofSeconds(-1))).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> builder.jitter(Duration.ofHours(2))).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> builder.retryOfNever(Duration.ZERO)).hasMessageContaining("retryOfNever");
        assertThatThrownBy(() -> builder.retryOfUnavailable(Duration.ofDays(366)))
                .hasMessageContaining("retryOfUnavailable");
        assertThatThrownBy(() -> builder.unit("rpm", "requests\r\nX: y")).hasMessageContaining("unit");
    }
}
