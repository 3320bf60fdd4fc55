package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CorrectionTest {

    @Test
    void nothing_isNotAdded() {
        Correction correction = new Correction(2, 0);
        correction.add("rpm", 0);
        correction.add("tpm", 5);
        assertThat(correction.size()).isEqualTo(1);
        assertThat(correction.name(0)).isEqualTo("tpm");
        assertThat(correction.milli(0)).isEqualTo(5);
        assertThat(correction.hasCredit()).isFalse();
    }

    @Test
    void negativeAmounts_goBack() {
        Correction correction = new Correction(2, 0);
        correction.add("rpm", 3);
        assertThat(correction.hasCredit()).isFalse();
        correction.add("tpm", -7);
        assertThat(correction.hasCredit()).isTrue();
    }
}
