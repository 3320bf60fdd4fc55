package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What time makes of a limit: both forms, which one holds, and that the store's comparison decides as the image did.
 */
class AccrualTest {

    private static final int RUNS = 20_000;

    private static Accrual accrual(BucketImage image, long now) {
        Gains gains = Gains.of(image, image.rates(), now, null);
        return gains.refilled(image, 0, image.rates().cap(0), 0);
    }

    @Test
    void accrual_anyBucket_isTheExactFunction() {
        for (long seed = 0; seed < RUNS; seed++) {
            SomeBucket some = new SomeBucket(seed);
            long count = some.pick(1, 4);
            BucketImage image = some.image(some.numbers(), count, (int) some.upTo(count - 1));
            long now = some.now();
            Accrual accrual = accrual(image, now);
            BigInteger exact = SomeBucket.exact(image, image.tk()[0], now);
            BigInteger told = BigInteger.valueOf(accrual.balance(image.tk()[0]))
                    .multiply(BigInteger.valueOf(image.rates().rp(0)))
                    .add(BigInteger.valueOf(accrual.remainder()));
            assertThat(told).as("seed %s", seed).isEqualTo(exact);
            assertThat(accrual.balance(image.tk()[0]))
                    .as("seed %s: as the image says", seed)
                    .isEqualTo(image.balance(0, image.rates(), now));
        }
    }

    @Test
    @DisplayName("the turn is the lowest stored balance that comes to the ceiling")
    void turn_comparedWithAnyBalance_decidesAsTheImageDid() {
        for (long seed = 0; seed < RUNS; seed++) {
            SomeBucket some = new SomeBucket(seed);
            BucketImage image = some.image(some.numbers(), 1, 0);
            Accrual accrual = accrual(image, some.now());
            assertThat(image.tk()[0] >= accrual.turn()).as("seed %s", seed).isEqualTo(accrual.full());
            assertThat(accrual.balance(accrual.turn())).as("seed %s", seed).isEqualTo(accrual.ceiling());
            assertThat(accrual.balance(accrual.turn() - 1)).as("seed %s", seed).isLessThan(accrual.ceiling());
        }
    }

    @Test
    void change_fullOrNot_setsOrAdds() {
        assertThat(new Accrual(true, 50, 1_000, 0).change(-300)).isEqualTo(700);
        assertThat(new Accrual(false, 50, 1_000, 9).change(-300)).isEqualTo(-250);
    }

    @Test
    @DisplayName("what goes back is added before the ceiling counts; a ceiling of 0 is always full or in debt")
    void accrual_creditsAndNoCapacity_clampAtTheCeiling() {
        Rates stored = SomeBucket.rates(new LimitNumbers(1_000, 1, 1_000));
        BucketImage image = SomeBucket.image(stored, 1, 0, 900, 0, 0);
        Gains gains = Gains.of(image, stored, SomeBucket.STAMP, null);
        assertThat(gains.refilled(image, 0, 1_000, 99)).isEqualTo(new Accrual(false, 99, 1_000, 0));
        assertThat(gains.refilled(image, 0, 1_000, 100)).isEqualTo(new Accrual(true, 100, 1_000, 0));
        assertThat(gains.accrual(image, 0, 0).full()).isTrue();
    }
}
