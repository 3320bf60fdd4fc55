package dev.zaelimiter.internal.schema;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Plan;
import dev.zaelimiter.internal.bucket.TakenBack;
import dev.zaelimiter.store.Condition.Op;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.Objects;

/**
 * Turns a plan into a prepared write.
 *
 * <p>One walk over the plan names each condition and action together with its number. It is done once to build the
 * shape, and again for each write to collect the numbers, so that the two can't drift apart. Which steps the walk takes
 * depends on the {@link BucketShapes.Key} alone.
 */
public final class BucketWriter {

    private final Key key;
    private final BucketSchema schema;
    private final BucketImage image;

    private BucketWriter(Key key, BucketSchema schema, BucketImage image) {
        this.key = key;
        this.schema = schema;
        this.image = image;
    }

    /**
     * What a write carries in addition to its plan.
     *
     * @param wid the id of its set of demands, not 0
     * @param resend whether the same set may have been written already: refuse it then
     * @param pinWid whether nobody may have written since the image was seen
     */
    public record Tag(long wid, boolean resend, boolean pinWid) {}

    /**
     * Renders a move.
     *
     * @param key the bucket's key
     * @param schema of the image's item
     * @param image what was planned on
     * @param plan the plan
     * @param tag what else the write carries
     * @return the write
     */
    public static Write write(Key key, BucketSchema schema, BucketImage image, Plan.Move plan, Tag tag) {
        BucketWriter writer = new BucketWriter(key, schema, image);
        int moved = 0;
        int floors = 0;
        int ceilings = 0;
        for (int i = 0; i < plan.delta().length; i++) {
            moved |= plan.consumed()[i] != 0 || i == image.layout().wcu() ? 1 << i : 0;
            floors |= plan.floor()[i] != Plan.NO_FLOOR ? 1 << i : 0;
            ceilings |= plan.ceiling()[i] != Plan.NO_CEILING ? 1 << i : 0;
        }
        int flags = writer.flags(tag, plan.ttl()) | (plan.stampFloor() != Plan.NO_FLOOR ? 8 : 0);
        BucketShapes.Key shape =
                new BucketShapes.Key('m', moved, floors, ceilings, 0, 0, writer.turned(moved, plan.consumed()), flags);
        return writer.render(shape, plan, tag);
    }

    /**
     * Renders a refill.
     *
     * @param key the bucket's key
     * @param schema of the image's item
     * @param image what was planned on
     * @param plan the plan
     * @param tag what else the write carries
     * @return the write
     */
    public static Write write(Key key, BucketSchema schema, BucketImage image, Plan.Refill plan, Tag tag) {
        BucketWriter writer = new BucketWriter(key, schema, image);
        int consumed = 0;
        int floors = 0;
        int ceilings = 0;
        int remainders = 0;
        for (int i = 0; i < plan.amount().length; i++) {
            consumed |= plan.consumed()[i] != 0 || i == image.layout().wcu() ? 1 << i : 0;
            floors |= plan.floor()[i] != Plan.NO_FLOOR ? 1 << i : 0;
            ceilings |= plan.ceiling()[i] != Plan.NO_CEILING ? 1 << i : 0;
            remainders |= plan.rm()[i] != 0 || schema.hasRemainder(i) ? 1 << i : 0;
        }
        BucketShapes.Key shape = new BucketShapes.Key(
                'r',
                consumed,
                floors,
                ceilings,
                plan.full(),
                remainders,
                writer.turned(consumed, plan.consumed()),
                writer.flags(tag, plan.ttl()) | writer.takenBack(plan.stamp()));
        return writer.render(shape, plan, tag);
    }

    /**
     * The same move for another set of demands.
     *
     * @param write of a move that leaves the time to live alone, neither a resend nor pinned
     * @param wid the id of the other set, not 0
     * @return the write
     */
    public static Write again(Write write, long wid) {
        long[] numbers = write.wholes().clone();
        numbers[numbers.length - 1] = wid;
        return Write.of(write.shape(), write.key(), numbers);
    }

    /** The counters that start anew, as bits. */
    private int turned(int counted, long[] consumed) {
        int turned = 0;
        for (int i = 0; i < consumed.length; i++) {
            boolean counts = (counted & 1 << i) != 0;
            turned |= counts && Pins.startsAnew(schema, image, i, consumed[i]) ? 1 << i : 0;
        }
        return turned;
    }

    private int flags(Tag tag, long ttl) {
        boolean pinned = tag.pinWid();
        return (tag.resend() ? 1 : 0)
                | (pinned ? 2 : 0)
                | (ttl != Plan.KEEP && ttl != Plan.NO_END ? 4 : 0)
                | (ttl == Plan.NO_END ? 32 : 0)
                | (pinned && image.wid() == 0 ? 16 : 0);
    }

