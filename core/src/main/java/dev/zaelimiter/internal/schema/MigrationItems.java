package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far a migration of a store has come, as an item beside the record of versions. The Python system does not look at
 * it.
 */
public final class MigrationItems {

    private static final String RUN = "run";
    private static final String TURN = "turn";
    private static final String PLACE = "place";
    private static final String LOOKED = "looked_at";
    private static final String WRITTEN = "written";
    private static final String LEFT = "left_alone";
    private static final String DONE = "done";

    private MigrationItems() {}

    /**
     * A checkpoint.
     *
     * @param run who is at work: a random text for each run
     * @param turn counts the parts that are done, over all runs
     * @param place where the next part begins; null for the first
     * @param looked how many items were looked at since the first part
     * @param written how many were changed
     * @param left how many should be changed, and may not yet
     * @param done whether nothing is left
     * @param by in whose name it runs
     */
    public record Checkpoint(
            String run,
            long turn,
            @Nullable String place,
            long looked,
            long written,
            long left,
            boolean done,
            String by) {}

    /**
     * Where the checkpoint of a migration lies.
     *
     * @param migration its id
     * @return the key
     */
    public static Key key(String migration) {
        return Key.of(VersionItems.KEY.pk(), "#MIGRATION#" + migration);
    }

    /**
     * Reads a checkpoint.
     *
     * @param item from {@link #key}
     * @return what it says
     */
    public static Checkpoint decode(Item item) {
        String place = item.text(PLACE);
        return new Checkpoint(
                Objects.requireNonNullElse(item.text(RUN), ""),
                item.whole(TURN, 0),
                place == null || place.isEmpty() ? null : place,
                item.whole(LOOKED, 0),
                item.whole(WRITTEN, 0),
                item.whole(LEFT, 0),
                AttributeValue.of(true).equals(item.get(DONE)),
                Objects.requireNonNullElse(item.text("by"), "somebody"));
    }

    /**
     * Writes a checkpoint, if that which was read is still there.
     *
     * @param migration its id
     * @param before what was read; null if there was none
     * @param after what is to be there
     * @param now milliseconds since the epoch
     * @return a put
     */
    public static Write put(String migration, @Nullable Checkpoint before, Checkpoint after, long now) {
        Condition unchanged = before == null
                ? Condition.itemAbsent()
                : new Condition.And(List.of(
                        Condition.equal(RUN, AttributeValue.of(before.run())),
                        Condition.equal(TURN, AttributeValue.of(before.turn()))));
        Item.Builder item = Item.builder(key(migration))
                .put(RUN, after.run())
                .put(TURN, after.turn())
                .put(LOOKED, after.looked())
                .put(WRITTEN, after.written())
                .put(LEFT, after.left())
                .put(DONE, after.done())
                .put("by", after.by())
                .put(
                        "updated_at",
                        Instant.ofEpochMilli(now)
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString());
        if (after.place() != null) {
            item.put(PLACE, after.place());
        }
        return Write.put(WriteShape.put(unchanged), item.build());
    }
}
