package dev.zaelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A refusal, and the statuses, availabilities and decisions around it. */
class RefusalTest {

    private static LimitStatus status(String limit, long balance, long requested, long retryMillis) {
        return LimitStatus.of("e", "r", Limit.perMinute(limit, 100), balance, requested, retryMillis != 0, retryMillis);
    }

    private static Refusal refusal(LimitStatus... statuses) {
        return Refusal.exceeded("e", "r", List.of(statuses));
    }

    @Test
    void primary_severalViolated_isTheLongestWait() {
        Refusal refusal = refusal(status("a", 0, 1, 500), status("b", 5, 1, 0), status("c", 0, 2, 900));
        assertThat(refusal.primary()).map(each -> each.limit().name()).contains("c");
        assertThat(refusal.violations()).hasSize(2);
        assertThat(refusal.passed()).hasSize(1);
        assertThat(refusal.retryAfter()).contains(Duration.ofMillis(900));
        assertThat(refusal.message()).isEqualTo("Rate limit exceeded for e/r: [a, c]. Retry after 0.9s");
    }

    @Test
    void primary_oneCanNeverFit_isThatOneAndThereIsNoWait() {
        Refusal refusal = refusal(status("a", 0, 1, 90_000), status("b", 5, 101, -1));
        assertThat(refusal.primary()).map(each -> each.limit().name()).contains("b");
        assertThat(refusal.everFits()).isFalse();
        assertThat(refusal.retryAfter()).isEmpty();
        assertThat(refusal.retryAfterHeader()).isEmpty();
        assertThat(refusal.message()).endsWith("can never fit");
        assertThat(refusal.toMap()).containsEntry("retry_after_ms", null).containsEntry("retry_after_seconds", null);
    }

    @Test
    void redacted_entityAndParent_leavesNoIdAnywhere() {
        LimitStatus child = LimitStatus.of("sk-1", "r", Limit.perMinute("a", 100), 0, 1, true, 500);
        LimitStatus parent = LimitStatus.of("org-1", "r", Limit.perMinute("a", 100), 0, 1, true, 900);
        Refusal refusal = Refusal.exceeded("sk-1", "r", List.of(child, parent));
        Refusal redacted = refusal.redacted(id -> "id " + id.length());

        assertThat(redacted.toString()).doesNotContain("sk-1", "org-1").contains("id 5/r");
        assertThat(redacted.toMap().toString()).doesNotContain("sk-1", "org-1");
        assertThat(redacted.entity()).isEqualTo("id 4");
        assertThat(redacted.retryAfter()).isEqualTo(refusal.retryAfter());
        assertThat(redacted.violations()).hasSize(2);
        assertThat(refusal.redacted(id -> id)).isEqualTo(refusal).hasSameHashCodeAs(refusal);
    }

    @Test
    void toMap_softLimit_saysSo() {
        LimitStatus soft = LimitStatus.of("e", "r", Limit.perMinute("a", 100).asSoft(), 0, 1, false, 0);
        LimitStatus hard = status("b", 0, 1, 500);

        assertThat(Refusal.exceeded("e", "r", List.of(soft, hard)).toMap().get("limits"))
                .asString()
                .contains("limit_name=a")
                .containsSubsequence("soft=true", "limit_name=b", "soft=false");
    }

    @Test
    void retryAfterHeader_anyWait_isWholeSecondsRoundedUp() {
        assertThat(refusal(status("a", 0, 1, 1)).retryAfterHeader()).contains("1");
        assertThat(refusal(status("a", 0, 1, 1_000)).retryAfterHeader()).contains("1");
        assertThat(refusal(status("a", 0, 1, 1_001)).retryAfterHeader()).contains("2");
        assertThat(Refusal.contended("e", "r", List.of(), 0).retryAfterHeader()).contains("1");
        assertThat(refusal(status("a", 0, 1, Long.MAX_VALUE / 2)).retryAfterHeader())
                .contains(Long.toString(Long.MAX_VALUE / 2 / 1000 + 1));
    }

    @Test
    void message_oddTenths_roundsAsTheOriginal() {
        for (var each : Vectors.math("exception_retry_fields")) {
            double seconds = each.get("inputs").get("retry_after_seconds").asDouble();
            long millis = Math.round(seconds * 1000);
            if (millis == 0 || millis / 1000.0 != seconds) {
                continue;
            }
            Refusal refusal = Refusal.exceeded(
                    "e1", "api", List.of(LimitStatus.of("e1", "api", Limit.perMinute("rpm", 1), 0, 1, true, millis)));
            assertThat(refusal.message())
                    .isEqualTo(each.get("expected").get("message").asText());
            assertThat(refusal.retryAfterHeader())
                    .contains(each.get("expected").get("retry_after_header").asText());
        }
    }

