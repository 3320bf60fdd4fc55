package dev.zaelimiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

    private static final long SECOND = 1_000_000_000;

    private final StringWriter written = new StringWriter();
    private long now;

    private ProgressLine line(boolean terminal) {
        return new ProgressLine(new PrintWriter(written), terminal, "items deleted", () -> now);
    }

    private void at(ProgressLine line, long seconds, long count) {
        now = seconds * SECOND;
        line.at(count);
    }

    @Test
    void elsewhere_saysItNowAndThen_andInTheEnd() {
        ProgressLine line = line(false);
        at(line, 0, 100);
        at(line, 1, 1_000);
        at(line, 6, 6_000);
        at(line, 8, 10_000);
        line.end();
        assertThat(written.toString().lines())
                .containsExactly("100 items deleted", "6,000 items deleted, 1,000/s", "10,000 items deleted, 1,250/s");
    }

    @Test
    void elsewhere_allWasSaid_saysNothingMore() {
        ProgressLine line = line(false);
        line.end();
        at(line, 0, 3);
        line.end();
        assertThat(written.toString().lines()).containsExactly("3 items deleted");
    }

    @Test
    void terminal_isOverwritten_andLeftAsItWas() {
        ProgressLine line = line(true);
        at(line, 0, 100);
        at(line, 2, 5_000);
        line.end();
        assertThat(written.toString())
                .isEqualTo("\r\u001b[K100 items deleted\r\u001b[K5,000 items deleted, 2,500/s\r\u001b[K");
    }
}
