package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.ChangeRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is done about a batch, one step after another: usage, dead letters, the archive, the buckets. Safe for use by
 * many threads.
 *
 * @param usage adds to usage
 * @param letters keeps what can't be counted
 * @param archiving archives what expired; null where nothing is archived
 * @param buckets looks after the buckets
 * @param settings how it behaves
 */
record BatchSteps(
        UsageCounting usage,
        LetterBox letters,
        @Nullable Archiving archiving,
        Buckets buckets,
        AggregatorSettings settings) {

    /** Does it all; what fails stands in the tally. */
    CompletableFuture<Void> carryOut(StreamBatch batch, Aggregation said, Tally tally) {
        List<DeadLetter> poison = new ArrayList<>(said.deadLetters());
        List<Supplier<CompletableFuture<Void>>> sums = new ArrayList<>();
        for (UsageGroup group : said.groups()) {
            for (UsageIncrement increment : group.increments(batch.streamShard(), settings.windows())) {
                sums.add(() -> usage.count(increment, tally, given -> {
                    synchronized (poison) {
                        poison.addAll(letters(batch, given));
                    }
                }));
            }
        }
        return InFlight.run(sums, settings.inFlight())
                .thenCompose(counted -> letters.keep(poison, tally))
                .thenCompose(kept -> archiving == null
                        ? CompletableFuture.<Void>completedFuture(null)
                        : archiving.archive(batch.streamShard(), said.expired(), tally))
                .thenCompose(archived -> InFlight.run(buckets.care(said, settings, tally), settings.inFlight()));
    }

    /** The changes of what an item did not take. */
    private static List<DeadLetter> letters(StreamBatch batch, UsageCounting.Poison given) {
        List<DeadLetter> letters = new ArrayList<>();
        for (ChangeRecord each : batch.records()) {
            boolean among = given.increment().contributions().stream()
                    .anyMatch(one -> one.sequence().equals(each.sequence()));
            if (among) {
                letters.add(new DeadLetter(
                        batch.streamShard(),
                        each,
                        given.increment().target().window().text() + " usage was not taken: " + given.reason()));
            }
        }
        return letters;
    }

    /**
     * Looks after buckets.
     *
     * @param care refills, divides and merges them
     * @param idle notes which may be made whole later
     * @param environment time
     * @param partitions whether the store's partitions take a number of writes only
     */
    record Buckets(BucketCare care, IdleMerging idle, Environment environment, boolean partitions) {

        List<Supplier<CompletableFuture<Void>>> care(Aggregation said, AggregatorSettings settings, Tally tally) {
            List<Supplier<CompletableFuture<Void>>> tasks = new ArrayList<>();
            for (BucketActivity bucket : said.buckets()) {
                idle.note(bucket);
                BucketPlan plan = BucketPlan.of(bucket, settings, partitions, environment.wallMillis());
                if (!plan.steps().isEmpty()) {
                    tasks.add(() -> care.carryOut(bucket, plan, tally));
                }
            }
            return tasks;
        }
    }
}
