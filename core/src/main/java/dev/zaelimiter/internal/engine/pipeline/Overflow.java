package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What goes back to one of several shards and does not fit there goes on to the others: the bucket may have been divided, or
 * made whole, since it was taken. Each shard is tried at most once for each limit, so this ends; what fits in none is cut where
 * it came to last, and told. Belongs to the one who works the pipeline.
 */
final class Overflow {

    private final Engine engine;
    private final Site site;

    Overflow(Engine engine, Site site) {
        this.engine = engine;
        this.site = site;
    }

    /** A shard that may have room for more of a limit, in millitokens; as far as is known, if it was not seen lately. */
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
        return i < 0 ? 0 : Math.max(0, gains.by().cap(i) - gains.balance(image, i));
    }

    /** Takes out of what goes back what does not fit in the pipeline's shard, as it was seen, and sends it to the others. */
    void sendOn(CorrectionSum credits, BucketImage image, Gains gains, Outbox out) {
        if (credits.isEmpty() || !divided(image)) {
            return;
        }
        Map<Integer, CorrectionSum> parts = new TreeMap<>();
        credits.amounts().forEach((limit, milli) -> {
            long room = room(limit, image, gains);
            if (milli > room) {
                deal(limit, milli - room, credits, parts);
            }
        });
        long since = credits.sinceNanos();
        parts.forEach((shard, part) -> {
            engine.adjustmentQueued();
            part.count(engine::adjustmentSettled, since);
            // After the new part is counted: a repository that closes waits for one of them all the time.
            part.amounts().forEach(credits::less);
            site.sibling(shard).goesBack(part, out);
        });
    }

    private void deal(String limit, long over, CorrectionSum credits, Map<Integer, CorrectionSum> parts) {
        int tried = credits.tried(limit) | 1 << site.shard();
        List<Candidate> candidates = new ArrayList<>();
        List<? extends Sibling> all = site.all();
        for (int number = 0; number < all.size(); number++) {
            long room = all.get(number).outlook().lacks(limit);
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
        long left = over;
        for (Candidate candidate : candidates) {
            long part = Math.min(left, candidate.room);
            if (part > 0) {
                add(parts, candidate, limit, part, tried);
                left -= part;
            }
        }
        if (left > 0 && !candidates.isEmpty()) {
            // By what is known it fits in none. One that was not seen lately is looked at, and the others may be asked
            // again.
            add(parts, candidates.get(candidates.size() - 1), limit, left, tried);
        }
    }

    private static void add(
            Map<Integer, CorrectionSum> parts, Candidate candidate, String limit, long milli, int tried) {
        CorrectionSum part = parts.computeIfAbsent(candidate.shard, key -> new CorrectionSum());
        part.add(limit, milli);
        part.tried(limit, tried);
    }
}
