package dev.zaelimiter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitOptionTest {

    @Test
    void parse_amountAndUnit_isPerUnit() {
        assertThat(new LimitOption("--limit").parse("rpm=120/min")).isEqualTo(Limit.perMinute("rpm", 120));
    }

    @Test
    void parse_burst_isTheCapacity() {
        assertThat(new LimitOption("--limit").parse("tpm=50000/min:80000"))
                .isEqualTo(Limit.perMinute("tpm", 50_000).burst(80_000));
    }

    @Test
    void parse_never_isABudget() {
        assertThat(new LimitOption("--limit").parse("credits=5000000/never"))
                .isEqualTo(Limit.budget("credits", 5_000_000));
        assertThatThrownBy(() -> new LimitOption("--limit").parse("credits=5/never:9"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("burst '9' is not allowed. Allowed: none");
    }

    @ParameterizedTest
    @CsvSource({
        "s, 1",
        "sec, 1",
        "second, 1",
        "min, 60",
        "m, 60",
        "minute, 60",
        "h, 3600",
        "hour, 3600",
        "d, 86400",
        "day, 86400",
        "90s, 90",
        "15min, 900",
        "2h, 7200",
        "30d, 2592000",
        "1000000000s, 1000000000"
    })
    void parse_period_isRead(String period, long seconds) {
        assertThat(new LimitOption("--limit").parse("bulk=10/" + period).refillPeriod())
                .isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "rpm                           | --limit 'rpm'",
                "rpm=120                       | NAME=AMOUNT/PERIOD[:BURST]",
                "120/min                       | NAME=AMOUNT/PERIOD[:BURST]",
                "=5/s                          | name '' is not allowed. Allowed: a letter",
                "9pm=5/s                       | name '9pm' is not allowed. Allowed: a letter",
                "wcu=5/s                       | name 'wcu' is not allowed",
                "rpm=/s                        | amount '' is not allowed. Allowed: whole tokens, 1 to 10^15",
                "rpm=0/s                       | amount '0' is not allowed. Allowed: whole tokens, 1 to 10^15",
                "rpm=-1/s                      | amount '-1' is not allowed. Allowed: whole tokens, 1 to 10^15",
                "rpm=1.5/s                     | amount '1.5' is not allowed. Allowed: whole tokens, 1 to 10^15",
                "rpm=1000000000000001/s        | amount '1000000000000001' is not allowed",
                "rpm=99999999999999999999999/s | amount '99999999999999999999999' is not allowed",
                "rpm=5/                        | period '' is not allowed. Allowed: s, min, h, d",
                "rpm=5/fortnight               | period 'fortnight' is not allowed. Allowed: s, min, h, d",
                "rpm=5/0s                      | period '0s' is not allowed. Allowed: s, min, h, d",
                "rpm=5/90                      | period '90' is not allowed. Allowed: s, min, h, d",
                "rpm=5/500ms                   | period '500ms' is not allowed. Allowed: s, min, h, d",
                "rpm=5/1000000001s             | period '1000000001s' is not allowed",
                "rpm=5/20000000min             | period '20000000min' is not allowed",
                "rpm=5/s:                      | burst '' is not allowed. Allowed: whole tokens, the amount (5) to 10^15",
                "rpm=5/s:4                     | burst '4' is not allowed. Allowed: whole tokens, the amount (5) to 10^15",
                "rpm=5/s:x                     | burst 'x' is not allowed. Allowed: whole tokens, the amount (5) to 10^15"
            })
    void parse_malformed_namesFieldValueAndRule(String text, String message) {
        assertThatThrownBy(() -> new LimitOption("--limit").parse(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("--limit")
                .hasMessageContaining(message);
    }

    @Test
    void parseAll_sameNameTwice_isRefused() {
        assertThatThrownBy(() -> LimitOption.parseAll("--limit", List.of("rpm=5/s", "rpm=6/s")))
                .hasMessage("--limit rpm=6/s: name 'rpm' is not allowed. Allowed: each limit once");
    }

    @Test
    void parseAll_moreThanTwenty_isRefused() {
        List<String> limits =
                IntStream.range(0, 21).mapToObj(i -> "l" + i + "=5/s").toList();

        assertThat(LimitOption.parseAll("--limit", limits.subList(0, 20))).hasSize(20);
        assertThatThrownBy(() -> LimitOption.parseAll("--limit", limits))
                .hasMessageContaining("21 is not allowed. Allowed: at most 20");
    }
}
