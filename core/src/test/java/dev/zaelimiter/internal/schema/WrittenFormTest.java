package dev.zaelimiter.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BatchTotals;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Plan;
import dev.zaelimiter.internal.bucket.PlanContext;
import dev.zaelimiter.internal.bucket.Planner;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every kind of write to a bucket, of some thousand buckets each: conditions, actions and numbers in their order, as a
 * hash. A change of how writes are planned or rendered keeps them; one that means to alter what is written says so and
 * renews the hash, which the failure shows.
 */
@Tag("same-on-every-jdk")
class WrittenFormTest {

    private static final int BUCKETS = 3_000;

    /** What is written, and the hash of all of it. */
    enum Kind {
        MOVE_AND_REFILL("d5e8bd278565401d2b99a9df27214d31378a864bbe18027b002cb1050296d69f"),
        CREDIT("7ed206b6a3ed97cd738b8dc9f6826ba015dee1bc23dbbfb3ee70b80fa3dbdbff"),
        REWRITE("8751f263f48ac5cf429ebb5479e2c7cb81433c44ef6fb2a3849765b4434fc098"),
        CALL_TIME("09fceb91acfd784f8eb92b7995b016e2e4fce5cf5ea83834abb1986f87410153"),
        SPLIT("2c383de3bda7be2bffab307da413fd66898a19abcebce7bbf014258b9426d508"),
        MERGE("e87ff4a8378b4748d267de18d5e176e80d835c3c66c89afcba2fc89ae9932051"),
        GIVE("e42cf3be69d7ba7d0b277c31b5225b122ed7593d9b62ebb87a8f0880339bff7f");

        private final String hash;

        Kind(String hash) {
            this.hash = hash;
        }

