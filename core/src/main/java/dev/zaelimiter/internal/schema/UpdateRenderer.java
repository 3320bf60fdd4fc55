package dev.zaelimiter.internal.schema;

import dev.zaelimiter.internal.bucket.Bound;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketUpdate;
import dev.zaelimiter.internal.bucket.LimitNumbers;
import dev.zaelimiter.internal.bucket.LimitUpdate;
import dev.zaelimiter.internal.bucket.Plan;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import java.util.List;

/**
 * Turns the numbers of a {@link BucketUpdate} into the conditions and actions of a write, as it grows:
 * {@link Reconciliation} and {@link ShardTransfer} add what else is told. Used by one thread, once.
 */
final class UpdateRenderer {

    private final Item item;
    private final BucketSchema schema;
    private final BucketImage image;
    private final Emitter.ConstantEmitter emitter = new Emitter.ConstantEmitter();

    UpdateRenderer(Item item, BucketSchema schema, BucketImage image) {
        this.item = item;
        this.schema = schema;
        this.image = image;
    }

    /** Where conditions and actions of another kind are added. */
    Emitter.ConstantEmitter emitter() {
        return emitter;
    }

    void limits(BucketUpdate update) {
        for (LimitUpdate limit : update.limits()) {
            if (limit instanceof LimitUpdate.Kept kept) {
                keep(kept);
            } else if (limit instanceof LimitUpdate.Added added) {
                add(added);
            } else if (limit instanceof LimitUpdate.Removed removed) {
                remove(removed.index());
            }
        }
    }

    private void keep(LimitUpdate.Kept kept) {
        int i = kept.index();
        LimitAttributes a = schema.attributes(i);
        pin(i);
        for (Bound bound : kept.bounds()) {
            emitter.compare(a.tk, op(bound.kind()), bound.value());
        }
        if (kept.replaces()) {
            emitter.set(a.tk, kept.amount());
        } else {
            emitter.add(a.tk, kept.amount());
        }
        if (kept.remainder() != 0 || schema.hasRemainder(i)) {
            emitter.set(a.rm, kept.remainder());
        }
        if (kept.consumed() != 0) {
            Pins.count(emitter, schema, image, i, kept.consumed());
        }
        LimitNumbers numbers = kept.numbers();
        if (numbers != null) {
            set(a, numbers);
            if (schema.hasBurst(i)) {
                emitter.remove(a.bx);
            }
        }
    }

    /** The numbers and the remainder of a limit are as they were seen. */
    void pin(int i) {
        Pins.rates(emitter, schema, image, i);
        Pins.remainder(emitter, schema, image, i);
    }

    private static Op op(Bound.Kind kind) {
        return switch (kind) {
            case AT_LEAST -> Op.GE;
            case AT_MOST -> Op.LE;
            case BELOW -> Op.LT;
        };
    }

    private void set(LimitAttributes a, LimitNumbers numbers) {
        emitter.set(a.cp, numbers.cap());
        emitter.set(a.ra, numbers.ra());
        emitter.set(a.rp, numbers.rp());
    }

    private void add(LimitUpdate.Added added) {
        LimitAttributes a = new LimitAttributes(added.name());
        emitter.absent(a.cp);
        emitter.set(a.tk, added.balance());
        set(a, added.numbers());
        emitter.set(a.tc, item.whole(a.tc, 0));
        removeStored(List.of(a.rm, a.bx));
    }

    private void remove(int i) {
        LimitAttributes a = schema.attributes(i);
        pin(i);
        removeStored(List.of(a.tk, a.cp, a.ra, a.rp, a.rm, a.tc, a.bx));
    }

    private void removeStored(List<String> attributes) {
        for (String attribute : attributes) {
            if (item.has(attribute)) {
                emitter.remove(attribute);
            }
        }
    }

    /** The balance and the counter of a limit are exactly as they were seen. */
    void pinBalance(int i) {
        LimitAttributes a = schema.attributes(i);
        emitter.compare(a.tk, Op.EQ, image.tk()[i]);
        emitter.compare(a.tc, Op.EQ, image.tc()[i]);
    }

    /** The stamp and the count of shards are as they were seen. */
    void pinShard() {
        emitter.compare(BucketSchema.STAMP, Op.EQ, image.rf());
        emitter.compare(BucketSchema.SHARD_COUNT, Op.EQ, image.shardCount());
    }

    /** Tells the end of the bucket, and proves that each limit is full by then. */
    void timeToLive(BucketUpdate update) {
        if (update.ttl() == Plan.NO_END) {
            removeStored(List.of(BucketSchema.TTL));
        } else if (update.ttl() != Plan.KEEP) {
            for (LimitUpdate limit : update.limits()) {
                if (limit instanceof LimitUpdate.Kept kept && kept.lasting() != Plan.NO_FLOOR) {
                    emitter.compare(schema.attributes(kept.index()).tk, Op.GE, kept.lasting());
                }
            }
            emitter.set(BucketSchema.TTL, update.ttl());
        }
    }

    /** Pins an attribute on what was seen of it. */
    void pin(String attribute) {
        AttributeValue seen = item.get(attribute);
        if (seen == null) {
            emitter.absent(attribute);
        } else {
            emitter.equal(attribute, seen);
        }
    }

    /** The update that does all of this. */
    Write update(Key key) {
        return Write.of(emitter.update(), key);
    }
}
