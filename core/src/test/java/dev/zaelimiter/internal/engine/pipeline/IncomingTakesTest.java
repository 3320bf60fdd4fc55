package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.engine.planning.Tokens;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is asked of a bucket, by requests for as much as a request may ask for. */
class IncomingTakesTest {

    private static final long MOST = Limit.MAX_AMOUNT * BucketMath.MILLI;
    private static final long LEAST = BucketMath.MILLI;

    private final IncomingTakes incoming = new IncomingTakes();

    private static TakeRequest take(long ofA, long ofB) {
        return new TakeRequest(Tokens.of(new String[] {"a", "b"}, new long[] {ofA, ofB}), 0, null);
    }

    @Test
    void limitThatNobodyAsksFor_isNothing() {
        incoming.came(take(0, LEAST));

        assertThat(incoming.of("a")).isZero();
        assertThat(incoming.of("b")).isEqualTo(LEAST);
    }

    @Test
    void moreThanALongHolds_isTheMostOfALongAndIsKnownExactlyLater() {
        incoming.came(take(LEAST, 0));
        for (int i = 0; i < 10; i++) {
            incoming.came(take(MOST, 0));
        }
        assertThat(incoming.of("a")).isEqualTo(Long.MAX_VALUE);

        for (int i = 0; i < 9; i++) {
            incoming.left(take(MOST, 0));
        }
        assertThat(incoming.of("a")).isEqualTo(MOST + LEAST);
        incoming.left(take(MOST, 0));
        assertThat(incoming.of("a")).isEqualTo(LEAST);
        incoming.left(take(LEAST, 0));
        assertThat(incoming.of("a")).isZero();
    }

    @Test
    void anyAmounts_inAnyOrder_areCountedExactly() {
        Random random = new Random(6);
        List<TakeRequest> there = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            if (there.isEmpty() || random.nextInt(100) < (step / 1000 % 2 == 0 ? 60 : 40)) {
                TakeRequest take = take(amount(random), amount(random));
                there.add(take);
                incoming.came(take);
            } else {
                incoming.left(there.remove(random.nextInt(there.size())));
            }
            assertThat(incoming.of("a")).isEqualTo(sum(there, 0));
            assertThat(incoming.of("b")).isEqualTo(sum(there, 1));
        }
        there.forEach(incoming::left);
        assertThat(incoming.of("a")).isZero();
        assertThat(incoming.of("b")).isZero();
    }

    private static long amount(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> LEAST;
            case 2 -> MOST;
            default -> LEAST * random.nextInt(1000);
        };
    }

    private static long sum(List<TakeRequest> takes, int limit) {
        return takes.stream()
                .map(take -> BigInteger.valueOf(take.amounts()[limit]))
                .reduce(BigInteger.ZERO, BigInteger::add)
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .longValueExact();
    }
}
