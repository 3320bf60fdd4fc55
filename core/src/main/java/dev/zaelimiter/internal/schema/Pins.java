package dev.zaelimiter.internal.schema;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Counters;
import dev.zaelimiter.internal.bucket.TakenBack;
import dev.zaelimiter.store.Condition.Op;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What every write to a bucket says of a limit, or of its stamp, in the same words: for {@link BucketWriter} and
 * {@link UpdateRenderer}.
 */
final class Pins {

    private Pins() {}

    /** The numbers of a limit are as they were seen. */
    static void rates(Emitter emitter, BucketSchema schema, BucketImage image, int i) {
        LimitAttributes a = schema.attributes(i);
        // The ceiling of an old item lies in bx, and its cp says nothing.
        emitter.compare(schema.hasBurst(i) ? a.bx : a.cp, Op.EQ, image.stored().cap(i));
        emitter.compare(a.ra, Op.EQ, image.stored().ra(i));
        emitter.compare(a.rp, Op.EQ, image.stored().rp(i));
    }

    /** The remainder of a limit is as it was seen. */
    static void remainder(Emitter emitter, BucketSchema schema, BucketImage image, int i) {
        LimitAttributes a = schema.attributes(i);
        if (schema.hasRemainder(i)) {
            emitter.compare(a.rm, Op.EQ, image.rm()[i]);
        } else {
            emitter.absent(a.rm);
        }
    }

    /** Adds to a counter; one that starts anew does so once, whoever else may see it there. */
    static void count(Emitter emitter, BucketSchema schema, BucketImage image, int i, long consumed) {
        String tc = schema.attributes(i).tc;
        long step = Counters.step(image.tc()[i], consumed);
        if (startsAnew(schema, image, i, consumed)) {
            emitter.compare(tc, Op.GE, -step);
        }
        emitter.add(tc, step);
    }

    /** Whether a counter starts anew by what is consumed. */
    static boolean startsAnew(BucketSchema schema, BucketImage image, int i, long consumed) {
        return Counters.step(image.tc()[i], consumed) != consumed && schema.hasCounter(i);
    }

    /** What must not be refilled a second time, where it has changed. The stamp pins it. */
    static void takenBack(Emitter emitter, BucketImage image, @Nullable TakenBack after) {
        if (Objects.equals(after, image.takenBack())) {
            return;
        }
        if (after != null) {
            emitter.set(BucketSchema.LONGEST_GAP, after.longest());
            emitter.set(BucketSchema.TAKEN_BACK_MILLIS, after.millis());
        } else {
            emitter.remove(BucketSchema.LONGEST_GAP);
            emitter.remove(BucketSchema.TAKEN_BACK_MILLIS);
        }
    }
}
