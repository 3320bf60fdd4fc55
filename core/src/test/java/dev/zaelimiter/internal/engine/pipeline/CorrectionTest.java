package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.internal.engine.planning.Tokens;
import org.junit.jupiter.api.Test;

class CorrectionTest {

    private static Correction of(long rpm, long tpm) {
        return new Correction(Tokens.of("rpm", rpm).with("tpm", tpm), 0, null);
    }

    @Test
    void nothing_isNotCorrected() {
        Correction correction = of(0, 5);
        assertThat(correction.size()).isEqualTo(1);
        assertThat(correction.name(0)).isEqualTo("tpm");
        assertThat(correction.milli(0)).isEqualTo(5);
        assertThat(correction.hasCredit()).isFalse();
    }

    @Test
    void negativeAmounts_goBack() {
        assertThat(of(3, 0).hasCredit()).isFalse();
        assertThat(of(3, -7).hasCredit()).isTrue();
        assertThat(of(3, -7).onlyCredit()).isFalse();
        assertThat(of(0, -7).onlyCredit()).isTrue();
    }
}
