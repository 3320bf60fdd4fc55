package dev.zaelimiter.http;

import dev.zaelimiter.Environment;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How limits are shown.
 *
 * @param names what a policy is called
 * @param partitionKeys which partition key it is shown with, if any
 * @param units the unit of each limit, by the limit's name; of others nothing is said
 * @param environment the clock of dialects that tell a point in time
 */
record FieldSettings(
        Function<LimitView, String> names,
        Function<LimitView, byte @Nullable []> partitionKeys,
        Map<String, String> units,
        Environment environment) {

    /** A slash is in no limit's name, so this is nobody else's. */
    static String usualName(LimitView limit) {
        return (limit.ofParent() ? "parent/" : "") + limit.limit().name();
    }

    /** A name in printable ASCII. */
    String nameOf(LimitView limit) {
        return StructuredFields.ascii(names.apply(limit), limit.limit().name());
    }

    List<String> namesOfViolated(DecisionView refused) {
        return refused.limits().stream()
                .filter(LimitView::violated)
                .map(this::nameOf)
                .toList();
    }

    @Nullable
    String unitOf(LimitView limit) {
        return units.get(limit.limit().name());
    }
}
