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
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Archives expired records of changes, each once. What a shard of the stream has archived is marked in the store, after the
 * objects are there: who begins anew behind the mark makes an object of the same name, finds it there, and goes on after the
 * last record in it.
 */
final class Archiving {

    private static final String UP_TO = "archived_up_to";

    /** Of some namespaces and days more is archived: who died had a longer batch than the one that came in its place. */
    private static final String AHEAD = "archived_ahead";

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
        String last = UsageMark.text(expired.get(expired.size() - 1).sequence());
        CompletableFuture<Void> all = attempts.make(() -> store.get(key(streamShard)))
                .thenCompose(mark -> parts(streamShard, after(mark, expired), ahead(mark), tally))
                .thenCompose(ahead -> {
                    ahead.values().removeIf(upTo -> upTo.compareTo(last) <= 0);
                    return attempts.make(() -> store.write(mark(streamShard, last, ahead)));
                })
                .thenApply(marked -> null);
        Futures.whenDone(all, (nothing, failure) -> {
            if (failure != null) {
                tally.failed("archiving", failure, expired.get(0).sequence());
            }
            done.complete(null);
        });
        return done;
    }

    private static List<ChangeRecord> after(@Nullable Item mark, List<ChangeRecord> expired) {
        String upTo = mark == null ? null : mark.text(UP_TO);
        return upTo == null ? expired : after(upTo, expired);
    }

    private static List<ChangeRecord> after(String upTo, List<ChangeRecord> records) {
        return records.stream()
                .filter(each -> UsageMark.text(each.sequence()).compareTo(upTo) > 0)
                .toList();
    }

    private static Map<String, String> ahead(@Nullable Item mark) {
        Map<String, String> ahead = new TreeMap<>();
        if (mark != null && mark.get(AHEAD) instanceof AttributeValue.Mapping parts) {
            parts.values().forEach((part, upTo) -> {
                if (upTo instanceof AttributeValue.Text text) {
                    ahead.put(part, text.value());
                }
            });
        }
        return ahead;
    }

    /** Stores what is not archived, and gives how far each part is archived then, where that is known. */
    private CompletableFuture<Map<String, String>> parts(
            String streamShard, List<ChangeRecord> fresh, Map<String, String> ahead, Tally tally) {
        CompletableFuture<Map<String, String>> all = CompletableFuture.completedFuture(ahead);
        for (AuditArchive.Part part : AuditArchive.parts(fresh)) {
            String name = part.namespace() + "/" + part.day();
            String upTo = ahead.get(name);
            AuditArchive.Part rest = upTo == null
                    ? part
                    : new AuditArchive.Part(part.namespace(), part.day(), after(upTo, part.records()));
            all = all.thenCompose(before -> store(streamShard, rest, MOST_OBJECTS, tally))
                    .thenApply(furthest -> {
                        if (furthest != null) {
                            ahead.put(name, UsageMark.text(furthest));
                        }
                        return ahead;
                    });
        }
        return all;
    }

    /** Stores a part, and gives the last number that is archived of it by somebody else; null if there is none. */
    private CompletableFuture<@Nullable BigInteger> store(
            String streamShard, AuditArchive.Part part, int most, Tally tally) {
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
                return CompletableFuture.<@Nullable BigInteger>completedFuture(null);
            }
            AuditArchive.Part rest = part.after(there.get());
            return rest.records().isEmpty()
                    ? CompletableFuture.<@Nullable BigInteger>completedFuture(there.get())
                    : store(streamShard, rest, most - 1, tally);
        });
    }

    private Write mark(String streamShard, String last, Map<String, String> ahead) {
        Operand text = new Operand.Constant(AttributeValue.of(last));
        Map<String, AttributeValue> parts = new TreeMap<>();
        ahead.forEach((part, upTo) -> parts.put(part, AttributeValue.of(upTo)));
        long ttl = environment.wallMillis() / 1000 + KEPT_SECONDS;
        return Write.of(
                WriteShape.update(
                        new Condition.Or(List.of(
                                new Condition.NotExists(UP_TO), new Condition.Compare(UP_TO, Condition.Op.LT, text))),
                        List.of(
                                new WriteShape.Action(WriteShape.Verb.SET, UP_TO, text),
                                parts.isEmpty()
                                        ? new WriteShape.Action(WriteShape.Verb.REMOVE, AHEAD, null)
                                        : new WriteShape.Action(
                                                WriteShape.Verb.SET,
                                                AHEAD,
                                                new Operand.Constant(new AttributeValue.Mapping(parts))),
                                new WriteShape.Action(
                                        WriteShape.Verb.SET, Item.TTL, new Operand.Constant(AttributeValue.of(ttl))))),
                key(streamShard));
    }
}
