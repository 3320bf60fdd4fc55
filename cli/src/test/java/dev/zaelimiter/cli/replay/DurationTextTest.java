package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "0, PT0S",
        "20ms, PT0.02S",
        "1s, PT1S",
        "1.5s, PT1.5S",
        "250us, PT0.00025S",
        "7ns, PT0.000000007S",
        "2min, PT2M",
        "1h, PT1H",
        "365d, PT8760H",
        "' 3 ms ', PT0.003S"
    })
    void convert_numberWithUnit_isRead(String text, Duration duration) {
        assertThat(new DurationText().convert(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20", "ms", "-1ms", "1 2ms", "1..5s", "5weeks", "366d", "1e3s", "NaNs", "٣ms"})
    void convert_anythingElse_isRefused(String text) {
        assertThatThrownBy(() -> new DurationText().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("is not allowed. Allowed: a number with one of ns, us, ms, s, min, h, d");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 ms",
        "999, 999 ms",
        "1000, 1 s",
        "1049, 1 s",
        "2149, 2.1 s",
        "59949, 59.9 s",
        "59950, 1m",
        "61000, 1m 1s",
        "3435949, 57m 16s",
        "3599500, 1h",
        "3660000, 1h 1m",
        "86400000, 1d",
        "716159000, 8d 7h",
        "864000000000, '10,000d'"
    })
    void of_millis_showsTwoFigures(long millis, String text) {
        assertThat(DurationText.of(millis)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1 ms",
        "500, 500 ms",
        "1000, second",
        "90000, 90 seconds",
        "60000, minute",
        "900000, 15 minutes",
        "3600000, hour",
        "86400000, day",
        "2592000000, 30 days",
        "1000000001000, '1,000,000,001 seconds'"
    })
    void period_millis_readsAfterPer(long millis, String text) {
        assertThat(DurationText.period(millis)).isEqualTo(text);
    }
}
