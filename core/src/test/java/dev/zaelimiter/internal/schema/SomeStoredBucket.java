package dev.zaelimiter.internal.schema;

import dev.zaelimiter.Limit;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** A bucket at random, near the ends of its ranges now and then, and a time at which it is written. */
final class SomeStoredBucket {

    static final Keys KEYS = new Keys("ns");
    static final long STAMP = 1_700_000_000_000L;

    final SplittableRandom random;
    final long now;

    SomeStoredBucket(SplittableRandom random) {
        this.random = random;
        this.now = STAMP + pick(0, 1, random.nextInt(1_000), random.nextInt(100_000), -5, -70_000, 86_400_000L);
    }

    long pick(long... from) {
        return from[random.nextInt(from.length)];
    }

    boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    long cap() {
        return pick(0, 1_000, 100_003, 5_000_000, 1_000_000_000_000_000_000L, random.nextLong(1, 1_000_000));
    }

    long period() {
        return pick(1_000, 60_000, 86_400_000L, 1_000_000_000_000L, 7);
    }

    long balance(long cap) {
        return pick(
                cap,
                0,
                -1,
                -random.nextLong(1_000_000),
                Math.max(0, cap - 1),
                cap / 2,
                cap + 5,
                Long.MIN_VALUE / 2,
                random.nextLong(Math.max(1, cap)));
    }

    Item bucket(int shard, long count, boolean bounded) {
        Item.Builder item = Item.builder(KEYS.bucket("e", "r", shard))
                .put("entity_id", "e")
                .put("resource", "r")
                .put("cascade", false)
                .put("rf", STAMP)
                .put("shard_count", count);
        for (String name : List.of("rpm", "tpm")) {
            limit(item, name, bounded);
        }
        BucketSchemaTest.limit(item, "wcu", pick(0, 500_000, 1_000_000), 1_000_000, 1_000_000, 1_000);
        if (oneIn(3)) {
            item.put("ttl", STAMP / 1000 + pick(-1, 60, 100_000));
        }
        if (oneIn(3)) {
            item.put("wid", random.nextLong(1, 100));
        }
        if (oneIn(4)) {
            item.put("rfg", random.nextLong(100_000)).put("rfm", random.nextLong(1, 100_000));
        }
        if (oneIn(4)) {
            item.put("lv", random.nextLong());
        }
        if (oneIn(5)) {
            item.put("ctl", AttributeValue.Sequence.ofTexts(List.of("tpm")));
        }
        if (oneIn(5)) {
            item.put("gone", AttributeValue.Sequence.ofTexts(List.of("old")));
        }
        return item.build();
    }

    private void limit(Item.Builder item, String name, boolean bounded) {
        long cap = bounded ? random.nextLong(1, 10_000) * 1_000 : cap();
        long period = period();
        boolean budget = oneIn(6);
        BucketSchemaTest.limit(
                item, name, balance(cap), cap, budget ? 1_000 : Math.max(1, cap), budget ? 1_000_000_000_000L : period);
        if (oneIn(2)) {
            item.put("b_" + name + "_rm", pick(0, 1, random.nextLong(period), period - 1, period));
        }
        if (oneIn(6)) {
            item.put("b_" + name + "_bx", cap + 7);
        }
        if (oneIn(3)) {
            item.put("b_" + name + "_tc", pick(0, 5, (1L << 62) - 1, (1L << 62) - random.nextLong(1_000_000)));
        }
    }

    Limit wanted(String name) {
        if (oneIn(4)) {
            return Limit.budget(name, pick(1, 100, 1_000_000_000_000_000L));
        }
        return Limit.custom(
                name,
                pick(1, 100, random.nextLong(1, 10_000), 1_000_000_000_000_000L),
                pick(1, 60, random.nextLong(1, 10_000)),
                Duration.ofSeconds(pick(1, 60, 86_400, 1_000_000_000)));
    }
}
