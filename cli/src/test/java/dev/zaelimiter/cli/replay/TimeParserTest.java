package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeParserTest {

    @ParameterizedTest
    @CsvSource({
        "2023-11-16T18:17:03.979Z, 2023-11-16T18:17:03.979Z",
        "2023-11-16T18:17:03.979, 2023-11-16T18:17:03.979Z",
        "2023-11-16 18:17:03.9799600, 2023-11-16T18:17:03.979Z",
        "2023-11-16 18:17:03.97996004321098765, 2023-11-16T18:17:03.979Z",
        "10/Oct/2000:13:55:36 -0700, 2000-10-10T20:55:36Z",
        "1/jan/2024:00:00:00 +0000, 2024-01-01T00:00:00Z",
        "29/Feb/2024:23:59:59.25 +0530, 2024-02-29T18:29:59.250Z",
        "'2023-11-16T18:17:03,5', 2023-11-16T18:17:03.500Z",
        "2023-11-16t18:17:03.05z, 2023-11-16T18:17:03.050Z",
        "2023-11-16 18:17:03, 2023-11-16T18:17:03Z",
        "2023-11-16 18:17, 2023-11-16T18:17:00Z",
        "2023-11-16, 2023-11-16T00:00:00Z",
        "2023-11-16 18:17:03 UTC, 2023-11-16T18:17:03Z",
        "2023-11-16T18:17:03+02:00, 2023-11-16T16:17:03Z",
        "2023-11-16T18:17:03.25-0530, 2023-11-16T23:47:03.250Z",
        "2023-11-16 18:17:03 +01, 2023-11-16T17:17:03Z",
        "' 2024-02-29T23:59:59.999Z ', 2024-02-29T23:59:59.999Z",
        "1970-01-01T00:00:00Z, 1970-01-01T00:00:00Z",
        "2199-12-31T23:59:59.999Z, 2199-12-31T23:59:59.999Z"
    })
    void parseMillis_iso_isCutToMillis(String text, String instant) throws Exception {
        assertThat(Instant.ofEpochMilli(parse(text))).isEqualTo(instant);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1700158623, 1700158623000",
        "1700158623.97996, 1700158623979",
        "1700158623.9, 1700158623900",
        "1700158623., 1700158623000",
        "1700158623979, 1700158623979",
        "1700158623979.9, 1700158623979",
        "1700158623979960, 1700158623979",
        "1700158623979960012, 1700158623979",
        "1.700158623979e+12, 1700158623979",
        "1.70015862397996e9, 1700158623979",
        "0.0005, 0"
    })
    void parseMillis_number_unitIsGuessedFromItsSize(String text, long millis) throws Exception {
        assertThat(parse(text)).isEqualTo(millis);
    }

    @Test
    void parseMillis_numberAfterFirst_keepsTheUnit() throws Exception {
        TimeParser parser = new TimeParser("time", null);
        parser.parseMillis("1700158623979");

        assertThat(parser.parseMillis("5000")).isEqualTo(5_000);
    }

    @ParameterizedTest
    @CsvSource({"SECONDS, 5000000", "MILLIS, 5000", "MICROS, 5", "NANOS, 0"})
    void parseMillis_unitGiven_isTaken(EpochUnit unit, long millis) throws Exception {
        assertThat(new TimeParser("time", unit).parseMillis("5000")).isEqualTo(millis);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "yesterday",
                "-1",
                "+1",
                "1e",
                ".5",
                "1e999999999",
                "1e-999999999",
                "99999999999999999999",
                "9223372036854775807999",
                "NaN",
                "0x10",
                "2023-13-01T00:00:00Z",
                "2023-02-29T00:00:00Z",
                "2023-11-16T24:00:00Z",
                "2023-11-16T18:60:00Z",
                "2023-11-16T18:17:60Z",
                "2023-11-16T18",
                "2023-11-16T18:1",
                "2023-11-16T18:17:03.",
                "2023-11-16T18:17:03.Z",
                "2023-11-16T18:17:03X",
                "2023-11-16T18:17:03+",
                "2023-11-16T18:17:03+2",
                "2023-11-16T18:17:03+02:0",
                "2023-11-16T18:17:03+02:00:00",
                "2023-11-16T18:17:03 ZZ",
                "2023-11-16X18:17:03",
                "2023-11-1６",
                "1969-12-31T23:59:59Z",
                "2200-01-01T00:00:00Z"
            })
    void parseMillis_notATime_isBroken(String text) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(BrokenRowException.class);
    }

    @Test
    void reason_brokenTime_namesColumnValueAndRule() {
        assertThatThrownBy(() -> parse("yester\u0007day"))
                .isInstanceOfSatisfying(
                        BrokenRowException.class,
                        broken -> assertThat(broken.reason())
                                .isEqualTo(
                                        "time 'yester\\u0007day' is not allowed. Allowed: a time in ISO-8601, or a number since 1970, in"
                                                + " the years 1970 to 2199"));
    }

    private static long parse(@Nullable String text) throws BrokenRowException {
        return new TimeParser("time", null).parseMillis(text);
    }
}
