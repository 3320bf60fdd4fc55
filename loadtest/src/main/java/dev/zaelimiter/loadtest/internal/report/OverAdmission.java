package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.admin.capacity.LimitView;
import dev.zaelimiter.loadtest.internal.consumed.BucketLine;
import dev.zaelimiter.loadtest.internal.consumed.Consumed;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was taken of a limit, beside what it allows.
 *
 * @param entity whose
 * @param resource on what
 * @param limit its name
 * @param shards into how many its bucket is divided
 * @param consumed tokens that the store has counted in the run
 * @param taken tokens that the workers have counted; those of a dead worker are missing, and children's are with the
 *     children
 * @param allowed what the limit could give in that time at most: all of it, and what came back
 * @param settledUp what settlements added to estimates: that may go beyond
 */
public record OverAdmission(
        String entity,
        String resource,
        String limit,
        long shards,
        long consumed,
        long taken,
        long allowed,
        long settledUp) {

    /** Tokens that were given and should not have been. */
    public long excess() {
        return Math.max(0, consumed - allowed - settledUp);
    }

    /** A limit of a bucket, to find its lines by. */
    private record Place(
            @Nullable String entity,
            @Nullable String resource,
            @Nullable String limit) {

        static Place of(BucketLine line) {
            return new Place(line.entity(), line.resource(), line.limit());
        }
    }

    static List<OverAdmission> of(RunFolder folder) {
        Map<Place, BucketLine> before = new HashMap<>();
        folder.before().forEach(line -> before.put(Place.of(line), line));
        long began = began(folder);
        Map<Place, long[]> taken = new HashMap<>();
        for (WorkerFiles worker : folder.workers()) {
            for (TakenLine line : worker.taken()) {
                long[] sums = taken.computeIfAbsent(
                        new Place(line.entity(), line.resource(), line.limit()), unused -> new long[2]);
                sums[0] += line.taken();
                sums[1] += line.settledUp();
            }
        }
        boolean cut = isCut(folder.before());
        List<OverAdmission> all = new ArrayList<>();
        for (BucketLine after : folder.after()) {
            BucketLine earlier = before.get(Place.of(after));
            if (earlier == null && cut) {
                // Nobody knows whether it is new, or what it had consumed before.
                continue;
            }
            long[] own = taken.get(Place.of(after));
            long[] sums = own == null ? new long[] {0, ofChildren(taken, after)} : own;
            all.add(new OverAdmission(
                    after.entity(),
                    after.resource(),
                    after.limit(),
                    after.shards(),
                    LimitView.consumedBetween(earlier == null ? 0 : earlier.consumed(), after.consumed()),
                    sums[0],
                    allowed(after, after.atMillis() - (earlier == null ? began : earlier.atMillis())),
                    sums[1]));
        }
        return all;
    }

    /**
     * What settlements may have added to a limit that no worker has asked for itself: that is a parent, and is charged
     * what its children settle.
     */
    private static long ofChildren(Map<Place, long[]> taken, BucketLine parent) {
        return taken.entrySet().stream()
                .filter(each -> parent.resource().equals(each.getKey().resource)
                        && parent.limit().equals(each.getKey().limit))
                .mapToLong(each -> each.getValue()[1])
                .sum();
    }

    /** Whether there were more buckets than were looked at. */
    static boolean isCut(List<BucketLine> lines) {
        return lines.stream()
                        .map(line -> new Place(line.entity(), line.resource(), null))
                        .distinct()
                        .count()
                >= Consumed.MOST_BUCKETS;
    }

    /** A bucket that nobody saw before was made in the run, and full then. */
    private static long began(RunFolder folder) {
        if (!folder.before().isEmpty()) {
            return folder.before().get(0).atMillis();
        } else if (folder.plan().startAtMillis() > 0) {
            return folder.plan().startAtMillis();
        }
        return folder.workers().stream()
                .filter(worker -> !worker.counts().isEmpty())
                .mapToLong(worker -> worker.counts().get(0).atMillis() + worker.clockOffsetMillis())
                .min()
                .orElse(0);
    }

    private static long allowed(BucketLine bucket, long millis) {
        if (bucket.periodMillis() == 0) {
            return bucket.capacity();
        }
        BigInteger refilled = BigInteger.valueOf(bucket.refill())
                .multiply(BigInteger.valueOf(Math.max(0, millis)))
                .add(BigInteger.valueOf(bucket.periodMillis() - 1))
                .divide(BigInteger.valueOf(bucket.periodMillis()));
        return refilled.add(BigInteger.valueOf(bucket.capacity()))
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .longValue();
    }
}
