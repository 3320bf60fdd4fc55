package dev.zaelimiter.internal.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseStatusesTest {

    private static LimitStatus status(String entity, String limit, long balance) {
        return LimitStatus.of(entity, "r", Limit.perMinute(limit, 60), balance, 1, false, 0);
    }

    @Test
    void later_replacesTheSameLimitOfTheSameEntity_andAppendsOthers() {
        LimitStatus rpm = status("key", "rpm", 9);
        LimitStatus ofParent = status("org", "rpm", 90);
        LimitStatus newer = status("key", "rpm", 7);
        LimitStatus tpm = status("key", "tpm", 5);

        assertThat(LeaseStatuses.later(List.of(rpm, ofParent), List.of(newer, tpm)))
                .containsExactly(newer, ofParent, tpm);
    }
}
