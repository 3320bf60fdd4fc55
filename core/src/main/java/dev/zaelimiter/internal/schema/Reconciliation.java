package dev.zaelimiter.internal.schema;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.BucketRewrite;
import dev.zaelimiter.internal.bucket.BucketUpdate;
import dev.zaelimiter.internal.bucket.Lifetime;
import dev.zaelimiter.internal.bucket.LimitNumbers;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Brings a bucket in line with limits that were changed, added or removed: which of them stay, come and go; and with
 * its entity's record, where that names another parent. A removed limit leaves its name behind. What becomes of each
 * limit's balance is {@link BucketRewrite}'s business. Pure functions.
 */
public final class Reconciliation {

    private Reconciliation() {}

    /**
     * What a bucket should hold.
     *
     * @param limits its limits
     * @param ttlMultiplier times the slowest time to full until an unused bucket may vanish; 0 for never
     * @param lineage what its entity's record says, or null if that is not known and the bucket's own word counts
     * @param othersStay whether other limits stay. Where nothing is stored nobody knows what they are: a call of
     *     another system may have brought them; and what was deleted and is stored again goes on where it was
     * @param neverExpires whether it is given no time to live, since the clock is wrong; one that it has from others is
     *     none that has to be taken away
     * @param leaving the names of those limits that leave it; null if all do that are not wanted. One that is not
     *     stored, and never was as far as is known, a call of another system has brought
     */
    public record Target(
            List<Limit> limits,
            int ttlMultiplier,
            @Nullable Lineage lineage,
            boolean othersStay,
            boolean neverExpires,
            @Nullable Set<String> leaving) {

        /** Whatever it holds. */
        public static final Target NOTHING = new Target(List.of(), 0, null, true, false, null);

        /**
         * Limits alone.
         *
         * @param limits its limits
         * @param ttlMultiplier as above
         */
        public Target(List<Limit> limits, int ttlMultiplier) {
            this(limits, ttlMultiplier, null, false, false, null);
        }

        Set<String> names() {
            Set<String> names = new TreeSet<>();
            limits.forEach(limit -> names.add(limit.name()));
            return names;
        }

        /** Whether a limit that is not wanted is left alone. */
        boolean leaves(String name) {
            return leaving != null && !leaving.contains(name);
        }
    }