        List<Write> writes(SomeStoredBucket some) {
            return switch (this) {
                case MOVE_AND_REFILL -> planned(some);
                case CREDIT -> credit(some);
                case REWRITE -> rewrite(some);
                case CALL_TIME -> callLimits(some);
                case SPLIT -> split(some);
                case MERGE -> merge(some);
                case GIVE -> give(some);
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void writes_ofManyBuckets_areAsTheyWere(Kind kind) throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        int conditions = 0;
        for (long seed = 0; seed < BUCKETS; seed++) {
            for (Write write : kind.writes(new SomeStoredBucket(new SplittableRandom(seed)))) {
                digest.update(text(write).getBytes(StandardCharsets.UTF_8));
                conditions += write.shape().condition() == null ? 0 : 1;
            }
        }
        assertThat(conditions).isGreaterThan(BUCKETS / 2);
        assertThat(HexFormat.of().formatHex(digest.digest())).isEqualTo(kind.hash);
    }

    private static String text(Write write) {
        return write.key() + " " + write.shape().kind() + " if " + write.shape().condition() + " do "
                + write.shape().actions() + " with " + Arrays.toString(write.wholes()) + " " + write.item() + "\n";
    }

    private static BucketImage decoded(Item item) {
        return BucketSchema.of(item.layout()).decode(item);
    }

    private static List<Write> planned(SomeStoredBucket some) {
        long count = some.pick(1, 1, 2, 8);
        Item item = some.bucket((int) some.random.nextLong(count), count, some.oneIn(2));
        BucketSchema schema = BucketSchema.of(item.layout());
        BucketImage image = schema.decode(item);
        BatchTotals totals = new BatchTotals(image.layout().size());
        for (int i = 0; i < image.layout().size(); i++) {
            if (i != image.layout().wcu()) {
                long amount = some.pick(0, 1, 1_000, some.random.nextLong(1_000_000));
                if (some.oneIn(3)) {
                    totals.debit(i, amount);
                } else if (totals.fits(i, amount, 0, image.balance(i, image.rates(), some.now))) {
                    totals.take(i, amount, 0);
                }
                if (some.oneIn(5)) {
                    totals.credit(i, some.pick(1, 500, 1_000_000));
                }
            }
        }
        return rendered(some, item, Planner.plan(image, image.rates(), totals, some.now, context(some)));
    }

    private static PlanContext context(SomeStoredBucket some) {
        return new PlanContext(some.oneIn(2), 0.01, some.pick(0, 5, 500), some.pick(0, 10), 1_000, some.oneIn(2), (int)
                some.pick(0, 7));
    }

    private static List<Write> credit(SomeStoredBucket some) {
        Item item = some.bucket(0, 1, some.oneIn(2));
        BucketImage image = decoded(item);
        BatchTotals totals = new BatchTotals(image.layout().size());
        totals.credit(some.random.nextInt(2), some.pick(1, 500, 1_000_000));
        return rendered(some, item, Planner.credit(image, totals, some.now, context(some)));
    }

    private static List<Write> rendered(SomeStoredBucket some, Item item, Plan plan) {
        BucketSchema schema = BucketSchema.of(item.layout());
        BucketImage image = schema.decode(item);
        BucketWriter.Tag tag = new BucketWriter.Tag(9, some.oneIn(3), some.oneIn(3));
        if (plan instanceof Plan.Move move) {
            return List.of(BucketWriter.write(item.key(), schema, image, move, tag));
        }
        return plan instanceof Plan.Refill refill
                ? List.of(BucketWriter.write(item.key(), schema, image, refill, tag))
                : List.of();
    }

    private static List<Write> rewrite(SomeStoredBucket some) {
        long count = some.pick(1, 1, 2, 8);
        Item item = some.bucket((int) some.random.nextLong(count), count, some.oneIn(2));
        List<Limit> wanted = new ArrayList<>();
        for (String name : List.of("day", "rpm", "tpm")) {
            if (some.oneIn(2)) {
                wanted.add(some.wanted(name));
            }
        }
        BucketCreation.Lineage lineage =
                some.oneIn(3) ? new BucketCreation.Lineage(some.oneIn(2) ? "p" : null, some.oneIn(2), 5L, null) : null;
        Reconciliation.Target target =
                new Reconciliation.Target(wanted, (int) some.pick(0, 7), lineage, some.oneIn(5), false, null);
        BucketSchema schema = BucketSchema.of(item.layout());
        return List.of(Reconciliation.toTarget(item.key(), item, schema, schema.decode(item), target, some.now, 9));
    }

    private static List<Write> callLimits(SomeStoredBucket some) {
        Item item = some.bucket(0, some.pick(1, 4), some.oneIn(2));
        BucketSchema schema = BucketSchema.of(item.layout());
        List<Limit> limits = List.of(some.wanted("call"));
        return List.of(
                Reconciliation.addCallLimits(item.key(), item, schema, schema.decode(item), limits, some.now, 9));
    }

    private static List<Write> split(SomeStoredBucket some) {
        long count = some.pick(1, 2, 16);
        Item item = some.bucket((int) some.random.nextLong(count), count, some.oneIn(2));
        return ShardTransfer.split(SomeStoredBucket.KEYS, ShardTransfer.Seen.of(item), some.now, 9);
    }

    private static List<Write> merge(SomeStoredBucket some) {
        long count = some.pick(2, 4, Shares.MAX);
        Item low = some.bucket(0, count, some.oneIn(2));
        Key key = SomeStoredBucket.KEYS.bucket("e", "r", (int) (count / 2));
        Item.Builder high = Item.builder(key);
        low.attributes().forEach((name, value) -> {
            if (!name.equals(Item.PK) && !name.equals(Item.SK)) {
                high.put(name, value);
            }
        });
        high.put("rf", SomeStoredBucket.STAMP + some.pick(0, 5, -1_000));
        for (String name : List.of("rpm", "tpm")) {
            high.put("b_" + name + "_tk", some.balance(low.whole("b_" + name + "_cp", 0)));
            high.put("b_" + name + "_tc", some.pick(0, 3, (1L << 62) - 3));
        }
        return ShardTransfer.merge(ShardTransfer.Seen.of(low), ShardTransfer.Seen.of(high.build()), some.now, 9);
    }

    private static List<Write> give(SomeStoredBucket some) {
        long count = some.pick(1, 2, 16);
        Item item = some.bucket((int) some.random.nextLong(count), count, some.oneIn(2));
        ShardTransfer.Seen seen = ShardTransfer.Seen.of(item);
        BucketImage image = seen.image();
        long[] amounts = new long[image.layout().size()];
        for (int i = 0; i < amounts.length; i++) {
            long missing = image.rates().cap(i) - image.balance(i, image.rates(), some.now);
            if (i != image.layout().wcu() && missing > 0) {
                amounts[i] = some.pick(0, 1, missing, missing / 2);
            }
        }
        return List.of(ShardTransfer.give(seen, amounts, some.now, 9));
    }
}
