package dev.zaelimiter.internal.schema;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BatchTotals;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.bucket.Lifetime;
import dev.zaelimiter.internal.bucket.LimitNumbers;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A bucket that does not exist yet: full, and how it is put with its first demands taken off. */
public final class BucketCreation {

    /** Write units per second that one partition takes, in millitokens: the capacity of {@code wcu}. */
    public static final long WCU_CAPACITY_MILLI = 1_000_000;

    /** The refill period of {@code wcu}. */
    public static final long WCU_PERIOD_MILLIS = 1000;

    private static final WriteShape PUT_IF_ABSENT = WriteShape.put(Condition.itemAbsent());

    private BucketCreation() {}

    /**
     * What is known of the entity in addition to its limits.
     *
     * @param parent its parent, or null
     * @param cascade whether takes are charged to the parent too
     * @param generation the {@code pgen} of its record, or null if it has no record
     * @param incarnation the {@code pinc} of its record, or null if it has no record
     */
    public record Lineage(
            @Nullable String parent,
            boolean cascade,
            @Nullable Long generation,
            @Nullable String incarnation) {

        /** An entity without a record. */
        public static final Lineage NONE = new Lineage(null, false, null, null);
    }

    /**
     * A full bucket.
     *
     * @param limits what it holds
     * @param lineage of its entity
     * @param now its stamp
     * @return an image of what is to be created
     */
    public static BucketImage full(List<Limit> limits, Lineage lineage, long now) {
        String[] names = new String[limits.size() + 1];
        for (int i = 0; i < limits.size(); i++) {
            names[i] = limits.get(i).name();
        }
        names[limits.size()] = BucketLayout.WCU;
        Arrays.sort(names);
        BucketLayout layout = new BucketLayout(names);
        long[] cap = new long[names.length];
        long[] ra = new long[names.length];
        long[] rp = new long[names.length];
        for (Limit limit : limits) {
            int i = layout.indexOf(limit.name());
            LimitNumbers numbers = LimitConversion.numbers(limit);
            cap[i] = numbers.cap();
            ra[i] = numbers.ra();
            rp[i] = numbers.rp();
        }
        cap[layout.wcu()] = WCU_CAPACITY_MILLI;
        ra[layout.wcu()] = WCU_CAPACITY_MILLI;
        rp[layout.wcu()] = WCU_PERIOD_MILLIS;
        long[] none = new long[names.length];
        Arrays.fill(none, BucketImage.NO_REMAINDER);
        Rates stored = new Rates(cap, ra, rp);
        return new BucketImage(
                layout,
                cap.clone(),
                Shares.of(layout, stored, 1, 0),
                none,
                new long[names.length],
                now,
                1,
                0,
                0,
                lineage.cascade(),
                lineage.parent(),
                stored,
                0,
                null);
    }

    /**
     * Renders the put.
     *
     * @param keys of the namespace
     * @param entity whose bucket
     * @param resource on what
     * @param full from {@link #full}
     * @param lineage of the entity
     * @param by the numbers that govern the demands
     * @param totals takes only; each need fits a full bucket
     * @param ttlMultiplier times the slowest time to full until an unused bucket may vanish; 0 for never
     * @param callLimits the names of limits that came with the call
     * @param stamps from {@link BucketStamps#ofNew}; none if nobody reads them
     * @param wid the id of this set of demands
     * @return a put that is refused if there is a bucket
     */
    public static Write write(
            Keys keys,
            String entity,
            String resource,
            BucketImage full,
            Lineage lineage,
            Rates by,
            BatchTotals totals,
            int ttlMultiplier,
            List<String> callLimits,
            Map<String, AttributeValue> stamps,
            long wid) {
        Item.Builder item = named(keys, entity, resource)
                .put(BucketSchema.STAMP, full.rf())
                .put(BucketSchema.SHARD_COUNT, 1)
                .put(BucketSchema.CASCADE, lineage.cascade())
                .put(BucketSchema.WID, wid);
        stamps.forEach(item::put);
        tell(item, lineage);
        if (!callLimits.isEmpty()) {
            item.put(KeptNames.CALL_TIME, AttributeValue.Sequence.ofTexts(callLimits));
        }
        long[] after = new long[full.layout().size()];
        for (int i = 0; i < after.length; i++) {
            LimitAttributes a = new LimitAttributes(full.layout().name(i));
            after[i] = Math.min(full.tk()[i], by.cap(i)) - totals.taken(i);
            item.put(a.tk, after[i])
                    .put(a.cp, full.stored().cap(i))
                    .put(a.ra, full.stored().ra(i))
                    .put(a.rp, full.stored().rp(i))
                    .put(a.tc, totals.taken(i));
        }
        if (ttlMultiplier > 0) {
            long ttl = Lifetime.ttlSeconds(full.layout(), full.rates(), after, full.rf(), ttlMultiplier);
            if (ttl != Lifetime.NO_END) {
                item.put(BucketSchema.TTL, ttl);
            }
        }
        return Write.put(PUT_IF_ABSENT, item.build());
    }

    /** Whose bucket it is, and where the indexes find it. */
    private static Item.Builder named(Keys keys, String entity, String resource) {
        return Item.builder(keys.bucket(entity, resource, 0))
                .put(BucketSchema.ENTITY, entity)
                .put(BucketSchema.RESOURCE, resource)
                .put("GSI2PK", keys.resourcePk(resource))
                .put("GSI2SK", "BUCKET#" + entity + "#0")
                .put("GSI3PK", keys.entityPk(entity))
                .put("GSI3SK", "BUCKET#" + resource + "#0")
                .put("GSI4PK", keys.namespace())
                .put("GSI4SK", "BUCKET#" + entity + "#" + resource + "#0");
    }

    private static void tell(Item.Builder item, Lineage lineage) {
        if (lineage.parent() != null) {
            item.put(BucketSchema.PARENT, lineage.parent());
        }
        if (lineage.generation() != null) {
            item.put(BucketSchema.GENERATION, lineage.generation());
        }
        if (lineage.incarnation() != null) {
            item.put(BucketSchema.INCARNATION, lineage.incarnation());
        }
    }
}