    /**
     * Whether a bucket holds what it should. Limits that came with a call are nobody's business but the call's.
     *
     * @param item the bucket's item
     * @param image the same, decoded
     * @param target what it should hold
     * @return true if nothing is to be done
     */
    public static boolean agrees(Item item, BucketImage image, Target target) {
        if (target.lineage() != null && !EntityItems.knows(item, image.cascade(), target.lineage())) {
            return false;
        }
        if (target.othersStay()) {
            return true;
        }
        List<String> callLimits = KeptNames.callLimits(item);
        Set<String> wanted = target.names();
        int governed = 0;
        for (int i = 0; i < image.layout().size(); i++) {
            String name = image.layout().name(i);
            boolean others = callLimits.contains(name) || (!wanted.contains(name) && target.leaves(name));
            governed += i == image.layout().wcu() || others ? 0 : 1;
        }
        if (governed != target.limits().size() || !endAgrees(image, target)) {
            return false;
        }
        for (Limit limit : target.limits()) {
            int i = image.layout().indexOf(limit.name());
            if (i < 0 || callLimits.contains(limit.name()) || !same(image.stored(), i, limit)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether making a bucket hold what it should takes one of its limits away, or the top of one: what that held does
     * not come back if the limit does.
     *
     * @param item the bucket's item
     * @param image the same, decoded
     * @param target what it should hold
     * @return false if each limit stays, and holds no less than before
     */
    public static boolean takesAway(Item item, BucketImage image, Target target) {
        Set<String> wanted = target.names();
        Set<String> callLimits = new TreeSet<>(KeptNames.callLimits(item));
        callLimits.removeAll(wanted);
        Set<String> staying = staying(image, target, wanted, callLimits);
        for (int i = 0; i < image.layout().size() && !target.othersStay(); i++) {
            String name = image.layout().name(i);
            if (i != image.layout().wcu() && !wanted.contains(name) && !staying.contains(name)) {
                return true;
            }
        }
        for (Limit limit : target.limits()) {
            int i = image.layout().indexOf(limit.name());
            if (i >= 0 && LimitConversion.numbers(limit).cap() < image.stored().cap(i)) {
                return true;
            }
        }
        return false;
    }

    /** A bucket whose end can't be told has none, whatever it should have. */
    private static boolean endAgrees(BucketImage image, Target target) {
        boolean ends = image.ttl() != 0;
        return target.neverExpires() || ends == expires(image, target) || (!ends && !Lifetime.canBeTold(image));
    }

    /** If one shard vanished while others exist, it would be made anew with the whole limit. */
    private static boolean expires(BucketImage image, Target target) {
        return target.ttlMultiplier() > 0 && !target.neverExpires() && image.shardCount() <= 1;
    }

    private static boolean same(Rates rates, int i, Limit limit) {
        LimitNumbers numbers = LimitConversion.numbers(limit);
        return rates.cap(i) == numbers.cap() && rates.ra(i) == numbers.ra() && rates.rp(i) == numbers.rp();
    }

    /**
     * Renders the write that makes a bucket hold what it should.
     *
     * @param key the bucket's key
     * @param item its item
     * @param schema of the item
     * @param image the item, decoded
     * @param target what it should hold
     * @param now one reading of the clock
     * @param wid the id of this write
     * @return a pinned update
     */
    public static Write toTarget(
            Key key, Item item, BucketSchema schema, BucketImage image, Target target, long now, long wid) {
        BucketRewrite rewrite = new BucketRewrite(image, now);
        TreeMap<String, Limit> wanted = new TreeMap<>();
        target.limits().forEach(limit -> wanted.put(limit.name(), limit));
        TreeSet<String> callLimits = new TreeSet<>(KeptNames.callLimits(item));
        callLimits.removeAll(wanted.keySet());
        Set<String> staying = staying(image, target, wanted.keySet(), callLimits);
        callLimits.retainAll(staying);
        Set<String> gone = new TreeSet<>(KeptNames.removed(item));
        for (int i = 0; i < image.layout().size(); i++) {
            String name = image.layout().name(i);
            Limit limit = wanted.remove(name);
            if (limit != null || i == image.layout().wcu() || staying.contains(name) || target.othersStay()) {
                rewrite.keep(i, limit == null ? null : LimitConversion.numbers(limit));
            } else {
                rewrite.remove(i);
                gone.add(name);
            }
        }
        wanted.values().forEach(limit -> rewrite.add(limit.name(), LimitConversion.numbers(limit)));
        target.limits().forEach(limit -> gone.remove(limit.name()));
        BucketUpdate update = target.othersStay()
                ? rewrite.plan()
                : rewrite.plan(expires(image, target) ? target.ttlMultiplier() : 0);
        UpdateRenderer work = new UpdateRenderer(item, schema, image);
        work.limits(update);
        KeptNames.write(work, item, KeptNames.CALL_TIME, callLimits);
        KeptNames.write(work, item, KeptNames.GONE, gone);
        if (target.lineage() != null && !EntityItems.knows(item, image.cascade(), target.lineage())) {
            tell(work, item, target.lineage());
        }
        return write(key, work, image, update, wid);
    }

    /** The names that keep their balances though nothing is wanted of them, as far as there is room for them. */
    private static Set<String> staying(BucketImage image, Target target, Set<String> wanted, Set<String> callLimits) {
        TreeSet<String> staying = new TreeSet<>(callLimits);
        for (int i = 0; i < image.layout().size(); i++) {
            String name = image.layout().name(i);
            if (!wanted.contains(name) && i != image.layout().wcu() && target.leaves(name)) {
                staying.add(name);
            }
        }
        // What is stored has room before what came with a call.
        while (staying.size() + wanted.size() >= BucketLayout.MAX_LIMITS) {
            staying.remove(staying.last());
        }
        return staying;
    }

    /** Tells the bucket what its entity's record says. Pinned on what it knew. */
    private static void tell(UpdateRenderer work, Item item, Lineage record) {
        EntityItems.TOLD.forEach(work::pin);
        tell(work, item, BucketSchema.CASCADE, AttributeValue.of(record.cascade()));
        tell(work, item, BucketSchema.PARENT, record.parent() == null ? null : AttributeValue.of(record.parent()));
        Long generation = record.generation();
        tell(work, item, EntityItems.GENERATION, generation == null ? null : AttributeValue.of(generation));
        String incarnation = record.incarnation();
        tell(work, item, EntityItems.INCARNATION, incarnation == null ? null : AttributeValue.of(incarnation));
    }

    private static void tell(UpdateRenderer work, Item item, String attribute, @Nullable AttributeValue value) {
        if (value != null) {
            work.emitter().set(attribute, value);
        } else if (item.has(attribute)) {
            work.emitter().remove(attribute);
        }
    }

    private static Write write(Key key, UpdateRenderer work, BucketImage image, BucketUpdate update, long wid) {
        work.timeToLive(update);
        work.pinShard();
        Emitter emitter = work.emitter();
        emitter.set(BucketSchema.STAMP, update.stamp());
        Pins.takenBack(emitter, image, update.takenBack());
        emitter.set(BucketSchema.WID, wid);
        emitter.set(BucketSchema.LIMITS_CHANGED, wid);
        return work.update(key);
    }

    /**
     * What a bucket will hold once it is brought in line, for somebody who only looks.
     *
     * @param key the bucket's key
     * @param item its item
     * @param schema of the item
     * @param image the item, decoded
     * @param target what it should hold
     * @param now one reading of the clock
     * @return the item as {@link #toTarget} would leave it
     */
    public static Item preview(Key key, Item item, BucketSchema schema, BucketImage image, Target target, long now) {
        Write write = toTarget(key, item, schema, image, target, now, image.wid());
        Item.Builder after = item.toBuilder();
        for (WriteShape.Action action : write.shape().actions()) {
            AttributeValue value = action.operand() instanceof Operand.Constant constant ? constant.value() : null;
            if (value == null) {
                after.remove(action.attribute());
            } else if (action.verb() == WriteShape.Verb.ADD && value instanceof AttributeValue.Whole more) {
                after.put(action.attribute(), BucketMath.plus(item.whole(action.attribute(), 0), more.value()));
            } else {
                after.put(action.attribute(), value);
            }
        }
        return after.build();
    }

    /**
     * Renders the write that adds limits which came with a call, and leaves everything else.
     *
     * @param key the bucket's key
     * @param item its item
     * @param schema of the item
     * @param image the item, decoded
     * @param limits limits that the bucket lacks
     * @param now one reading of the clock
     * @param wid the id of this write
     * @return a pinned update
     */
    public static Write addCallLimits(
            Key key, Item item, BucketSchema schema, BucketImage image, List<Limit> limits, long now, long wid) {
        BucketRewrite rewrite = new BucketRewrite(image, now);
        for (int i = 0; i < image.layout().size(); i++) {
            rewrite.keep(i, null);
        }
        Set<String> callLimits = new TreeSet<>(KeptNames.callLimits(item));
        for (Limit limit : limits) {
            rewrite.add(limit.name(), LimitConversion.numbers(limit));
            callLimits.add(limit.name());
        }
        BucketUpdate update = rewrite.plan();
        UpdateRenderer work = new UpdateRenderer(item, schema, image);
        work.limits(update);
        KeptNames.write(work, item, KeptNames.CALL_TIME, callLimits);
        return write(key, work, image, update, wid);
    }
}
