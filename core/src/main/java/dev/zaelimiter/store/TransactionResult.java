package dev.zaelimiter.store;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The answer to a transaction: all applied, or nothing. */
public sealed interface TransactionResult {

    /**
     * All applied. No images: a store can't give them.
     *
     * @param writeUnits capacity units consumed, or {@link WriteResult#UNREPORTED}
     */
    record Committed(double writeUnits) implements TransactionResult {}

    /**
     * Nothing applied.
     *
     * @param failures the writes whose condition did not hold, by their position, with the item as it is (null: none)
     */
    record Refused(Map<Integer, @Nullable Item> failures) implements TransactionResult {
        /** Copies the map. */
        public Refused {
            failures = Collections.unmodifiableMap(new TreeMap<>(failures));
        }
    }
}
