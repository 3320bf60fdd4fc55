package dev.zaelimiter.http;

import static dev.zaelimiter.http.Statuses.granted;
import static dev.zaelimiter.http.Statuses.ofParent;
import static dev.zaelimiter.http.Statuses.passed;
import static dev.zaelimiter.http.Statuses.refused;
import static dev.zaelimiter.http.Statuses.violated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.ManualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each dialect, field by field, against the examples and the rules of its specification. */
class DialectsTest {

    private static final Limit RPM = Limit.perMinute("rpm", 100);
    private static final Limit TPM = Limit.perMinute("tpm", 50_000).burst(80_000);
    private static final Limit DAILY = Limit.perDay("daily", 1000);
    private static final Limit CREDITS = Limit.budget("credits", 5_000);

    private final ManualClock clock = new ManualClock(Instant.ofEpochMilli(1_700_000_000_001L));

    private HttpAnswers.Builder in(Dialect dialect) {
        return HttpAnswers.builder().dialect(dialect).environment(clock);
    }

    private static List<String> lines(List<HeaderField> fields) {
        return fields.stream().map(HeaderField::toString).toList();
    }

    @Test
    void draft11_granted_readsAsTheDraftsExample() {
        assertThat(lines(in(Dialect.IETF_11).build().fields(granted(passed(RPM, 50)))))
                .containsExactly("RateLimit-Policy: \"rpm\";q=100;w=60", "RateLimit: \"rpm\";r=50;t=30");
    }

    @Test
    void draft11_severalLimits_areOneList() {
        List<String> lines = lines(in(Dialect.IETF_11).build().fields(granted(passed(RPM, 99), passed(DAILY, 7))));

        assertThat(lines)
                .containsExactly(
                        "RateLimit-Policy: \"rpm\";q=100;w=60, \"daily\";q=1000;w=86400",
                        "RateLimit: \"rpm\";r=99;t=60, \"daily\";r=7;t=605");
    }

    /** A client that spends q in each w must not be refused, so a burst makes the window longer. */
    @Test
    void draft11_burst_isTheQuotaWithTheTimeThatItTakesToComeBack() {
        assertThat(lines(in(Dialect.IETF_11).build().fields(granted(passed(TPM, 80_000)))))
                .containsExactly("RateLimit-Policy: \"tpm\";q=80000;w=96", "RateLimit: \"tpm\";r=80000;t=96");
    }

    @Test
    void draft11_debt_isNothingLeftUntilTheFirstTokenIsThere() {
        assertThat(lines(in(Dialect.IETF_11).build().fields(granted(passed(RPM, -99)))))
                .contains("RateLimit: \"rpm\";r=0;t=60");
    }

    @Test
    void draft11_budget_hasNeitherWindowNorTime() {
        assertThat(lines(in(Dialect.IETF_11).build().fields(granted(passed(CREDITS, 12)))))
                .containsExactly("RateLimit-Policy: \"credits\";q=5000", "RateLimit: \"credits\";r=12");
    }

    @Test
    void draft11_capacityOfNothing_hasNoWindow() {
        Limit none = Limit.custom("none", 0, 1, Duration.ofSeconds(1));
        assertThat(lines(in(Dialect.IETF_11).build().fields(granted(passed(none, 0)))))
                .containsExactly("RateLimit-Policy: \"none\";q=0", "RateLimit: \"none\";r=0");
    }

    @Test
    void draft11_largestCapacity_fitsAnIntegerOfFifteenDigits() {
        Limit huge = Limit.custom("huge", Limit.MAX_AMOUNT, 1, Limit.MAX_PERIOD);
        Limit large = Limit.custom("large", Limit.MAX_AMOUNT, 1, Duration.ofSeconds(999_999_999));
        List<HeaderField> fields = in(Dialect.IETF_11)
                .build()
                .fields(granted(passed(huge, Limit.MAX_AMOUNT), passed(large, Limit.MAX_AMOUNT)));

        assertThat(lines(fields).get(0))
                .isEqualTo("RateLimit-Policy: \"huge\";q=999999999999999, \"large\";q=999999999999999;w=2147483647");
        StructuredFieldParser.list(fields.get(1).value());
    }

