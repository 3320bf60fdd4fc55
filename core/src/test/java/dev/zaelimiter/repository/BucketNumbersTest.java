package dev.zaelimiter.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import org.junit.jupiter.api.Test;

class BucketNumbersTest {

    private static final long MIB = 1 << 20;

    @Test
    void usual_byTheHeap_halfOfItAtMost() {
        assertThat(BucketNumbers.usual(8192 * MIB)).isEqualTo(1_000_000);
        assertThat(BucketNumbers.usual(Long.MAX_VALUE)).isEqualTo(1_000_000);
        assertThat(BucketNumbers.usual(512 * MIB)).isEqualTo(524_288);
        assertThat(BucketNumbers.usual(1)).isEqualTo(10_000);
    }

    @Test
    void of_whatWasSaid_holds() {
        assertThat(BucketNumbers.of(0, 0, 300)).isEqualTo(new BucketNumbers(300, 300));
        assertThat(BucketNumbers.of(0, 50_000, 0)).isEqualTo(new BucketNumbers(10_000, 50_000));
        assertThat(BucketNumbers.of(7, 7, 0)).isEqualTo(new BucketNumbers(7, 7));
        assertThat(BucketNumbers.of(0, 1, 300)).isEqualTo(new BucketNumbers(1, 1));
    }

    @Test
    void of_nothingSaid_fewerAreHotOnASmallHeap() {
        int usual = BucketNumbers.usual(Runtime.getRuntime().maxMemory());
        assertThat(BucketNumbers.of(0, 0, 0)).isEqualTo(new BucketNumbers(Math.min(10_000, usual / 16), usual));
    }

    @Test
    void of_moreHotThanUsuallyRemembered_soManyAreRemembered() {
        assertThat(BucketNumbers.of(20_000, 0, 10_000)).isEqualTo(new BucketNumbers(20_000, 20_000));
    }

    @Test
    void of_moreHotThanRemembered_isRefusedByName() {
        assertThatThrownBy(() -> BucketNumbers.of(8, 7, 0))
                .isInstanceOfSatisfying(InvalidInputException.class, refused -> {
                    assertThat(refused.field()).isEqualTo("hotBuckets");
                    assertThat(refused).hasMessageContaining("1 to maxBuckets, which is 7");
                });
    }
}
