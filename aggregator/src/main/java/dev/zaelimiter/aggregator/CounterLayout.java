package dev.zaelimiter.aggregator;

import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the counters of limits lie in items of one layout: looked up once, used for each image. Immutable. */
final class CounterLayout {

    private static final String PREFIX = "b_";
    private static final String COUNTER = "_tc";
    private static final String BALANCE = "_tk";
    private static final String SOFT = "_soft";

    /** What a counter has no attribute for. */
    static final int ABSENT = ItemLayout.ABSENT;

    final ItemLayout items;
    final String[] limits;
    final int[] counters;
    final int[] balances;
    final boolean[] soft;
    final int stamp;
    final int shardCount;
    final boolean bypass;

    CounterLayout(ItemLayout items) {
        this.items = items;
        List<String> found = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            String name = items.name(i);
            if (name.startsWith(PREFIX)
                    && name.endsWith(COUNTER)
                    && name.length() > PREFIX.length() + COUNTER.length()) {
                String limit = name.substring(PREFIX.length(), name.length() - COUNTER.length());
                if (!limit.equals(BucketLayout.WCU)) {
                    found.add(limit);
                }
            }
        }
        limits = found.toArray(String[]::new);
        counters = new int[limits.length];
        balances = new int[limits.length];
        soft = new boolean[limits.length];
        for (int i = 0; i < limits.length; i++) {
            counters[i] = items.wholeSlot(PREFIX + limits[i] + COUNTER);
            balances[i] = items.wholeSlot(PREFIX + limits[i] + BALANCE);
            soft[i] = items.indexOf(PREFIX + limits[i] + SOFT) >= 0;
        }
        stamp = items.wholeSlot("rf");
        shardCount = items.wholeSlot("shard_count");
        bypass = items.wholeSlot("bypass") >= 0;
    }

    /** Where a counter of this layout lies in another, or {@link #ABSENT}. */
    static int slotIn(ItemLayout other, String limit) {
        return other.wholeSlot(PREFIX + limit + COUNTER);
    }

    /** Where a balance of this layout lies in another, or {@link #ABSENT}. */
    static int balanceIn(ItemLayout other, String limit) {
        return other.wholeSlot(PREFIX + limit + BALANCE);
    }

    /**
     * A counter of any kind of number, or null if there is none.
     *
     * @throws DamagedCounterException if it is no whole number
     */
    static @Nullable BigInteger wide(Item item, String limit) {
        AttributeValue value = item.get(PREFIX + limit + COUNTER);
        if (value == null) {
            return null;
        }
        try {
            return value instanceof AttributeValue.Whole whole
                    ? BigInteger.valueOf(whole.value())
                    : value instanceof AttributeValue.Decimal decimal
                            ? new BigDecimal(decimal.text()).toBigIntegerExact()
                            : broken(limit);
        } catch (ArithmeticException | NumberFormatException e) {
            return broken(limit);
        }
    }

    private static BigInteger broken(String limit) {
        throw new DamagedCounterException(PREFIX + limit + COUNTER + " is not a whole number");
    }

    /** A counter says nothing. */
    static final class DamagedCounterException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        DamagedCounterException(String message) {
            super(message, null, false, false);
        }
    }
}
