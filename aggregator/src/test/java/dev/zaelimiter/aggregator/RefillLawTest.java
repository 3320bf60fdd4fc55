package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import java.math.BigInteger;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A refill changes no balance, now or later, by a thousandth: what a limit holds at any time is the same with it and
 * without it, by an arithmetic of its own in numbers without bounds, on shards of any count, with remainders, and with
 * takes and returns between the look and the write.
 */
class RefillLawTest {

    private static final int RUNS = 2000;
    private static final int LIMITS = 3;

    private final SplittableRandom random = new SplittableRandom(17);

    /** A shard of a bucket, in debt, empty, partly or quite full; stamped up to an hour ago. */
    private Item bucket(int count, int shard, long stamp) {
        Item.Builder bucket = Item.builder(Rig.KEYS.bucket("user-1", "gpt-4", shard))
                .put("entity_id", "user-1")
                .put("resource", "gpt-4")
                .put("rf", stamp)
                .put("shard_count", count)
                .put("b_wcu_cp", 1_000_000)
                .put("b_wcu_ra", 1_000_000)
                .put("b_wcu_rp", 1000)
                .put("b_wcu_tk", random.nextLong(300_000, 1_000_001))
                .put("b_wcu_tc", 0);
        for (int i = 0; i < LIMITS; i++) {
            long capacity = random.nextLong(32, 1L << random.nextInt(6, 50));
            long period = random.nextLong(1, 1L << random.nextInt(1, 33));
            long share = share(BigInteger.valueOf(capacity), count, shard).longValueExact();
            bucket.put("b_l" + i + "_cp", capacity)
                    .put("b_l" + i + "_ra", random.nextLong(32, 1L << random.nextInt(6, 50)))
                    .put("b_l" + i + "_rp", period)
                    .put("b_l" + i + "_tk", random.nextLong(-share, share + 1))
                    .put("b_l" + i + "_tc", 5_000_000_000_000_000L);
            if (random.nextBoolean()) {
                bucket.put("b_l" + i + "_rm", random.nextLong(period));
            }
        }
        return bucket.build();
    }

    /** Tokens are dealt out one after another, as cards are. */
    private static BigInteger share(BigInteger amount, long count, long shard) {
        BigInteger[] parts = amount.divideAndRemainder(BigInteger.valueOf(count));
        return parts[0].add(parts[1].longValueExact() > shard % count ? BigInteger.ONE : BigInteger.ZERO);
    }

    /** What a limit of an item holds at a time. */
    private static BigInteger reference(Item item, int shard, int i, long now) {
        long count = item.whole("shard_count", 1);
        BigInteger capacity = share(BigInteger.valueOf(item.whole("b_l" + i + "_cp", 0)), count, shard);
        BigInteger amount = share(BigInteger.valueOf(item.whole("b_l" + i + "_ra", 0)), count, shard);
        BigInteger gap = BigInteger.valueOf(Math.max(0, now - item.whole("rf", 0)));
        BigInteger gained = gap.multiply(amount)
                .add(BigInteger.valueOf(item.whole("b_l" + i + "_rm", 0)))
                .divide(BigInteger.valueOf(item.whole("b_l" + i + "_rp", 0)));
        return capacity.min(BigInteger.valueOf(item.whole("b_l" + i + "_tk", 0)).add(gained));
    }

    @Test
    void refill_ofAnyShard_leavesEveryBalanceAsItIs() {
        int refilled = 0;
        int refused = 0;
        for (int run = 0; run < RUNS; run++) {
            Rig rig = new Rig();
            rig.settings = rig.settings.windows(EnumSet.noneOf(dev.zaelimiter.UsageWindow.class));
            long now = rig.clock.wallMillis();
            int count = 1 << random.nextInt(6);
            int shard = random.nextInt(32);
            Item seen = bucket(count, shard, now - random.nextLong(1, 1L << random.nextInt(1, 22)));
            Item before = taken(seen, 0, 2_000_000_000_000_000L, true);
            Item stored = meanwhile(seen, shard);
            rig.put(stored);

            BatchOutcome outcome =
                    rig.process("s-1", new ChangeRecord(seen.key(), before, seen, false, BigInteger.ONE, now));

            assertThat(outcome.failures()).isEmpty();
            refilled += outcome.refills();
            refused += outcome.refills() == 0 ? 1 : 0;
            Item after = Objects.requireNonNull(rig.below.get(seen.key()).join());
            for (int i = 0; i < LIMITS; i++) {
                for (long later : List.of(0L, 1L, 2L, 999L, 60_000L, random.nextLong(1L << 40))) {
                    assertThat(reference(after, shard, i, now + later))
                            .as("run %s, limit %s, %s ms later: %s from %s", run, i, later, after, stored)
                            .isEqualTo(reference(stored, shard, i, now + later));
                }
                assertThat(after.whole("b_l" + i + "_tc", -1)).isEqualTo(stored.whole("b_l" + i + "_tc", -2));
            }
        }
        assertThat(refilled).isGreaterThan(RUNS / 3);
        assertThat(refused).isPositive();
    }

    /** Somebody takes or gives back after the shard was seen, in a write that does not refill. */
    private Item meanwhile(Item seen, int shard) {
        return switch (random.nextInt(3)) {
            case 0 -> seen;
            case 1 -> taken(seen, random.nextInt(LIMITS), random.nextLong(1_000_000), false);
            default -> {
                int limit = random.nextInt(LIMITS);
                long room = share(
                                        BigInteger.valueOf(seen.whole("b_l" + limit + "_cp", 0)),
                                        seen.whole("shard_count", 1),
                                        shard)
                                .longValueExact()
                        - seen.whole("b_l" + limit + "_tk", 0);
                yield room <= 0 ? seen : taken(seen, limit, -random.nextLong(1, room + 1), false);
            }
        };
    }

    /** The same after a take, or, of all limits, before it. */
    private static Item taken(Item item, int limit, long amount, boolean before) {
        Item.Builder changed = item.toBuilder();
        for (int i = 0; i < LIMITS; i++) {
            if (before || i == limit) {
                changed.put("b_l" + i + "_tk", item.whole("b_l" + i + "_tk", 0) + (before ? amount : -amount))
                        .put("b_l" + i + "_tc", item.whole("b_l" + i + "_tc", 0) + (before ? -amount : amount));
            }
        }
        return changed.build();
    }

    @Test
    void refill_sentTwice_isRefusedTheSecondTime() {
        Rig rig = new Rig();
        Item before = Rig.bucket("user-1", 50_000, 0);
        Item after = Rig.bucket("user-1", 1000, 49_000).toBuilder()
                .put("rf", Samples.NOON - 5000)
                .build();
        rig.put(after);

        assertThat(rig.process("s-1", Samples.change(1, before, after)).refills())
                .isEqualTo(1);
        rig.clock.advance(Duration.ofSeconds(1));
        assertThat(rig.process("s-1", Samples.change(1, before, after)).refills())
                .isZero();
    }
}
