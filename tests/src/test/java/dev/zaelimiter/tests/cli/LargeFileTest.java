package dev.zaelimiter.tests.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.ZaeLimiter;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * A log of 2.5 GB, more than twice the heap of the tests: it is streamed, and its lines are counted right beyond 2^31
 * bytes. {@code -Dlog.lines} says how many there are.
 */
@Tag("extended")
class LargeFileTest {

    private static final long LINES = Long.getLong("log.lines", 205_000);
    private static final String LINE =
            "192.0.2.1 - - [10/Oct/2023:13:55:36 +0000] \"GET /%s HTTP/1.1\" 200 5 \"-\" \"-\"\n"
                    .formatted("x".repeat(10_650));

    @Test
    void replay_severalGigabytes_isStreamed() {
        StringWriter out = new StringWriter();
        InputStream before = System.in;
        System.setIn(new Log());
        try {
            int exitCode = new CommandLine(new ZaeLimiter())
                    .setOut(new PrintWriter(out))
                    .execute("replay", "-", "--limit", "rps=5/s", "--json");
            assertThat(exitCode).isZero();
        } finally {
            System.setIn(before);
        }
        assertThat(LINES * LINE.length()).isGreaterThan(Integer.MAX_VALUE);
        assertThat(out.toString())
                .contains("\"rows\":" + (LINES + 1), "\"admitted\":5,", "\"skipped\":1")
                .contains("\"skipped_rows\":[{\"line\":" + (LINES + 1) + ",");
    }

    /** The lines one after another, and one broken one. */
    private static final class Log extends InputStream {

        private final byte[] line = LINE.getBytes(StandardCharsets.US_ASCII);
        private byte[] current = line;
        private long number;
        private int at;

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            if (at == current.length) {
                number++;
                at = 0;
                current = number < LINES ? line : "broken\n".getBytes(StandardCharsets.US_ASCII);
            }
            if (number > LINES) {
                at = current.length;
                number = LINES + 1;
                return -1;
            }
            int count = Math.min(length, current.length - at);
            System.arraycopy(current, at, bytes, offset, count);
            at += count;
            return count;
        }
    }
}
