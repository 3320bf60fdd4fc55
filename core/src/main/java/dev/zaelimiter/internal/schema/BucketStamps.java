package dev.zaelimiter.internal.schema;

import dev.zaelimiter.Access;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a bucket carries of its entity's and resource's switches, for processes of the Python system, which take a warm
 * bucket's word. A bypass is a lease there: it ends unless somebody renews it from what is stored.
 */
public final class BucketStamps {

    private static final String DISABLED = "disabled";
    private static final String BYPASS = "bypass";

    /** How long a bypass holds, as there: this, or up to a fifth less, so that not all end at once. */
    private static final long LEASE_MILLIS = 60_000;

    private BucketStamps() {}

    /**
     * Whose bucket an item is.
     *
     * @param entity who
     * @param resource on what
     */
    public record Place(String entity, String resource) {}

    /**
     * Reads a bucket's key.
     *
     * @param bucket a key
     * @return null if it is not that of a bucket
     */
    public static @Nullable Place place(Key bucket) {
        String[] parts = bucket.pk().split("#", -1);
        return parts.length == 4 && parts[0].endsWith("/BUCKET") ? new Place(parts[1], parts[2]) : null;
    }

    /**
     * Tells a bucket.
     *
     * @param bucket its key
     * @param access what holds for it
     * @param now milliseconds since the epoch
     * @param random spreads the ends of leases
     * @return an update that is refused if the bucket has gone
     */
    public static Write tell(Key bucket, Access access, long now, RandomGenerator random) {
        List<WriteShape.Action> actions = new ArrayList<>();
        actions.add(
                access == Access.DISABLED
                        ? set(DISABLED, AttributeValue.of(true))
                        : new WriteShape.Action(Verb.REMOVE, DISABLED, null));
        long lease = LEASE_MILLIS - random.nextLong(LEASE_MILLIS / 5);
        actions.add(
                access == Access.BYPASS
                        ? set(BYPASS, AttributeValue.of(now + lease))
                        : new WriteShape.Action(Verb.REMOVE, BYPASS, null));
        return Write.of(WriteShape.update(Condition.itemExists(), actions), bucket);
    }

    private static WriteShape.Action set(String attribute, AttributeValue value) {
        return new WriteShape.Action(Verb.SET, attribute, new Operand.Constant(value));
    }
}
