package dev.zaelimiter.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A system that fails, hangs or is not there is told of, and the rest goes on. */
class AttemptsTest {

    private final Attempts attempts = new Attempts(1);
    private final Map<String, Object> figures = new LinkedHashMap<>();

    @Test
    void systemThatIsMissing_isNoted_andTheNextIsMeasured() {
        attempts.put(figures, "throughput", Contender.PYTHON, () -> {
            throw new IllegalStateException("it is not installed\nand more");
        });
        attempts.put(figures, "throughput", Contender.BARE, () -> 7.0);
        assertThat(figures).containsOnly(Map.entry("bare", 7.0));
        assertThat(attempts.missing())
                .containsOnly(
                        Map.entry("throughput, Python zae-limiter", "IllegalStateException: it is not installed"));
    }

    @Test
    void systemThatHangs_isLeft() {
        CountDownLatch never = new CountDownLatch(1);
        Object figure = attempts.of("cold start", () -> {
            never.await();
            return 1;
        });
        assertThat(figure).isNull();
        assertThat(attempts.missing()).containsEntry("cold start", "no end after 1 s");
    }

    @Test
    void page_withoutAnything_saysSoAndHasNoCharts() {
        attempts.put(figures, "heap", Contender.PYTHON, () -> {
            throw new IllegalStateException("gone");
        });
        Map<String, String> files = Site.files(Map.of("missing", attempts.missing()));
        assertThat(files).containsOnlyKeys(Site.PAGE);
        assertThat(files.get(Site.PAGE)).contains("| heap, Python zae-limiter | IllegalStateException: gone |");
    }
}
