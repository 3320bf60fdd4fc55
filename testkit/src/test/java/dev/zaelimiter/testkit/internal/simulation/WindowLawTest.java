package dev.zaelimiter.testkit.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.testkit.internal.simulation.StoredBucket.LimitView;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class WindowLawTest {

    /** Ten tokens, one per second. */
    private static final LimitView TEN = new LimitView(10_000, 10_000, 1000, 1000, 0, 0);

    private final WindowLaw law = new WindowLaw(TEN, 0);

    private void take(long atMillis, long milli) {
        law.decided(atMillis);
        law.took(milli);
    }

    @Test
    void took_allThereIs_isLawful() {
        take(0, 10_000);

        assertThat(law.overdrawn(BigInteger.ZERO)).isFalse();
    }

    @Test
    void took_twoMillitokensMore_isOverdrawn() {
        take(0, 10_002);

        assertThat(law.overdrawn(BigInteger.ZERO)).isTrue();
        assertThat(law.overdrawn(BigInteger.ONE)).isFalse();
    }

    @Test
    void took_afterIdling_atMostTheCeiling() {
        take(0, 5000);
        take(100_000, 10_000);
        assertThat(law.overdrawn(BigInteger.ZERO)).isFalse();

        take(100_000, 100);
        assertThat(law.overdrawn(BigInteger.ZERO)).isTrue();
    }

    @Test
    void took_nineteenOfTen_isOverdrawn() {
        take(10_000, 1000);
        take(10_010, 9000);
        take(10_020, 9000);

        assertThat(law.overdrawn(BigInteger.ZERO)).isTrue();
    }

    @Test
    void took_decidedEarlierThanTheOneBefore_hasItsOwnWindow() {
        take(5000, 1000);
        take(3000, 9000);

        assertThat(law.overdrawn(BigInteger.ZERO)).isFalse();
    }

    @Test
    void took_negative_givesRoomUpToTheCeiling() {
        take(0, 1000);
        law.took(-50_000);
        take(0, 10_000);
        assertThat(law.overdrawn(BigInteger.ZERO)).isFalse();

        take(0, 100);
        assertThat(law.overdrawn(BigInteger.ZERO)).isTrue();
    }

    @Test
    void changed_lowerCeiling_clampsAtOnce() {
        law.changed(new LimitView(2000, 2000, 1000, 1000, 0, 0), 0);
        take(0, 3000);

        assertThat(law.overdrawn(BigInteger.ZERO)).isTrue();
    }

    @Test
    void changed_higherCeiling_fillsByRefill() {
        law.changed(new LimitView(10_000, 20_000, 1000, 1000, 0, 0), 0);
        take(1000, 12_000);

        assertThat(law.overdrawn(BigInteger.ZERO)).isTrue();
    }

    @Test
    void holdsEarly_slowerRefill_whatIsHeldMayStillBeGiven() {
        take(0, 10_000);
        law.changed(new LimitView(10_000, 10_000, 1000, 60_000, 0, 0), 1000);
        law.holdsEarly(StoredBucket.times(1300, 60_000), BigInteger.valueOf(500));
        take(1000, 1300);
        assertThat(law.overdrawn(BigInteger.ZERO)).isFalse();

        take(1000, 2);
        assertThat(law.overdrawn(BigInteger.ZERO)).isTrue();
    }

    @Test
    void holdsEarly_moreThanCanHaveComeEarly_isNotGivenRoom() {
        take(0, 10_000);
        law.changed(new LimitView(10_000, 10_000, 1000, 60_000, 0, 0), 1000);
        law.holdsEarly(StoredBucket.times(5000, 60_000), BigInteger.valueOf(500));
        take(1000, 1502);

        assertThat(law.overdrawn(BigInteger.ZERO)).isTrue();
    }
}
