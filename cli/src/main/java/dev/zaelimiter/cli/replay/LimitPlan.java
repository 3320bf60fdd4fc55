package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Limit;
import java.util.List;

/**
 * The limits of a scope, in the form in which {@link Gauges} counts with them. Immutable; its arrays are not written
 * to.
 */
final class LimitPlan {

    private final Policy.Scope scope;
    final int first;
    final ExactLimit[] exact;
    final int[] sources;
    final boolean[] soft;

    LimitPlan(Policy.Scope scope, List<String> names) {
        int size = scope.limits().size();
        this.scope = scope;
        this.first = scope.first();
        this.exact = new ExactLimit[size];
        this.sources = new int[size];
        this.soft = new boolean[size];
        for (int i = 0; i < size; i++) {
            Limit limit = scope.limits().get(i);
            exact[i] = new ExactLimit(limit);
            sources[i] = names.indexOf(limit.name());
            soft[i] = limit.soft();
        }
    }

    /** The place of the first limit in {@link Policy#limits()}. */
    int first() {
        return first;
    }

    /** How many limits there are. */
    int size() {
        return sources.length;
    }

    Limit limit(int index) {
        return scope.limits().get(index);
    }

    /** The place of a limit of this name, which must be there. */
    int indexOf(String name) {
        int index = 0;
        while (!limit(index).name().equals(name)) {
            index++;
        }
        return index;
    }

    /** Where a limit's amount stands in {@link Row#amounts()}. */
    int source(int index) {
        return sources[index];
    }
}
