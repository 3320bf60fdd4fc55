package dev.zaelimiter.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelUsageTest {

    @ParameterizedTest
    @CsvSource({
        "10, 5, 15, 15",
        "10, 5, , 15",
        "10, 5, 40, 40",
        "10, 5, 3, 15",
        ", , 15, 15",
        "10, , , 10",
        "0, 0, 0, 0",
        ", , , 0",
        "-1, 5, 15, 0",
        "10, 5, -15, 0"
    })
    void of_whateverModelsSay_isATotalOrNothing(Integer input, Integer output, Integer total, long expected) {
        ModelUsage usage = ModelUsage.of(input, output, total);
        assertThat(usage.total()).isEqualTo(expected);
        assertThat(usage.known()).isEqualTo(expected > 0);
    }

    @Test
    void of_moreThanALimitHolds_isWhatItHolds() {
        assertThat(ModelUsage.of(Long.MAX_VALUE, Long.MAX_VALUE, null).total()).isEqualTo(Limit.MAX_AMOUNT);
    }

    @Test
    void spending_ofATotalAlone_leavesThePartsAsEstimated() {
        Spending used = Spending.used(ModelUsage.of(null, null, 90), Spending.of(40, 60), 10);
        assertThat(used).isEqualTo(new Spending(40, 60, 90));
    }
}