    @Test
    void contended_nothingExceeded_hasAWaitAndNoPrimary() {
        Refusal refusal = Refusal.contended("e", "r", List.of(status("a", 5, 1, 0)), 100);
        assertThat(refusal.contended()).isTrue();
        assertThat(refusal.primary()).isEmpty();
        assertThat(refusal.retryAfter()).contains(Duration.ofMillis(100));
        assertThat(refusal.message()).isEqualTo("Too many writers at once for e/r. Retry after 0.1s");
        Refusal longer = Refusal.contended("e", "r", List.of(status("a", 0, 1, 700)), 100);
        assertThat(longer.retryAfter()).contains(Duration.ofMillis(700));
    }

    @Test
    void statuses_givenList_isCopied() {
        List<LimitStatus> statuses = new ArrayList<>(List.of(status("a", 0, 1, 5)));
        Refusal refusal = Refusal.exceeded("e", "r", statuses);
        statuses.clear();
        assertThat(refusal.statuses()).hasSize(1);
        assertThat(new RateLimitExceededException(refusal))
                .hasMessage(refusal.message())
                .extracting(RateLimitExceededException::refusal)
                .isSameAs(refusal);
    }

    @Test
    void available_anyBalance_isBetweenNothingAndTheCapacity() {
        assertThat(status("a", -7, 1, 5).available()).isZero();
        assertThat(status("a", -7, 1, 5).debt()).isEqualTo(7);
        assertThat(status("a", 150, 1, 0).available()).isEqualTo(100);
        assertThat(status("a", 150, 1, 0).debt()).isZero();
        assertThat(status("a", 42, 1, 0).available()).isEqualTo(42);
    }

    @Test
    void status_toString_saysWhatACallerAsks() {
        assertThat(status("a", 3, 10, 4_200))
                .hasToString("e/r a 100/60s: 3 of 100 available, 10 requested, retry in 4200 ms");
        assertThat(status("a", 3, 101, -1)).asString().endsWith("never fits");
        assertThat(status("a", 3, 1, 0)).hasToString("e/r a 100/60s: 3 of 100 available, 1 requested");
        assertThat(status("a", 3, 101, -1).retryAfter()).isEmpty();
        assertThat(status("a", 3, 1, 0).retryAfter()).contains(Duration.ZERO);
    }

    @Test
    void availability_childAndParent_isTheLeastOfBoth() {
        LimitStatus parent = LimitStatus.of("p", "r", Limit.perMinute("a", 100), 2, 1, false, 0);
        Availability availability = Availability.of(List.of(status("a", 9, 1, 0), status("b", 0, 1, 300), parent));
        assertThat(availability.fits()).isFalse();
        assertThat(availability.available("a")).isEqualTo(2);
        assertThat(availability.retryAfter()).contains(Duration.ofMillis(300));
        assertThatThrownBy(() -> availability.available("z")).isInstanceOf(InvalidInputException.class);
        assertThat(Availability.of(List.of(parent)).retryAfter()).contains(Duration.ZERO);
        assertThat(Availability.of(List.of(parent)).fits()).isTrue();
        assertThat(Availability.of(List.of(parent, status("b", 0, 101, -1))).retryAfter())
                .isEmpty();
    }

    @Test
    void decision_refused_matchesTheOneCase() {
        Refusal refusal = refusal(status("a", 0, 1, 5));
        Decision refused = new Decision.Refused(refusal);
        assertThat(refused.granted()).isFalse();
        assertThat(refused.refusal()).isSameAs(refusal);
        assertThat(refused.<String>match(lease -> "granted", why -> "refused")).isEqualTo("refused");
        assertThatThrownBy(refused::lease)
                .isInstanceOf(RateLimitExceededException.class)
                .hasMessage(refusal.message());
    }

    @Test
    void decision_granted_matchesTheOtherCase() {
        Decision granted = new Decision.Granted(null);
        assertThat(granted.granted()).isTrue();
        assertThat(granted.<String>match(lease -> "granted", why -> "refused")).isEqualTo("granted");
        assertThatThrownBy(granted::refusal).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void invalidInput_controlCharacters_cannotForgeALine() {
        InvalidInputException invalid = new InvalidInputException("entity", "a\nb\u0000\u2028\u0085", "no lines");
        assertThat(invalid).hasMessage("entity 'a\\u000ab\\u0000\\u2028\\u0085' is not allowed. Allowed: no lines");
        assertThat(invalid.value()).isEqualTo("a\nb\u0000\u2028\u0085");
        assertThat(invalid.field()).isEqualTo("entity");
        assertThat(invalid.rule()).isEqualTo("no lines");
    }

    @Test
    void invalidInput_longOrMissingValue_isShownShort() {
        assertThat(new InvalidInputException("entity", "x".repeat(300), "short"))
                .hasMessage("entity '" + "x".repeat(60) + "…' is not allowed. Allowed: short");
        assertThat(new InvalidInputException("entity", null, "something")).hasMessageStartingWith("entity null");
        assertThat(new InvalidInputException("amount", -5, "more")).hasMessageStartingWith("amount -5 is");
    }
}
