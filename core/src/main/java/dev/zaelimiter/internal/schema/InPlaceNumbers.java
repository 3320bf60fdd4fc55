package dev.zaelimiter.internal.schema;

import dev.zaelimiter.internal.bucket.InPlace;
import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.Item;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the numbers of a bucket lie that are changed in place, as {@link InPlace} has them. Immutable. */
public final class InPlaceNumbers {

    private final Account.Attributes attributes;
    private final int[] balances;
    private final int[] counters;

    private InPlaceNumbers(Account.Attributes attributes, int[] balances, int[] counters) {
        this.attributes = attributes;
        this.balances = balances;
        this.counters = counters;
    }

    /** Those of a schema; null if an item of it lacks one of them. */
    static @Nullable InPlaceNumbers of(BucketSchema schema) {
        List<String> balances = new ArrayList<>();
        List<String> counters = new ArrayList<>();
        for (int i = 0; i < schema.layout().size(); i++) {
            if (!schema.hasCounter(i)) {
                return null;
            }
            balances.add(schema.attributes(i).tk);
            counters.add(schema.attributes(i).tc);
        }
        if (schema.items().wholeSlot(BucketSchema.WID) < 0) {
            return null;
        }
        return new InPlaceNumbers(
                new Account.Attributes(balances, counters, BucketSchema.WID),
                slots(schema, balances),
                slots(schema, counters));
    }

    private static int[] slots(BucketSchema schema, List<String> attributes) {
        return attributes.stream().mapToInt(schema.items()::wholeSlot).toArray();
    }

    /**
     * What they are called.
     *
     * @return for the store
     */
    public Account.Attributes attributes() {
        return attributes;
    }

    /**
     * The bucket with such balances.
     *
     * @param item the bucket as it was
     * @param left balances in the order of the limits
     * @return an item
     */
    public Item in(Item item, long[] left) {
        long[] wholes = item.copyWholes();
        for (int i = 0; i < left.length; i++) {
            wholes[counters[i]] += wholes[balances[i]] - left[i];
            wholes[balances[i]] = left[i];
        }
        return item.withWholes(wholes);
    }
}
