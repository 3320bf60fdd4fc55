package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Makes divided buckets whole that are idle; what fails is tried again after as long a time. Safe for use by many
 * threads.
 */
final class IdleMerging {

    private final BucketCare care;
    private final Environment environment;
    private final AggregatorSettings settings;
    private final IdleBuckets idle = new IdleBuckets();

    IdleMerging(BucketCare care, Environment environment, AggregatorSettings settings) {
        this.care = care;
        this.environment = environment;
        this.settings = settings;
    }

    /** Notes the last change of a shard. */
    void note(BucketActivity bucket) {
        idle.note(bucket);
    }

    /** Merges what is idle by now; gives how many pairs of shards were made one. */
    CompletableFuture<Integer> run(OnceLog once) {
        long now = environment.wallMillis();
        AtomicInteger merged = new AtomicInteger();
        List<Supplier<CompletableFuture<?>>> tasks = new ArrayList<>();
        for (IdleBuckets.Idle bucket : idle.takeDue(now, settings.mergeAfter().toMillis())) {
            tasks.add(() -> {
                Tally tally = new Tally();
                return care.mergeAll(bucket.first(), tally).thenAccept(inDebt -> {
                    merged.addAndGet(tally.outcome(0, 0, 0).divisions());
                    if (!tally.failures().isEmpty()) {
                        once.failures(tally.failures());
                        idle.again(bucket, now);
                    } else if (inDebt) {
                        idle.later(bucket, now);
                    }
                });
            });
        }
        return InFlight.run(tasks, settings.inFlight()).thenApply(done -> merged.get());
    }
}
