package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.schema.UsageMark;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Archives expired records of changes, each once. What a shard of the stream has archived is marked in the store, after the
 * objects are there: who begins anew behind the mark makes an object of the same name, finds it there, and goes on after the
 * last record in it.
 */
final class Archiving {

    private static final String UP_TO = "archived_up_to";

    /** Longer than any stream keeps changes. */
    private static final long KEPT_SECONDS = TimeUnit.DAYS.toSeconds(7);

    /** Each object that is there already ends later than the one before. */
    private static final int MOST_OBJECTS = 1000;

    private final ItemStore store;
    private final Environment environment;
    private final Attempts attempts;
    private final ArchiveSink sink;

    Archiving(ItemStore store, Environment environment, ArchiveSink sink) {
        this.store = store;
        this.environment = environment;
        this.attempts = new Attempts(environment);
        this.sink = sink;
    }

    static Key key(String streamShard) {
        return Key.of("_/SYSTEM#", "#ARCHIVED#" + streamShard);
    }

    /** Archives the records of a batch; done when they are archived, or it is noted that they are not. */
    CompletableFuture<Void> archive(String streamShard, List<ChangeRecord> expired, Tally tally) {
        if (expired.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        BigInteger last = expired.get(expired.size() - 1).sequence();
        CompletableFuture<Void> all = attempts.make(() -> store.get(key(streamShard)))
                .thenCompose(mark -> parts(streamShard, after(mark, expired), tally))
                .thenCompose(stored -> attempts.make(() -> store.write(mark(streamShard, last))))
                .thenApply(marked -> null);
        Futures.whenDone(all, (nothing, failure) -> {
            if (failure != null) {
                tally.failed("archiving", failure, expired.get(0).sequence());
            }
            done.complete(null);
        });
        return done;
    }

    private static List<ChangeRecord> after(Item mark, List<ChangeRecord> expired) {
        String upTo = mark == null ? null : mark.text(UP_TO);
        return upTo == null
                ? expired
                : expired.stream()
                        .filter(each -> UsageMark.text(each.sequence()).compareTo(upTo) > 0)
                        .toList();
    }

    private CompletableFuture<Void> parts(String streamShard, List<ChangeRecord> fresh, Tally tally) {
        CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
        for (AuditArchive.Part part : AuditArchive.parts(fresh)) {
            all = all.thenCompose(before -> store(streamShard, part, MOST_OBJECTS, tally));
        }
        return all;
    }

    private CompletableFuture<Void> store(String streamShard, AuditArchive.Part part, int most, Tally tally) {
        if (part.records().isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        if (most == 0) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException("the archive already has objects of " + part + ", without an end"));
        }
        ArchiveObject object = part.object(streamShard);
        return attempts.make(() -> sink.storeIfAbsent(object)).thenCompose(there -> {
            if (there.isEmpty()) {
                tally.archived(object.events());
                return CompletableFuture.completedFuture(null);
            }
            return store(streamShard, part.after(there.get()), most - 1, tally);
        });
    }

    private Write mark(String streamShard, BigInteger last) {
        Operand text = new Operand.Constant(AttributeValue.of(UsageMark.text(last)));
        long ttl = environment.wallMillis() / 1000 + KEPT_SECONDS;
        return Write.of(
                WriteShape.update(
                        new Condition.Or(List.of(
                                new Condition.NotExists(UP_TO), new Condition.Compare(UP_TO, Condition.Op.LT, text))),
                        List.of(
                                new WriteShape.Action(WriteShape.Verb.SET, UP_TO, text),
                                new WriteShape.Action(
                                        WriteShape.Verb.SET, Item.TTL, new Operand.Constant(AttributeValue.of(ttl))))),
                key(streamShard));
    }
}
