package dev.zaelimiter.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefillsTest {

    private final ManualClock clock = new ManualClock();
    private final LimitRepository repository =
            EmbeddedRepository.builder().environment(clock).build();
    private final Refills refills = Administration.of(repository).refills();

    @BeforeEach
    void takeSome() {
        repository.limits().setResourceDefaults("r", Limit.budget("tokens", 100), Limit.perHour("calls", 10));
        Lease lease = repository
                .rateLimiter()
                .acquire(request().take("tokens", 60).take("calls", 4).build());
        lease.settle("tokens", 130);
        lease.keep();
    }

    @AfterEach
    void close() {
        repository.close();
    }

    private static AcquireRequest.Builder request() {
        return AcquireRequest.entity("e").resource("r");
    }

    private long left(String limit) {
        LimitStatus status = repository
                .rateLimiter()
                .check(request().take(limit, 1).build())
                .statuses()
                .get(0);
        return status.available() - status.debt();
    }

    @Test
    void reset_ofAllLimits_fillsThemUpAndForgivesDebts() {
        assertThat(left("tokens")).isNegative();

        Refilled given = refills.reset("e", "r", Set.of(), null);

        assertThat(given.amounts()).isEqualTo(Map.of("tokens", 130L, "calls", 4L));
        assertThat(left("tokens")).isEqualTo(100);
        assertThat(left("calls")).isEqualTo(10);
    }

    @Test
    void reset_ofOneLimit_leavesTheOther() {
        refills.reset("e", "r", Set.of("calls"), null);

        assertThat(left("calls")).isEqualTo(10);
        assertThat(left("tokens")).isEqualTo(-30);
    }

    @Test
    void topUp_moreThanIsMissing_stopsAtTheCeiling() {
        assertThat(refills.topUp("e", "r", Map.of("calls", 1_000L), null).amounts())
                .isEqualTo(Map.of("calls", 4L));
        assertThat(left("calls")).isEqualTo(10);
    }

    @Test
    void topUp_underAKeyThatWasUsed_isToldAndNotDoneAgain() {
        Refilled first = refills.topUp("e", "r", Map.of("tokens", 50L), "ticket-1");
        Refilled second = refills.topUp("e", "r", Map.of("tokens", 50L), "ticket-1");

        assertThat(first.repeated()).isFalse();
        assertThat(second.repeated()).isTrue();
        assertThat(second.amounts()).isEqualTo(first.amounts());
        assertThat(left("tokens")).isEqualTo(20);
    }

    @Test
    void topUp_underAKeyAfterThreeDays_isDoneAgain() {
        refills.topUp("e", "r", Map.of("tokens", 50L), "ticket-1");
        clock.advance(Duration.ofDays(4));

        assertThat(refills.topUp("e", "r", Map.of("tokens", 50L), "ticket-1").repeated())
                .isFalse();
        assertThat(left("tokens")).isEqualTo(70);
    }

    @Test
    void reset_underTheKeyOfATopUp_isRefused() {
        refills.topUp("e", "r", Map.of("tokens", 1L), "ticket-1");

        assertThatThrownBy(() -> refills.reset("e", "r", Set.of(), "ticket-1"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("top_up");
        assertThat(left("tokens")).isEqualTo(-29);
    }

    @Test
    void reset_ofABucketThatNobodyUsed_givesNothing() {
        Refilled given = refills.reset("nobody", "r", Set.of(), null);

        assertThat(given.shards()).isZero();
        assertThat(given.amounts()).isEmpty();
    }

    @Test
    void reset_ofALimitThatTheBucketLacks_isRefusedAndChangesNothing() {
        assertThatThrownBy(() -> refills.reset("e", "r", Set.of("tokens", "nothing"), null))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("nothing");
        assertThat(left("tokens")).isEqualTo(-30);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1_000_000_000_000_001L, Long.MAX_VALUE})
    void topUp_ofAnAmountOutOfRange_isRefused(long amount) {
        assertThatThrownBy(() -> refills.topUp("e", "r", Map.of("tokens", amount), null))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("tokens")
                .hasMessageContaining("1 to 10^15");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "ü", "a/b", "\n"})
    void refill_underAnIllegalKey_isRefused(String key) {
        assertThatThrownBy(() -> refills.reset("e", "r", Set.of(), key))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("idempotencyKey");
    }

    @Test
    void topUp_ofNothing_isRefused() {
        assertThatThrownBy(() -> refills.topUp("e", "r", new HashMap<>(), null))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("at least one limit");
    }
}
