package dev.zaelimiter.cli.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Counts rows by entity. Exact up to {@value #MOST} entities; from then on those with the fewest rows are dropped again
 * and again, so that what is missing from a count is at most what {@link #missing()} says. Not thread-safe.
 */
final class TopEntities {

    private static final int MOST = 100_000;
    private static final int SHOWN_FIRST = 10;

    private final Map<String, long[]> counts = new HashMap<>();
    private long missing;
    private UnaryOperator<String> names = UnaryOperator.identity();

    /**
     * One entity.
     *
     * @param entity its name
     * @param admitted rows that were admitted
     * @param refused rows that were refused
     */
    record Entity(String entity, long admitted, long refused) {

        long rows() {
            return admitted + refused;
        }
    }

    /** The same counts with other names; those with the most rows get theirs first. */
    TopEntities shownAs(UnaryOperator<String> other) {
        TopEntities same = new TopEntities();
        same.counts.putAll(counts);
        same.missing = missing;
        same.names = other;
        same.busiest(SHOWN_FIRST);
        return same;
    }

    void add(String entity, long admitted, long refused) {
        if (admitted + refused == 0) {
            return;
        }
        long[] count = counts.computeIfAbsent(entity, name -> new long[2]);
        count[0] += admitted;
        count[1] += refused;
        if (counts.size() > MOST) {
            prune();
        }
    }

    /** How many rows at most each count may lack. */
    long missing() {
        return missing;
    }

    /** Those with the most rows. */
    List<Entity> busiest(int most) {
        return first(most, Comparator.comparingLong(Entity::rows));
    }

    /** Those with the most refused rows, as far as any was refused. */
    List<Entity> mostRefused(int most) {
        return first(most, Comparator.comparingLong(Entity::refused)).stream()
                .filter(entity -> entity.refused > 0)
                .toList();
    }

    private List<Entity> first(int most, Comparator<Entity> by) {
        List<Entity> all = new ArrayList<>();
        counts.forEach((entity, count) -> all.add(new Entity(entity, count[0], count[1])));
        all.sort(by.reversed().thenComparing(Entity::entity));
        return all.subList(0, Math.min(most, all.size())).stream()
                .map(entity -> new Entity(names.apply(entity.entity), entity.admitted, entity.refused))
                .toList();
    }

    private void prune() {
        long[] rows = counts.values().stream()
                .mapToLong(count -> count[0] + count[1])
                .sorted()
                .toArray();
        long dropped = rows[rows.length / 2];
        counts.values().removeIf(count -> count[0] + count[1] <= dropped);
        missing += dropped;
    }
}
