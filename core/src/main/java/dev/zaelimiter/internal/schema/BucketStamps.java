package dev.zaelimiter.internal.schema;

import dev.zaelimiter.Access;
import dev.zaelimiter.Limit;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Verb;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a bucket carries of its entity's and resource's switches, for processes of the Python system, which take a warm
 * bucket's word. A bypass is a lease there: it ends unless somebody renews it from what is stored.
 */
public final class BucketStamps {

    private static final String DISABLED = "disabled";
    private static final String BYPASS = "bypass";

    /** How long a bypass holds, as there: this, or up to a fifth less, so that not all end at the same time. */
    private static final long LEASE_MILLIS = 60_000;

    private static final String SOFT = "_soft";

    private BucketStamps() {}

    private static AttributeValue lease(long now, RandomGenerator random) {
        return AttributeValue.of(now + LEASE_MILLIS - random.nextLong(LEASE_MILLIS / 5));
    }

    /**
     * What a new bucket carries.
     *
     * @param soft the limits that only count
     * @param access what holds for it
     * @param now milliseconds since the epoch
     * @param random spreads the ends of leases
     * @return attributes
     */
    public static Map<String, AttributeValue> ofNew(
            Collection<String> soft, Access access, long now, RandomGenerator random) {
        Map<String, AttributeValue> stamps = new TreeMap<>();
        soft.forEach(limit -> stamps.put("b_" + limit + SOFT, lease(now, random)));
        if (access == Access.BYPASS) {
            stamps.put(BYPASS, lease(now, random));
        }
        return stamps;
    }

    /**
     * Tells a bucket which of its limits only count.
     *
     * @param bucket its key
     * @param limits the limits to tell of; those that it does not have are given no stamp
     * @param now milliseconds since the epoch
     * @param random spreads the ends of leases
     * @return an update that is refused if the bucket has gone
     */
    public static Write tellSoft(Key bucket, Collection<Limit> limits, long now, RandomGenerator random) {
        List<WriteShape.Action> actions = limits.stream()
                .map(limit -> new Stamp("b_" + limit.name() + SOFT, limit.soft(), lease(now, random)).action())
                .toList();
        return Write.of(WriteShape.update(Condition.itemExists(), actions), bucket);
    }

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
     * @param ifUntold whether to leave a bucket that knows already
     * @return an update that is refused if the bucket has gone, or knows already
     */
    public static Write tell(Key bucket, Access access, long now, RandomGenerator random, boolean ifUntold) {
        Stamp disabled = new Stamp(DISABLED, access == Access.DISABLED, AttributeValue.of(true));
        Stamp bypass = new Stamp(BYPASS, access == Access.BYPASS, lease(now, random));
        Condition there = Condition.itemExists();
        return Write.of(
                WriteShape.update(
                        ifUntold
                                ? new Condition.And(
                                        List.of(there, new Condition.Or(List.of(disabled.missing(), bypass.missing()))))
                                : there,
                        List.of(disabled.action(), bypass.action())),
                bucket);
    }

    /** One attribute, and whether it is to be there. */
    private record Stamp(String attribute, boolean wanted, AttributeValue value) {

        WriteShape.Action action() {
            return wanted
                    ? new WriteShape.Action(Verb.SET, attribute, new Operand.Constant(value))
                    : new WriteShape.Action(Verb.REMOVE, attribute, null);
        }

        /** Holds where the bucket was not told yet. */
        Condition missing() {
            return wanted ? new Condition.NotExists(attribute) : new Condition.Exists(attribute);
        }
    }
}
