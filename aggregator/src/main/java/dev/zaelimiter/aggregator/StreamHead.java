package dev.zaelimiter.aggregator;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What pollers know of a table's stream as a whole: an item, written when the first of them comes, and when the table
 * has another stream.
 *
 * @param newest the stream that takes changes
 * @param sinceMillis what was changed before that is not counted; 0 if all is
 */
record StreamHead(String newest, long sinceMillis) {

    private static final Key KEY = Key.of(StreamLease.PARTITION, "#STREAM");
    private static final String NEWEST = "newest";
    private static final String SINCE = "since";

    /**
     * What was found.
     *
     * @param head as it is now
     * @param another whether the table has another stream than was noted before. Rather told twice than not at all
     */
    record Found(StreamHead head, boolean another) {}

    /**
     * Looks, and notes what is new.
     *
     * @param newest the stream that takes changes
     * @param sinceMillis from when on to count, should this be the first poller of the table
     */
    static CompletableFuture<Found> note(ItemStore store, Attempts attempts, String newest, long sinceMillis) {
        return attempts.make(() -> store.get(KEY)).thenCompose(item -> {
            String known = item == null ? null : item.text(NEWEST);
            if (item != null && newest.equals(known)) {
                return CompletableFuture.completedFuture(new Found(of(item, newest), false));
            }
            return attempts.make(() -> store.write(write(known, newest, sinceMillis)))
                    .thenApply(result -> {
                        Item now = result instanceof WriteResult.Written written
                                ? written.after()
                                : ((WriteResult.Refused) result).current();
                        return new Found(
                                now == null ? new StreamHead(newest, sinceMillis) : of(now, newest), known != null);
                    });
        });
    }

    private static StreamHead of(Item item, String newest) {
        String known = item.text(NEWEST);
        return new StreamHead(known == null ? newest : known, item.whole(SINCE, 0));
    }

    private static Write write(@Nullable String known, String newest, long sinceMillis) {
        List<WriteShape.Action> actions = new ArrayList<>();
        actions.add(
                new WriteShape.Action(WriteShape.Verb.SET, NEWEST, new Operand.Constant(AttributeValue.of(newest))));
        if (known == null && sinceMillis > 0) {
            actions.add(new WriteShape.Action(
                    WriteShape.Verb.SET, SINCE, new Operand.Constant(AttributeValue.of(sinceMillis))));
        }
        Condition as =
                known == null ? new Condition.NotExists(NEWEST) : Condition.equal(NEWEST, AttributeValue.of(known));
        return Write.of(WriteShape.update(as, actions), KEY);
    }
}