    @Test
    void draft11_refused_saysTheTimeOfRetryAfterForWhatRefusedAlone() {
        HttpAnswer answer = in(Dialect.IETF_11).build().refused(refused(violated(RPM, 0, 1_001), passed(DAILY, 7)));

        assertThat(lines(answer.fields())).contains("RateLimit: \"rpm\";r=0;t=2, \"daily\";r=7", "Retry-After: 2");
    }

    @Test
    void draft11_limitOfTheParent_hasANameOfItsOwn() {
        List<String> lines =
                lines(in(Dialect.IETF_11).build().fields(granted(passed(RPM, 50), ofParent(passed(RPM, 10)))));

        assertThat(lines).contains("RateLimit: \"rpm\";r=50;t=30, \"parent/rpm\";r=10;t=6");
    }

    @Test
    void draft11_hiddenParent_isNotThere() {
        List<String> lines = lines(
                in(Dialect.IETF_11).hideParents().build().fields(granted(passed(RPM, 50), ofParent(passed(DAILY, 1)))));

        assertThat(lines).containsExactly("RateLimit-Policy: \"rpm\";q=100;w=60", "RateLimit: \"rpm\";r=50;t=30");
    }

    @Test
    void draft11_softLimit_isNotTold() {
        assertThat(in(Dialect.IETF_11).build().fields(granted(passed(RPM.asSoft(), -5))))
                .isEmpty();
    }

    @Test
    void draft11_namesUnitsAndKeys_areReadBackAsTheyWere() {
        byte[] key = "App-999".getBytes(StandardCharsets.UTF_8);
        HttpAnswers answers = in(Dialect.IETF_11)
                .names(limit -> "say \"" + limit.limit().name() + "\" \\ slash")
                .partitionKeys(limit -> key)
                .unit("rpm", "requests")
                .build();
        List<HeaderField> fields = answers.fields(granted(passed(RPM, 50)));

        assertThat(fields.get(0).value())
                .isEqualTo("\"say \\\"rpm\\\" \\\\ slash\";q=100;qu=\"requests\";w=60;pk=:QXBwLTk5OQ==:");
        StructuredFieldParser.Item policy =
                StructuredFieldParser.list(fields.get(0).value()).get(0);
        assertThat(policy.value()).isEqualTo("say \"rpm\" \\ slash");
        assertThat(policy.parameters()).containsEntry("qu", "requests");
        StructuredFieldParser.Item limit =
                StructuredFieldParser.list(fields.get(1).value()).get(0);
        assertThat((byte[]) limit.parameters().get("pk")).isEqualTo(key);
    }

    @Test
    void draft11_nameThatIsNotAscii_isEncoded() {
        HttpAnswers answers =
                in(Dialect.IETF_11).names(limit -> "Anfragen für ☂").build();
        Object name = StructuredFieldParser.list(
                        answers.fields(granted(passed(RPM, 50))).get(1).value())
                .get(0)
                .value();

        assertThat(name).isEqualTo("x--Anfragen_20f_c3_bcr_20_e2_98_82");
    }

    @Test
    void draft11_emptyName_isTheLimits() {
        HttpAnswers answers = in(Dialect.IETF_11).names(limit -> "").build();
        assertThat(answers.fields(granted(passed(RPM, 50))).get(1).value()).isEqualTo("\"rpm\";r=50;t=30");
    }

    @Test
    void draft8_time_isWhenTheQuotaIsWholeAgain() {
        assertThat(lines(in(Dialect.IETF_8).build().fields(granted(passed(RPM, 99), passed(DAILY, 1000)))))
                .containsExactly(
                        "RateLimit-Policy: \"rpm\";q=100;w=60, \"daily\";q=1000;w=86400",
                        "RateLimit: \"rpm\";r=99;t=1, \"daily\";r=1000;t=0");
    }

    @Test
    void draft7_severalLimits_showsTheOneThatIsNearestToItsEnd() {
        List<HeaderField> fields =
                in(Dialect.IETF_7).build().fields(granted(passed(RPM, 99), passed(DAILY, 7), passed(CREDITS, 5_000)));

        assertThat(lines(fields))
                .containsExactly(
                        "RateLimit-Policy: 100;w=60, 1000;w=86400", "RateLimit: limit=1000, remaining=7, reset=85796");
        assertThat(StructuredFieldParser.dictionary(fields.get(1).value())
                        .get("reset")
                        .value())
                .isEqualTo(85796L);
    }

