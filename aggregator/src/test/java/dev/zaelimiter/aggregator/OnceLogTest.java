package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OnceLogTest {

    private final List<String> lines = new ArrayList<>();
    private final OnceLog once = new OnceLog(lines::add);

    private static DeadLetter letter(String reason) {
        return new DeadLetter("s-1", Rig.take(1, "user-1", 0, 3), reason);
    }

    @Test
    void failures_theSameManyTimes_areLoggedOnce() {
        for (int i = 0; i < 1000; i++) {
            once.failures(List.of("writing usage: Throttled", "archiving: Denied"));
        }
        assertThat(lines).hasSize(2);
    }

    /** Each damaged counter was a kind of its own, since its numbers are in the reason. */
    @Test
    void deadLetter_theSameReasonWithOtherNumbers_isLoggedOnce() {
        for (int i = 0; i < 1000; i++) {
            once.deadLetter(letter("the counter of limit rpm went from " + i + " to " + i * i));
        }
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).contains("ns1/BUCKET#user-1#gpt-4#0", "went from 0 to 0");
    }

    @Test
    void deadLetter_ofAnotherReason_isLoggedToo() {
        once.deadLetter(letter("the key is not that of a shard of a bucket"));
        once.deadLetter(letter("b_rpm_tc is not a whole number"));
        once.deadLetter(letter("b_rpm_tc is not a whole number"));
        assertThat(lines).hasSize(2);
    }
}
