package dev.zaelimiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {

    @ParameterizedTest
    @CsvSource({"20,20", "132,132", "10,20", "9999,9999", "'',80", "x,80", "-5,80", "0,80", "1,80", "99999,80", ",80"})
    void width_columns_areUsedIfTheyMakeSense(String columns, int width) {
        assertThat(Terminal.width(columns, false)).isEqualTo(width);
    }

    @Test
    void help_narrow_isShown() {
        Run run = Run.on(Terminal.plain(20, StandardCharsets.US_ASCII), "replay", "--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("--expect-output");
    }
}
