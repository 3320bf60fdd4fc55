package dev.zaelimiter.internal.schema;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.bucket.LimitNumbers;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A bucket of a kind that only the Python system follows, whose limits are now stored as ones that refill. It keeps its
 * balances; what refilled until now is nobody's, since nobody here knows how much that was. Pure.
 */
public final class TakenOver {

    private static final List<String> OF_A_LIMIT =
            List.of("sched", "rsched", "rsa", "ws", "wa", "wtc", "gc", "tu", "rn");
    private static final List<String> OF_ALL = List.of("sched", "rsched", "sched_tz");
    private static final String VALID_UNTIL = "vu";

    private TakenOver() {}

    /**
     * Renders the write.
     *
     * @param bucket as it was read
     * @param limits what is stored for it
     * @param now one reading of the clock
     * @return null if the bucket holds other limits, too: those are followed by others still
     */
    public static @Nullable Write write(Item bucket, List<Limit> limits, long now) {
        TreeMap<String, Limit> wanted = new TreeMap<>();
        limits.forEach(limit -> wanted.put(limit.name(), limit));
        Set<String> held = new TreeSet<>();
        bucket.attributes()
                .keySet()
                .forEach(name -> LimitAttributes.limitOf(name).ifPresent(held::add));
        held.remove(BucketLayout.WCU);
        long count = bucket.whole(BucketSchema.SHARD_COUNT, 0);
        if (!wanted.keySet().containsAll(held) || count < 1 || count > Shares.MAX) {
            return null;
        }
        List<Action> actions = new ArrayList<>();
        wanted.values().forEach(limit -> limit(bucket, limit, count, actions));
        OF_ALL.forEach(attribute -> remove(bucket, attribute, actions));
        actions.add(set(BucketSchema.STAMP, Math.max(now, bucket.whole(BucketSchema.STAMP, now))));
        // The original looks again, instead of going by what it knew.
        actions.add(set(VALID_UNTIL, 0));
        return Write.of(
                WriteShape.update(
                        new Condition.And(List.of(
                                Condition.itemExists(),
                                same(bucket, BucketSchema.STAMP),
                                same(bucket, BucketSchema.SHARD_COUNT),
                                same(bucket, VALID_UNTIL))),
                        actions),
                bucket.key());
    }

    private static void limit(Item bucket, Limit limit, long count, List<Action> actions) {
        LimitAttributes a = new LimitAttributes(limit.name());
        LimitNumbers numbers = LimitConversion.numbers(limit);
        if (!bucket.has(a.tk)) {
            actions.add(set(a.tk, Shares.of(numbers.cap(), count, Keys.shard(bucket.key()))));
        }
        actions.add(set(a.cp, numbers.cap()));
        actions.add(set(a.ra, numbers.ra()));
        actions.add(set(a.rp, numbers.rp()));
        OF_A_LIMIT.forEach(field -> remove(bucket, "b_" + limit.name() + "_" + field, actions));
    }

    private static Action set(String attribute, long value) {
        return new Action(Verb.SET, attribute, new Operand.Constant(AttributeValue.of(value)));
    }

    private static void remove(Item bucket, String attribute, List<Action> actions) {
        if (bucket.has(attribute)) {
            actions.add(new Action(Verb.REMOVE, attribute, null));
        }
    }

    private static Condition same(Item bucket, String attribute) {
        AttributeValue seen = bucket.get(attribute);
        return seen == null ? new Condition.NotExists(attribute) : Condition.equal(attribute, seen);
    }
}
