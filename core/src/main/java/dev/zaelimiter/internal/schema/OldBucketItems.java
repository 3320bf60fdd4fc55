package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.List;

/**
 * Buckets as the Python system stored them before its version 0.9: {@code #BUCKET#resource} beside the entity's record,
 * and earlier still one for each limit. Nobody reads them any more; they are only found and deleted.
 */
public final class OldBucketItems {

    private static final String SORT = "#BUCKET#";
    private static final String STAMP = "rf";

    private OldBucketItems() {}

    /**
     * Finds the keys of all that lies beside the records of entities.
     *
     * @param keys of a namespace
     * @return a query of the index that knows them
     */
    public static Query besideEntities(Keys keys) {
        return NamespaceItems.everythingIn(keys.namespace()).sortPrefix(keys.entityPk(""));
    }

    /**
     * Whether a key is that of an old bucket.
     *
     * @param key any
     * @return whether it is
     */
    public static boolean isOne(Key key) {
        return key.sk().startsWith(SORT);
    }

    /**
     * When somebody refilled it.
     *
     * @param bucket an old one
     * @return milliseconds since the epoch; 0 if it does not say, as those with one item for each limit
     */
    public static long stamp(Item bucket) {
        return bucket.whole(STAMP, 0);
    }

    /**
     * Deletes it, unless somebody has used it meanwhile.
     *
     * @param key of an old bucket
     * @param until the latest time of its stamp, in milliseconds since the epoch
     * @return a delete
     */
    public static Write deleteUnlessUsed(Key key, long until) {
        Condition unused = new Condition.Or(List.of(
                new Condition.NotExists(STAMP),
                new Condition.Compare(STAMP, Condition.Op.LE, new Operand.Constant(AttributeValue.of(until)))));
        return Write.of(WriteShape.delete(new Condition.And(List.of(Condition.itemExists(), unused))), key);
    }
}
