package dev.zaelimiter.internal.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.engine.planning.Tokens;
import org.junit.jupiter.api.Test;

class BoundTakeTest {

    private static final String[] NAMES = {"rpm", "tpm", "daily"};
    private static final TakeRequest TAKE =
            new TakeRequest(Tokens.of(NAMES, new long[] {1_000, 500_000, 0}), 250, null);

    @Test
    void found_limitsAreNotLookedUpYet_isAll() {
        assertThat(BoundTake.found(TAKE, null)).isEqualTo(TAKE.tokens());
        assertThat(BoundTake.missing(TAKE, null)).isEqualTo(Tokens.NONE);
    }

    @Test
    void found_oneLimitIsNotThere_isTheOthers() {
        int[] bound = {2, -1, 0};

        assertThat(BoundTake.found(TAKE, bound)).isEqualTo(Tokens.of("rpm", 1_000));
        assertThat(BoundTake.missing(TAKE, bound)).isEqualTo(Tokens.of("tpm", 500_000));
    }

    @Test
    void missing_allAreThere_isNone() {
        assertThat(BoundTake.missing(TAKE, new int[] {0, 1, 2})).isEqualTo(Tokens.NONE);
    }

    @Test
    void of_oneLimitIsNotThere_wantsNothingOfIt() {
        TakeRequest wanted = BoundTake.of(TAKE, new int[] {2, -1, 0});

        assertThat(wanted.tokens()).isEqualTo(Tokens.of(NAMES, new long[] {1_000, 0, 0}));
        assertThat(wanted.waitMillis()).isEqualTo(250);
    }

    @Test
    void of_limitsAreNotLookedUpYet_wantsNothing() {
        assertThat(BoundTake.of(TAKE, null).tokens().anyPositive()).isFalse();
        // The request's own amounts are everybody's.
        assertThat(TAKE.amounts()).containsExactly(1_000, 500_000, 0);
    }
}
