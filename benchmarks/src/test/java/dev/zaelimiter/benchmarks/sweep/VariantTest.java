package dev.zaelimiter.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The constants that {@code sweep} changes are where it looks for them. */
class VariantTest {

    @ParameterizedTest
    @MethodSource("dev.zaelimiter.benchmarks.sweep.SweepBench#variants")
    void eachVariant_findsItsConstant(Variant variant) throws Exception {
        assertThat(variant.changed()).contains(variant.instead());
    }

    @Test
    void constantThatStandsNowhere_isTold() {
        Variant gone = new Variant("gone", "dev/zaelimiter/Limit.java", "NO_SUCH_THING = 3", "NO_SUCH_THING = 4");
        assertThatThrownBy(gone::changed).hasMessageContaining("NO_SUCH_THING");
    }
}