    @Test
    void draft7_twoLimitsOfOneQuota_areOnePolicyWithTheLongerWindow() {
        Limit hourly = Limit.perHour("hourly", 100);
        assertThat(lines(in(Dialect.IETF_7).build().fields(granted(passed(RPM, 9), passed(hourly, 99)))))
                .contains("RateLimit-Policy: 100;w=3600");
    }

    @Test
    void draft7_refused_showsTheBottleneck() {
        HttpAnswer answer = in(Dialect.IETF_7)
                .build()
                .refused(refused(violated(RPM, 3, 1_200), violated(DAILY, 4, 90_000), passed(CREDITS, 0)));

        assertThat(lines(answer.fields())).contains("RateLimit: limit=1000, remaining=4, reset=90", "Retry-After: 90");
    }

    @Test
    void draft7_usedBudget_isNeverWholeAgain() {
        assertThat(lines(in(Dialect.IETF_7).build().fields(granted(passed(CREDITS, 1)))))
                .containsExactly("RateLimit: limit=5000, remaining=1, reset=2147483647");
    }

    @Test
    void gitHub_reset_isInSecondsSinceTheEpochRoundedUp() {
        assertThat(lines(in(Dialect.GITHUB).build().fields(granted(passed(RPM, 90), passed(DAILY, 999)))))
                .containsExactly(
                        "X-RateLimit-Limit: 100",
                        "X-RateLimit-Remaining: 90",
                        "X-RateLimit-Used: 10",
                        "X-RateLimit-Reset: 1700000007",
                        "X-RateLimit-Resource: gpt-4");
    }

    @Test
    void gitHub_refused_resetsWhenRetryAfterSays() {
        HttpAnswer answer = in(Dialect.GITHUB).build().refused(refused(violated(RPM, 0, 30_000)));
        assertThat(lines(answer.fields())).contains("X-RateLimit-Reset: 1700000031", "Retry-After: 30");
    }

    @Test
    void openAi_usualNames_areRequestsAndTokens() {
        assertThat(lines(in(Dialect.OPENAI)
                        .build()
                        .fields(granted(passed(Limit.perMinute("rpm", 60), 59), passed(TPM, 79_986)))))
                .containsExactly(
                        "x-ratelimit-limit-requests: 60",
                        "x-ratelimit-remaining-requests: 59",
                        "x-ratelimit-reset-requests: 1s",
                        "x-ratelimit-limit-tokens: 80000",
                        "x-ratelimit-remaining-tokens: 79986",
                        "x-ratelimit-reset-tokens: 17ms");
    }

    @Test
    void openAi_limitsOfOneUnit_showTheNearestToItsEnd() {
        HttpAnswers answers = in(Dialect.OPENAI).unit("daily", "requests").build();
        assertThat(lines(answers.fields(granted(passed(RPM, 99), passed(DAILY, 7), ofParent(passed(RPM, 1))))))
                .contains(
                        "x-ratelimit-limit-requests: 1000",
                        "x-ratelimit-remaining-requests: 7",
                        "x-ratelimit-remaining-project-requests: 1")
                .hasSize(6);
    }

    @ParameterizedTest
    @CsvSource({
        "0,0s",
        "17,17ms",
        "999,999ms",
        "1000,1s",
        "8640,8.64s",
        "1005,1.005s",
        "60000,1m0s",
        "360000,6m0s",
        "86400,1m26.4s",
        "3600000,1h0m0s",
        "86400000,24h0m0s",
        "3661500,1h1m1.5s"
    })
    void openAi_duration_readsAsGoPrintsIt(long millis, String text) {
        assertThat(OpenAiFields.duration(millis)).isEqualTo(text);
    }

    @Test
    void none_refused_saysRetryAfterAlone() {
        HttpAnswers answers = in(Dialect.NONE).build();
        assertThat(answers.fields(granted(passed(RPM, 50)))).isEmpty();
        assertThat(lines(answers.refused(refused(violated(RPM, 0, 1))).fields()))
                .containsExactly("Retry-After: 1", "Cache-Control: no-store");
    }

    /** A grant without a known balance, as when the store is away, must not look like one with nothing left. */
    @ParameterizedTest
    @EnumSource(Dialect.class)
    void anyDialect_nothingIsKnown_saysNothing(Dialect dialect) {
        assertThat(in(dialect).build().fields(granted())).isEmpty();
    }
}
