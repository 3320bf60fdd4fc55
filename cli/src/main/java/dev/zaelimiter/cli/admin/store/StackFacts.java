package dev.zaelimiter.cli.admin.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the stack that a table is part of; null where there is no such thing.
 *
 * @param status as CloudFormation calls it; {@code not known: ...} if it can't be asked
 * @param function how the aggregator's function is
 * @param events whether it is called with changes
 * @param lagMillis how old the changes were that it was called with lately
 * @param alarms those that have gone off, by their names; null if they may not be asked for
 */
public record StackFacts(
        @Nullable String status,
        @Nullable String function,
        @Nullable String events,
        @Nullable Long lagMillis,
        @Nullable List<String> alarms) {

    /** Of a store that is in no stack. */
    public static final StackFacts NONE = new StackFacts(null, null, null, null, null);
}
