package dev.zaelimiter.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of other services' responses, in each dialect, and of those that make no sense. */
class ServerWordTest {

    /** Sun, 06 Nov 1994 08:49:37 GMT. */
    private static final long NOW = 784_111_777_000L;

    private static ServerWord read(int status, String... lines) {
        return ServerWord.read(
                status,
                name -> {
                    List<String> values = new ArrayList<>();
                    for (String line : lines) {
                        int colon = line.indexOf(':');
                        if (line.substring(0, colon).equalsIgnoreCase(name)) {
                            values.add(line.substring(colon + 1));
                        }
                    }
                    return values;
                },
                NOW,
                1_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "429|Retry-After: 7|7000",
                "503|Retry-After: 7|7000",
                "403|Retry-After: 7|7000",
                "429|Retry-After: 1.5|1500",
                "429|Retry-After: Sun, 06 Nov 1994 08:49:47 GMT|10000",
                "429|Retry-After: Sun, 06 Nov 1994 08:49:17 GMT|1000",
                "429|Retry-After: 0|1000",
                "429|Retry-After: soon|1000",
                "429|Retry-After: -5|1000",
                "429|Retry-After:|1000",
                "429|Retry-After: 99999999999999999999|1000",
                "429|Retry-After: 999999999999999|2147483647000",
                "429|X-Other: 1|1000",
                "429|RateLimit: \"a\";r=0;t=9|9000",
                "429|X-RateLimit-Reset: 784111787|1000",
                "200|Retry-After: 7|0",
                "503|X-Other: 1|0"
            })
    void pause_eachForm_isReadOrTheShortestOne(int status, String line, long millis) {
        assertThat(read(status, line).pauseMillis()).isEqualTo(millis);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RateLimit: \"rpm\";r=50;t=30|50|30000",
                "RateLimit:\"rpm\";r=50;t=30, \"day\";r=3;t=600|3|600000",
                "RateLimit: \"a, b; \\\" r=1\";pk=:QQ==:;r=4;t=5|4|5000",
                "RateLimit: \"rpm\";t=30;r=0;x=\"y\";z|0|30000",
                "RateLimit: default;r=2;t=1|2|1000",
                "RateLimit: \"day\";r=3|nothing|0",
                "RateLimit: \"day\";r=0;t=0|nothing|0",
                "RateLimit: limit=100, remaining=50, reset=30|50|30000",
                "RateLimit: limit=100,remaining=0,reset=7|0|7000",
                "RateLimit: \"rpm\";r=50;t=999999999999999|50|2147483647000"
            })
    void window_eachDraft_isTheNarrowestLimit(String line, String left, long millis) {
        ServerWord word = read(200, line);
        assertThat(word.windowMillis()).isEqualTo(millis);
        assertThat(word.left()).isEqualTo(left.equals("nothing") ? Long.MAX_VALUE : Long.parseLong(left));
        assertThat(word.pauseMillis()).isZero();
    }

    @Test
    void window_otherServicesFields_areReadToo() {
        assertThat(read(200, "x-ratelimit-remaining: 3", "x-ratelimit-reset: 1700000000")
                        .windowMillis())
                .isEqualTo(1_700_000_000_000L - NOW);
        assertThat(read(200, "RateLimit-Remaining: 3", "RateLimit-Reset: 12")).isEqualTo(new ServerWord(0, 3, 12_000));
        assertThat(read(
                        200,
                        "x-ratelimit-remaining-requests: 59",
                        "x-ratelimit-reset-requests: 1s",
                        "x-ratelimit-remaining-tokens: 7",
                        "x-ratelimit-reset-tokens: 6m0s"))
                .isEqualTo(new ServerWord(0, 7, 360_000));
    }

    @ParameterizedTest
    @CsvSource({
        "0s,0",
        "17ms,17",
        "8.64s,8640",
        "6m0s,360000",
        "1h0m0s,3600000",
        "1d,86400000",
        "1m26.4s,86400",
        "12,12000",
        "abc,-1",
        "'',-1",
        "1x,-1",
        "-1s,-1",
        "s,-1"
    })
    void reset_eachForm_isMilliseconds(String text, long millis) {
        assertThat(Waits.reset(text, NOW)).isEqualTo(millis);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RateLimit: \"rpm\";r=5;t=3,",
                "RateLimit: \"rpm;r=5;t=3",
                "RateLimit: \"rpm\"r=5;t=3",
                "RateLimit: \"rpm\";r=5;t=3 \"x\"",
                "RateLimit: ;r=5;t=3",
                "RateLimit: \"rpm\";r=-5;t=3",
                "RateLimit: \"rpm\";r=5.5;t=3",
                "RateLimit: \"rpm\";r=9999999999999999;t=3",
                "RateLimit: \"rpm\";pk=:abc;r=5;t=3",
                "RateLimit: ",
                "X-RateLimit-Remaining: many",
                "Age: 30"
            })
    void window_malformed_isIgnored(String line) {
        assertThat(read(200, line)).isEqualTo(new ServerWord(0, Long.MAX_VALUE, 0));
    }

    @Test
    void window_outOfACache_isIgnored() {
        assertThat(read(200, "Age: 30", "RateLimit: \"rpm\";r=0;t=30").windowMillis())
                .isZero();
        assertThat(read(200, "Age: 0", "RateLimit: \"rpm\";r=0;t=30").windowMillis())
                .isEqualTo(30_000);
    }

    @Test
    @Timeout(60)
    void anyField_ofAMegabyte_isIgnored() {
        String huge = "1".repeat(1 << 20);
        for (int i = 0; i < 1_000; i++) {
            assertThat(read(429, "Retry-After:" + huge).pauseMillis()).isEqualTo(1_000);
            assertThat(read(200, "RateLimit:\"" + huge + "\";r=0;t=1").windowMillis())
                    .isZero();
        }
    }

    @Test
    void anyField_noise_isNoException() {
        Random random = new Random(19);
        String signs = "\"\\;,=:rt019 abc-.";
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(24); j >= 0; j--) {
                text.append(signs.charAt(random.nextInt(signs.length())));
            }
            ServerWord word = read(random.nextBoolean() ? 200 : 429, "RateLimit:" + text, "Retry-After:" + text);
            assertThat(word.pauseMillis()).isBetween(0L, Waits.LONGEST_MILLIS);
            assertThat(word.windowMillis()).isBetween(0L, Waits.LONGEST_MILLIS);
        }
    }
}