    private void walk(Emitter emitter, Plan.Move plan, BucketShapes.Key shape, Tag tag) {
        emitter.compare(BucketSchema.SHARD_COUNT, Op.EQ, image.shardCount());
        for (int i = 0; i < plan.delta().length; i++) {
            if ((shape.moved() & 1 << i) != 0) {
                LimitAttributes a = schema.attributes(i);
                if (i != image.layout().wcu()) {
                    Pins.rates(emitter, schema, image, i);
                }
                bounds(emitter, i, shape, plan.floor()[i], plan.ceiling()[i]);
                emitter.add(a.tk, plan.delta()[i]);
                Pins.count(emitter, schema, image, i, plan.consumed()[i]);
            }
        }
        if ((shape.flags() & 8) != 0) {
            emitter.compare(BucketSchema.STAMP, Op.GE, plan.stampFloor());
        } else if (shape.ceilings() != 0) {
            // A bucket that was made anew, by a write that landed late, may have an earlier one, and be full by it.
            emitter.compare(BucketSchema.STAMP, Op.GE, image.rf());
        }
        finish(emitter, shape, tag, plan.ttl());
    }

    private void walk(Emitter emitter, Plan.Refill plan, BucketShapes.Key shape, Tag tag) {
        emitter.compare(BucketSchema.STAMP, Op.EQ, image.rf());
        emitter.compare(BucketSchema.SHARD_COUNT, Op.EQ, image.shardCount());
        for (int i = 0; i < plan.amount().length; i++) {
            LimitAttributes a = schema.attributes(i);
            Pins.rates(emitter, schema, image, i);
            Pins.remainder(emitter, schema, image, i);
            bounds(emitter, i, shape, plan.floor()[i], plan.ceiling()[i]);
            if ((shape.full() & 1 << i) != 0) {
                emitter.set(a.tk, plan.amount()[i]);
            } else {
                emitter.add(a.tk, plan.amount()[i]);
            }
            if ((shape.moved() & 1 << i) != 0) {
                Pins.count(emitter, schema, image, i, plan.consumed()[i]);
            }
            if ((shape.remainders() & 1 << i) != 0) {
                emitter.set(a.rm, plan.rm()[i]);
            }
        }
        emitter.set(BucketSchema.STAMP, plan.stamp());
        Pins.takenBack(emitter, image, image.takenBackAfter(plan.stamp()));
        finish(emitter, shape, tag, plan.ttl());
    }

    private void bounds(Emitter emitter, int i, BucketShapes.Key shape, long floor, long ceiling) {
        LimitAttributes a = schema.attributes(i);
        if ((shape.floors() & 1 << i) != 0) {
            emitter.compare(a.tk, Op.GE, floor);
        }
        if ((shape.ceilings() & 1 << i) != 0) {
            emitter.compare(a.tk, Op.LE, ceiling);
        }
    }

    /** Whether a refill changes what must not be refilled a second time, as flags. The stamp pins it. */
    private int takenBack(long stamp) {
        TakenBack after = image.takenBackAfter(stamp);
        if (Objects.equals(after, image.takenBack())) {
            return 0;
        }
        return after == null ? 128 : 64;
    }

    private void finish(Emitter emitter, BucketShapes.Key shape, Tag tag, long ttl) {
        if ((shape.flags() & 2) != 0) {
            if (image.wid() == 0) {
                emitter.absent(BucketSchema.WID);
            } else {
                emitter.compare(BucketSchema.WID, Op.EQ, image.wid());
            }
        }
        if ((shape.flags() & 1) != 0) {
            emitter.compare(BucketSchema.WID, Op.NE, tag.wid());
        }
        emitter.set(BucketSchema.WID, tag.wid());
        if ((shape.flags() & 4) != 0) {
            // Another process may have seen a deeper debt: a time to live never comes nearer.
            emitter.compare(BucketSchema.TTL, Op.LE, ttl);
            emitter.set(BucketSchema.TTL, ttl);
        } else if ((shape.flags() & 32) != 0) {
            // No end is later than any that another has told.
            emitter.remove(BucketSchema.TTL);
        }
    }

    private void walk(Emitter emitter, Plan plan, BucketShapes.Key shape, Tag tag) {
        if (plan instanceof Plan.Move move) {
            walk(emitter, move, shape, tag);
        } else if (plan instanceof Plan.Refill refill) {
            walk(emitter, refill, shape, tag);
        }
    }

    private Write render(BucketShapes.Key shapeKey, Plan plan, Tag tag) {
        WriteShape shape = schema.shapes().get(shapeKey);
        if (shape == null) {
            Emitter.ShapeEmitter emitter = new Emitter.ShapeEmitter();
            walk(emitter, plan, shapeKey, tag);
            shape = schema.shapes().put(shapeKey, emitter.shape());
        }
        Emitter.NumberEmitter numbers = new Emitter.NumberEmitter(shape.wholeCount());
        walk(numbers, plan, shapeKey, tag);
        return Write.of(shape, key, numbers.numbers());
    }
}
