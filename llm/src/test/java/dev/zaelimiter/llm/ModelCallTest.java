package dev.zaelimiter.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Entity;
import dev.zaelimiter.Limit;
import dev.zaelimiter.RateLimitExceededException;
import org.junit.jupiter.api.Test;

/** What a call is charged however it ends. */
class ModelCallTest extends OnAModel {

    private CallReport.End end() {
        assertThat(reports).hasSize(1);
        assertThat(reports.get(0).estimated()).isEqualTo(100);
        assertThat(reports.get(0).charged()).isEqualTo(used("tpm"));
        return reports.get(0).end();
    }

    @Test
    void answered_withUsage_isSettledToIt() {
        ModelCall call = begin();
        call.sent();
        call.saw(ModelUsage.of(33, 7, 40));
        call.answered();
        assertThat(used("tpm")).isEqualTo(40);
        assertThat(used("rpm")).isEqualTo(1);
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED);
    }

    @Test
    void answered_withMoreThanTheCapacity_isDebt() {
        ModelCall call = begin();
        call.saw(ModelUsage.of(900, 600, null));
        call.answered();
        assertThat(used("tpm")).isEqualTo(1_500);
        assertThatThrownBy(this::begin).isInstanceOf(RateLimitExceededException.class);
    }

    @Test
    void answered_withoutUsage_keepsTheEstimate() {
        ModelCall call = begin();
        call.saw("a".repeat(20));
        call.saw(ModelUsage.of(0, 0, 0));
        call.answered();
        assertThat(used("tpm")).isEqualTo(100);
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED_WITHOUT_USAGE);
    }

    @Test
    void answered_withoutUsage_andWithMoreThanWasExpected_isChargedForWhatWasSeen() {
        ModelCall call = begin();
        for (int i = 0; i < 400; i++) {
            call.saw("ab");
        }
        call.answered();
        assertThat(used("tpm")).isEqualTo(40 + 200);
    }

    @Test
    void failed_beforeAnythingCameBack_givesAllBack() {
        ModelCall call = begin();
        call.sent();
        call.failed();
        assertThat(used("tpm")).isZero();
        assertThat(used("rpm")).isZero();
        assertThat(end()).isEqualTo(CallReport.End.FAILED);
    }

    @Test
    void failed_afterSomeOutput_keepsThePromptAndWhatCame() {
        ModelCall call = begin();
        call.saw("a".repeat(80));
        call.failed();
        assertThat(used("tpm")).isEqualTo(40 + 20);
        assertThat(used("rpm")).isEqualTo(1);
        assertThat(end()).isEqualTo(CallReport.End.BROKEN_OFF);
    }

    /**
     * A stream whose first piece tells the prompt's tokens and one of the answer, as Anthropic's do, is not over with
     * that one.
     */
    @Test
    void failed_withAFirstWordOfUsage_isChargedForWhatWasSeenSince() {
        ModelCall call = begin();
        call.saw(ModelUsage.of(35, 1, 36));
        call.saw("a".repeat(80));
        call.failed();
        assertThat(used("tpm")).isEqualTo(35 + 20);
    }

    @Test
    void cancelled_beforeItWasSent_givesAllBack() {
        begin().cancelled();
        assertThat(used("tpm")).isZero();
        assertThat(end()).isEqualTo(CallReport.End.NOT_SENT);
    }

    @Test
    void cancelled_beforeAnythingCameBack_keepsThePrompt() {
        ModelCall call = begin();
        call.sent();
        call.cancelled();
        assertThat(used("tpm")).isEqualTo(40);
        assertThat(used("rpm")).isEqualTo(1);
        assertThat(end()).isEqualTo(CallReport.End.CANCELLED);
    }

    @Test
    void end_another_doesNothing() {
        ModelCall call = begin();
        call.saw(ModelUsage.of(10, 10, 20));
        call.answered();
        call.saw("a".repeat(4_000));
        call.failed();
        call.cancelled();
        assertThat(used("tpm")).isEqualTo(20);
        assertThat(end()).isEqualTo(CallReport.End.ANSWERED);
    }

    @Test
    void leaseEndedBySomebodyElse_isNoErrorOfTheCall() {
        ModelCall call = begin();
        call.lease().giveBack();
        call.saw(ModelUsage.of(10, 10, 20));
        call.answered();
        assertThat(used("tpm")).isZero();
    }

    @Test
    void usage_byInputAndOutput_isSettledForEach() {
        repository
                .limits()
                .setResourceDefaults(
                        "claude",
                        Limit.perMinute("calls", 5),
                        Limit.perMinute("in", 1_000),
                        Limit.perMinute("out", 1_000));
        ModelLimiter limiter = builder()
                .requests("calls")
                .inputTokens("in")
                .outputTokens("out")
                .build();
        ModelCall call = limiter.begin("key", "claude", PROMPT);
        assertThat(call.lease().held("in")).isEqualTo(40);
        assertThat(call.lease().held("out")).isEqualTo(60);
        call.saw(ModelUsage.of(30, 8, null));
        call.answered();
        assertThat(call.lease().held("in")).isEqualTo(30);
        assertThat(call.lease().held("out")).isEqualTo(8);
    }

    @Test
    void usage_ofAKey_isChargedToItsProjectToo() {
        repository.entities().create(Entity.builder("project").build());
        repository
                .entities()
                .create(Entity.builder("member").parent("project").cascade(true).build());
        ModelCall call = builder().build().begin("member", "gpt-4", PROMPT);
        call.saw(ModelUsage.of(33, 7, null));
        call.answered();
        assertThat(used("project", "tpm")).isEqualTo(40);
    }
}
