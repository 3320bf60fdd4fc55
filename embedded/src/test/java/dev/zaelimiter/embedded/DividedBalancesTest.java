package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DividedBalancesTest {

    private static final int PARTS = 4;

    private final long[] each = {10, 3};
    private final DividedBalances balances = new DividedBalances(new long[] {100, 14}, each, PARTS);

    @Test
    void close_afterExchanges_isTheSumOfAllPartsAndWhatWasLeftOver() {
        for (int part = 0; part < PARTS; part++) {
            assertThat(balances.exchange(part, each, new long[] {9 - part, 3})).isTrue();
        }

        assertThat(balances.close()).containsExactly(100 - (1 + 2 + 3 + 4), 14);
        assertThat(balances.close()).as("once more").containsExactly(90, 14);
    }

    /** A thread that was stopped right before its exchange: what it would take is counted already as not taken. */
    @Test
    void exchange_ofAPartThatIsClosed_isNotApplied() {
        balances.close();

        for (int part = 0; part < PARTS; part++) {
            assertThat(balances.part(part)).isNull();
            assertThat(balances.exchange(part, each, new long[] {0, 0}))
                    .as("part " + part)
                    .isFalse();
        }
        assertThat(balances.close()).containsExactly(100, 14);
    }
}
