package dev.zaelimiter.internal.bucket;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an update does to one limit, and on which conditions. Closed; immutable. */
public sealed interface LimitUpdate {

    /**
     * The limit stays. Its numbers and its remainder must be as they were seen.
     *
     * @param index where it stands in the layout
     * @param replaces whether the balance is set; otherwise it is added to
     * @param amount the new balance, or what is added to the old one, in millitokens
     * @param bounds what the stored balance must be
     * @param lasting what the stored balance must be at least for the limit to be full when the bucket may vanish, or
     *     {@link Plan#NO_FLOOR}
     * @param remainder the new remainder
     * @param consumed what is added to the counter of consumption, in millitokens
     * @param numbers its new numbers, or null if they stay
     */
    record Kept(
            int index,
            boolean replaces,
            long amount,
            List<Bound> bounds,
            long lasting,
            long remainder,
            long consumed,
            @Nullable LimitNumbers numbers)
            implements LimitUpdate {

        /** Copies the list. */
        public Kept {
            bounds = List.copyOf(bounds);
        }
    }

    /**
     * The limit is new: the bucket must not have it yet.
     *
     * @param name its name
     * @param balance what it holds, in millitokens
     * @param numbers its numbers
     */
    record Added(String name, long balance, LimitNumbers numbers) implements LimitUpdate {}

    /**
     * The limit goes. Its numbers and its remainder must be as they were seen.
     *
     * @param index where it stands in the layout
     */
    record Removed(int index) implements LimitUpdate {}
}
