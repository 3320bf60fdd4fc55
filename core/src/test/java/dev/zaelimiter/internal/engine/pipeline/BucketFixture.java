package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimiterListener.BucketWrite.Kind;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.schema.BucketSchema;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Buckets, what is asked of them, and writes to them, for tests of what decides. */
final class BucketFixture {

    static final long NOW = 1_704_067_200_000L;

    private BucketFixture() {}

    /** An item of a bucket that holds whole tokens of some limits, as of {@link #NOW}. */
    static Item item(List<Limit> limits, Map<String, Long> tokens) {
        return item(0, 1, limits, tokens, item -> {});
    }

    /** The same of one of several shards, with something added. */
    static Item item(int shard, long count, List<Limit> limits, Map<String, Long> tokens, Consumer<Item.Builder> more) {
        Item.Builder item = Item.builder(EngineFixture.KEYS.bucket("e", "r", shard))
                .put("entity_id", "e")
                .put("resource", "r")
                .put("rf", NOW)
                .put("shard_count", count)
                .put("GSI2PK", "ns/RESOURCE#r")
                .put("GSI2SK", "BUCKET#e#" + shard);
        for (Limit limit : limits) {
            String prefix = "b_" + limit.name() + "_";
            item.put(prefix + "tk", tokens.getOrDefault(limit.name(), 0L) * BucketMath.MILLI)
                    .put(prefix + "cp", limit.capacity() * BucketMath.MILLI)
                    .put(prefix + "ra", limit.refillAmount() * BucketMath.MILLI)
                    .put(prefix + "rp", limit.refillPeriod().toMillis())
                    .put(prefix + "tc", 0);
        }
        more.accept(item);
        return item.build();
    }

    static BucketImage image(Item item) {
        return BucketSchema.of(item.layout()).decode(item);
    }

    /** A look at an item just now, or at a place where there is none. */
    static BucketSnapshot seen(@Nullable Item item) {
        Background background = Background.NONE.seen(true);
        if (item == null) {
            return new BucketSnapshot(null, null, null, null, 0, 0, background);
        }
        BucketSchema schema = BucketSchema.of(item.layout());
        BucketImage image = schema.decode(item);
        return new BucketSnapshot(item, schema, image, image, 0, 0, background);
    }

    static Gains gains(BucketImage image) {
        return Gains.of(image, image.rates(), NOW, null);
    }

    static Batch batch(BucketImage image) {
        return new Batch(image, gains(image), CorrectionSum.NONE, CorrectionSum.NONE);
    }

    /** A write of a batch that was sent first at nanosecond 0. */
    static InFlightWrite flight(Kind kind, Batch batch, long wid) {
        Write write = Write.of(WriteShape.check(Condition.itemExists()), EngineFixture.KEYS.bucket("e", "r", 0));
        return new InFlightWrite(kind, batch, wid, write, null, 0, 0, false, 1);
    }

    /** A write of a bucket of one limit. */
    static InFlightWrite flight() {
        return flight(Kind.CONSUME, batch(image(item(List.of(Limit.perMinute("rpm", 10)), Map.of("rpm", 10L)))), 1);
    }

    static CorrectionSum adjustment(String limit, long tokens) {
        CorrectionSum sum = new CorrectionSum();
        sum.add(limit, tokens * BucketMath.MILLI);
        sum.count(() -> {}, 0);
        return sum;
    }

    static Asked ask(String limit, long tokens) {
        return new Asked(TakeRequest.of(
                AcquireRequest.entity("e").resource("r").take(limit, tokens).build()));
    }

    /** A demand that notes how it ended. */
    static final class Asked extends Demand {

        @Nullable
        Outcome ended;

        Asked(TakeRequest take) {
            super(take, 0, false);
        }

        @Override
        public void completed(Outcome outcome, Outbox out) {
            ended = outcome;
        }

        @Override
        public long deadlineNanos() {
            return Long.MAX_VALUE;
        }
    }
}
