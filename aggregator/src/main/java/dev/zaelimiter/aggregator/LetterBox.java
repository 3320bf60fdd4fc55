package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.ChangeRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Brings dead letters to where they are kept, and tells of each kind once. Safe for use by many threads. */
final class LetterBox {

    private final DeadLetters keeper;
    private final Attempts attempts;
    private final OnceLog once;
    private final int inFlight;

    LetterBox(DeadLetters keeper, Environment environment, OnceLog once, int inFlight) {
        this.keeper = keeper;
        this.attempts = new Attempts(environment);
        this.once = once;
        this.inFlight = inFlight;
    }

    /** Letters of what could not be counted for a day. */
    static List<DeadLetter> uncounted(String streamShard, List<ChangeRecord> changes) {
        Aggregation said = Aggregation.of(new StreamBatch(streamShard, changes));
        List<DeadLetter> letters = new ArrayList<>(said.deadLetters());
        for (ChangeRecord each : changes) {
            if (BucketId.isBucket(each.key())) {
                letters.add(new DeadLetter(
                        streamShard, each, "it could not be counted for a day, or not in each of its windows"));
            }
        }
        said.expired()
                .forEach(each ->
                        letters.add(new DeadLetter(streamShard, each, "it could be neither archived nor put aside")));
        return letters;
    }

    /** Keeps them; done when each is kept, or it is noted that its change must come again. */
    CompletableFuture<Void> keep(List<DeadLetter> letters, Tally tally) {
        List<Supplier<CompletableFuture<Void>>> tasks = new ArrayList<>();
        for (DeadLetter letter : letters) {
            once.deadLetter(letter);
            tasks.add(() -> keep(letter, tally));
        }
        return InFlight.run(tasks, inFlight);
    }

    private CompletableFuture<Void> keep(DeadLetter letter, Tally tally) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Futures.whenDone(attempts.make(() -> keeper.keep(letter)), (kept, failure) -> {
            if (failure == null) {
                tally.deadLetter();
            } else {
                tally.failed("keeping a dead letter", failure, letter.record().sequence());
            }
            done.complete(null);
        });
        return done;
    }
}
