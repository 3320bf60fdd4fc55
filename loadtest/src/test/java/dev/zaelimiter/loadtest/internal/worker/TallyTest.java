package dev.zaelimiter.loadtest.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.zaelimiter.RateLimiterUnavailableException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TallyTest {

    private final Tally tally = new Tally();

    private Map<String, Long> problems() {
        Map<String, Long> sums = new TreeMap<>();
        tally.problems().forEach((text, count) -> sums.put(text, count.sum()));
        return sums;
    }

    /** Of a table that nobody may write, each entity was a reason of its own: most failures were told nowhere. */
    @Test
    void problem_ofManyEntities_isOneReason() {
        for (int i = 0; i < 1000; i++) {
            tally.problem(new RateLimiterUnavailableException("load-many-" + i, "load-many", "not allowed: why", null));
        }
        assertThat(problems()).containsOnly(entry("no decision: not allowed: why", 1000L));
    }

    @Test
    void problem_ofVeryManyReasons_losesNone() {
        for (int i = 0; i < 1000; i++) {
            tally.problem(new IllegalStateException("reason " + i));
        }
        tally.problem(new IllegalStateException());
        assertThat(problems()).hasSize(21).containsEntry("reason 3", 1L).containsEntry("other reasons", 981L);
    }
}
