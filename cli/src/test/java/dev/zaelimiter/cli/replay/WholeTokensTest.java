package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WholeTokensTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "007, 7", "' 12\t', 12", "12.0, 12", "12., 12", "1000000000000000, 1000000000000000"})
    void parse_wholeNumber_isRead(String text, long number) throws Exception {
        assertThat(WholeTokens.parse("tokens", text)).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-1",
                "+1",
                "1.5",
                "1,000",
                "1e3",
                "x",
                "1 2",
                "1000000000000001",
                "99999999999999999999",
                "١"
            })
    void parse_anythingElse_isBroken(String text) {
        assertThatThrownBy(() -> WholeTokens.parse("tokens", text)).isInstanceOf(BrokenRowException.class);
    }
}
