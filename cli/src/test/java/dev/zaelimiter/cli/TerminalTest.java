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

    @ParameterizedTest
    @CsvSource({",true,true", "'',true,true", "1,true,false", "0,true,false", ",false,false", "1,false,false"})
    void colours_noColor_isHonouredUnlessItIsEmpty(String noColor, boolean able, boolean wanted) {
        assertThat(Terminal.colours(noColor, able)).isEqualTo(wanted);
    }

    @Test
    void help_narrow_isShown() {
        CommandRun run = CommandRun.on(Terminal.plain(20, StandardCharsets.US_ASCII), "replay", "--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("--expect-output");
    }
}
