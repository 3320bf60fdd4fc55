package dev.zaelimiter.internal.engine;

import dev.zaelimiter.internal.bucket.BucketMath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Corrections of one bucket that wait to be written, summed up per limit: all of one direction. Belongs to the pipeline.
 */
final class Adjustment {

    /** No corrections; must not be added to. */
    static final Adjustment NONE = new Adjustment();

    private @Nullable Map<String, Long> amounts;
    private @Nullable List<Runnable> onSettled;
    private @Nullable List<Returned> returns;
    private int count;
    private long sinceNanos;

    /** Adds millitokens of a limit. */
    void add(String limit, long milli) {
        if (amounts == null) {
            amounts = new LinkedHashMap<>();
        }
        amounts.merge(limit, milli, BucketMath::plus);
    }

    /** Counts one caller; it hears when its part is written or lost. */
    void count(Runnable settled, long nowNanos) {
        since(nowNanos);
        count++;
        if (onSettled == null) {
            onSettled = new ArrayList<>();
        }
        onSettled.add(settled);
    }

    /** What is given back comes from a grant of this {@link Debtors#place place}. To be said once all is added. */
    void grantedAt(long place) {
        returns = new ArrayList<>(List.of(new Returned(place, Map.copyOf(amounts()))));
    }

    /** It is written: whoever waits behind one of the grants waits less long. */
    void returnTo(Debtors debtors, Outbox out) {
        if (returns != null) {
            returns.forEach(part -> debtors.returned(part.place, part.amounts, out));
        }
    }

    private record Returned(long place, Map<String, Long> amounts) {}

    void addAll(Adjustment other) {
        if (!other.isEmpty()) {
            if (other.returns != null) {
                returns = returns == null ? new ArrayList<>() : returns;
                returns.addAll(other.returns);
            }
            since(other.sinceNanos);
            other.amounts().forEach(this::add);
            if (onSettled == null) {
                onSettled = new ArrayList<>();
            }
            if (other.onSettled != null) {
                onSettled.addAll(other.onSettled);
            }
            count += other.count;
        }
    }

    private void since(long nanos) {
        sinceNanos = isEmpty() || nanos - sinceNanos < 0 ? nanos : sinceNanos;
    }

    /** Whether the oldest part has waited longer than a time. */
    boolean olderThan(long nanos, long nowNanos) {
        return !isEmpty() && nowNanos - sinceNanos > nanos;
    }

    boolean isEmpty() {
        return count == 0;
    }

    int size() {
        return count;
    }

    Map<String, Long> amounts() {
        return amounts == null ? Map.of() : amounts;
    }

    /** Takes everything out, to be written or lost. */
    Adjustment drain() {
        if (isEmpty()) {
            return NONE;
        }
        Adjustment all = new Adjustment();
        all.addAll(this);
        clear();
        return all;
    }

    void clear() {
        amounts = null;
        onSettled = null;
        returns = null;
        count = 0;
    }

    void settled() {
        if (onSettled != null) {
            onSettled.forEach(Runnable::run);
        }
    }
}
