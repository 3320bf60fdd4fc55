package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What goes back to one of several shards and does not fit there goes on to the others: the bucket may have been
 * divided, or made whole, since it was taken. Each shard is tried at most once for each limit, so this ends; what fits
 * in none is cut where it came to last, and told. Belongs to the one who works the pipeline.
 */
final class Overflow {

    private final Engine engine;
    private final Site site;

    Overflow(Engine engine, Site site) {
        this.engine = engine;
        this.site = site;
    }

    /**
     * A shard that may have room for more of a limit, in millitokens; as far as is known, if it was not seen lately.
     */
    private record Candidate(int shard, long room, boolean sure) {}

    /** Whether the bucket lies in several shards, of which the pipeline's is one. */
    boolean divided(BucketImage image) {
        return image.shardCount() > 1 || site.shard() > 0;
    }

    /** Whether not all that goes back fits in the pipeline's shard, and there are others. */
    boolean overflows(CorrectionSum credits, BucketImage image, Gains gains) {
        boolean overflows = false;
        if (!credits.isEmpty() && divided(image)) {
            for (int k = 0; k < credits.amounts().size(); k++) {
                overflows |= credits.amounts().milli(k) > room(credits.amounts().limit(k), image, gains);
            }
        }
        return overflows;
    }

    private static long room(String limit, BucketImage image, Gains gains) {
        int i = image.layout().indexOf(limit);
        return i < 0 ? 0 : Math.max(0, BucketMath.minus(gains.by().cap(i), gains.balance(image, i)));
    }

    /**
     * Takes out of what goes back what does not fit in the pipeline's shard, as it was seen, and sends it to the
     * others.
     */
    void sendOn(CorrectionSum credits, BucketImage image, Gains gains, Outbox out) {
        if (credits.isEmpty() || !divided(image)) {
            return;
        }
        Map<Integer, CorrectionSum> parts = new TreeMap<>();
        List<Dealt> dealt = new ArrayList<>();
        credits.amounts().forEach((limit, milli) -> {
            // What came from others goes on first: else two full shards would exchange their own, a little at a time.
            long left = milli - room(limit, image, gains);
            for (TriedParts.Part part : credits.tried(limit)) {
                if (left > 0) {
                    deal(limit, new TriedParts.Part(part.shards(), Math.min(left, part.milli())), parts, dealt);
                    left -= part.milli();
                }
            }
        });
        long since = credits.sinceNanos();
        parts.forEach((shard, part) -> {
            engine.adjustmentQueued();
            part.count(engine::adjustmentSettled, since);
        });
        // After the new parts are counted: a repository that closes waits for one of them all the time.
        dealt.forEach(part -> credits.less(part.limit, part.shards, part.milli));
        parts.forEach((shard, part) -> site.sibling(shard).goesBack(part, out));
    }

    /** So much of a limit goes on, of a part that did not fit in some shards. */
    private record Dealt(String limit, int shards, long milli) {}

    private void deal(String limit, TriedParts.Part over, Map<Integer, CorrectionSum> parts, List<Dealt> dealt) {
        int tried = over.shards() | 1 << site.shard();
        List<Candidate> candidates = new ArrayList<>();
        List<? extends Sibling> all = site.all();
        for (int number = 0; number < all.size(); number++) {
            CorrectionSum already = parts.get(number);
            long lacks = all.get(number).outlook().lacks(limit);
            long room = already == null ? lacks : lacks - already.amounts().milli(limit);
            boolean sure = all.get(number).outlook().fresh();
            if ((tried & 1 << number) == 0 && (room > 0 || !sure)) {
                candidates.add(new Candidate(number, room, sure));
            } else {
                tried |= 1 << number;
            }
        }
        candidates.sort(Comparator.comparing(Candidate::sure)
                .thenComparing(Candidate::room)
                .reversed());
        long left = over.milli();
        for (Candidate candidate : candidates) {
            long part = Math.min(left, candidate.room);
            if (part > 0) {
                add(parts, candidate, limit, part, tried);
                dealt.add(new Dealt(limit, over.shards(), part));
                left -= part;
            }
        }
        if (left > 0 && !candidates.isEmpty()) {
            // By what is known it fits in none. One that was not seen lately is looked at, and the others may be asked
            // again.
            add(parts, candidates.get(candidates.size() - 1), limit, left, tried);
            dealt.add(new Dealt(limit, over.shards(), left));
        }
    }

    private static void add(
            Map<Integer, CorrectionSum> parts, Candidate candidate, String limit, long milli, int tried) {
        parts.computeIfAbsent(candidate.shard, key -> new CorrectionSum()).add(limit, milli, tried);
    }
}
