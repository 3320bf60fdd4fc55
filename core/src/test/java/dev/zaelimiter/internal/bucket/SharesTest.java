package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SharesTest {

    private record Shard(int id, long count) {}

    @Test
    void sharesOfOneCountAddUpExactlyAndDifferByOneAtMost() {
        for (long amount = 0; amount <= 300; amount++) {
            for (int count = 1; count <= Shares.MAX; count++) {
                long sum = 0;
                for (int id = 0; id < count; id++) {
                    long share = Shares.of(amount, count, id);
                    assertThat(share).isEqualTo((amount + count - 1 - id) / count);
                    assertThat(share).isBetween(amount / count, (amount + count - 1) / count);
                    sum += share;
                }
                assertThat(sum).isEqualTo(amount);
            }
        }
    }

    @Test
    void splittingDividesAShareWithoutARest() {
        for (long amount = 0; amount <= 1_000; amount++) {
            for (int count = 1; count < Shares.MAX; count *= 2) {
                for (int id = 0; id < count; id++) {
                    long lower = Shares.of(amount, 2L * count, id);
                    long upper = Shares.of(amount, 2L * count, id + count);
                    assertThat(lower + upper).isEqualTo(Shares.of(amount, count, id));
                    assertThat(upper).isEqualTo(Math.floorDiv(lower + upper, 2L));
                }
            }
        }
    }

    @Test
    void sharesAddUpInAnyMixOfCountsAndEachSlotHasOneOwner() {
        SplittableRandom random = new SplittableRandom(4);
        for (int run = 0; run < 2_000; run++) {
            List<Shard> shards = new ArrayList<>(List.of(new Shard(0, 1)));
            long amount = random.nextLong(run % 2 == 0 ? 2_000 : 1_000_000_000_000_000_000L);
            for (int splits = random.nextInt(Shares.MAX); splits > 0; splits--) {
                Shard split = shards.remove(random.nextInt(shards.size()));
                if (split.count == Shares.MAX) {
                    shards.add(split);
                    continue;
                }
                Shard born = new Shard(Math.toIntExact(split.id + split.count), 2 * split.count);
                assertThat(Shares.parent(born.id)).isEqualTo(split.id);
                shards.add(new Shard(split.id, 2 * split.count));
                shards.add(born);
            }
            long sum = 0;
            for (Shard shard : shards) {
                sum += Shares.of(amount, shard.count, shard.id);
            }
            assertThat(sum).as("%s of %s", shards, amount).isEqualTo(amount);
            for (int slot = 0; slot < Shares.MAX; slot++) {
                int at = slot;
                assertThat(shards.stream().filter(s -> Shares.owns(s.id, s.count, at)))
                        .as("owners of slot %s", slot)
                        .hasSize(1);
            }
        }
    }

    @Test
    void theLargestAmountDoesNotOverflow() {
        BigInteger sum = BigInteger.ZERO;
        for (int id = 0; id < Shares.MAX; id++) {
            sum = sum.add(BigInteger.valueOf(Shares.of(Long.MAX_VALUE, Shares.MAX, id)));
        }
        assertThat(sum).isEqualTo(BigInteger.valueOf(Long.MAX_VALUE));
    }

    @Test
    void wcuAndPeriodsAreNotDividedAndOneShardIsTheWhole() {
        BucketLayout layout = new BucketLayout("rpm", "wcu");
        Rates whole = new Rates(new long[] {101, 1_000}, new long[] {11, 1_000}, new long[] {60_000, 1_000});

        Rates share = Shares.of(layout, whole, 2, 1);

        assertThat(Shares.of(layout, whole, 1, 0)).isSameAs(whole);
        assertThat(share.cap(0)).isEqualTo(50);
        assertThat(share.ra(0)).isEqualTo(5);
        assertThat(share.rp(0)).isEqualTo(60_000);
        assertThat(share.cap(1)).isEqualTo(1_000);
        assertThat(share.ra(1)).isEqualTo(1_000);
        assertThat(share.rp(1)).isEqualTo(1_000);
    }

    @Test
    void aShareOfNothingNeverComesBack() {
        assertThat(BucketMath.millisUntil(5, 0, 1_000, 0)).isEqualTo(BucketMath.SATURATED);
        assertThat(BucketMath.millisUntil(0, 0, 1_000, 0)).isZero();
    }
}
