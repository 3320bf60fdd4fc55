package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.Tokens;
import dev.zaelimiter.internal.guard.OneByOne;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Corrections of one bucket that wait to be written, summed up per limit: all of one direction. Belongs to the
 * pipeline.
 */
final class CorrectionSum {

    /** No corrections; must not be added to. */
    static final CorrectionSum NONE = new CorrectionSum();

    private Tokens amounts = Tokens.NONE;
    private @Nullable List<Runnable> onSettled;
    private @Nullable List<Returned> returns;
    /** What of it did not fit elsewhere. */
    private @Nullable TriedParts tried;

    private int count;
    private long sinceNanos;

    /** Adds millitokens of a limit. */
    void add(String limit, long milli) {
        amounts = amounts.plus(limit, milli);
    }

    /** Adds amounts of several limits. */
    void add(Tokens more) {
        amounts = amounts.plus(more);
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

    /** What is given back comes from a grant of this {@link DebtQueue#place place}. To be said once all is added. */
    void grantedAt(long place) {
        returns = new ArrayList<>(List.of(new Returned(place, amounts)));
    }

    /** It is written to one of so many shards: whoever waits behind one of the grants waits less long. */
    void returnTo(DebtQueue debts, long shards, Outbox out) {
        if (returns != null) {
            OneByOne.each(returns, part -> debts.returned(part.place, part.amounts, shards, out));
        }
    }

    /** It goes back elsewhere than it came from: the places of the grants mean nothing there. */
    void helpsNobody() {
        returns = null;
    }

    private record Returned(long place, Tokens amounts) {

        /** Less so much, or as much as there is. */
        Returned less(String limit, long milli) {
            return new Returned(place, amounts.less(limit, milli));
        }
    }

    /** The parts of a limit, by the shards in which they did not fit, those that were tried most first. */
    List<TriedParts.Part> tried(String limit) {
        return (tried == null ? new TriedParts() : tried).of(limit, amounts.milli(limit));
    }

    /** Adds millitokens of a limit that did not fit in some shards, as bits. */
    void add(String limit, long milli, int shards) {
        add(limit, milli);
        tried().add(limit, shards, milli);
    }

    private TriedParts tried() {
        TriedParts known = tried == null ? new TriedParts() : tried;
        tried = known;
        return known;
    }

    /** All of it was tried in one more shard. */
    void tried(int shard) {
        TriedParts then = new TriedParts();
        amounts.forEach((limit, milli) ->
                tried(limit).forEach(part -> then.add(limit, part.shards() | 1 << shard, part.milli())));
        tried = then;
    }

    /** Since when the oldest part waits, monotonic. */
    long sinceNanos() {
        return sinceNanos;
    }

    /**
     * So much of a limit is corrected elsewhere, of a part that did not fit in just these shards. Of what helps those
     * who wait, the latest is taken out first.
     */
    void less(String limit, int shards, long milli) {
        if (amounts.isEmpty()) {
            return;
        }
        amounts = amounts.less(limit, milli);
        if (tried != null) {
            tried.less(limit, shards, milli);
        }
        List<Returned> parts = returns == null ? List.of() : returns;
        long left = milli;
        for (int r = parts.size() - 1; r >= 0 && left > 0; r--) {
            Returned part = parts.get(r);
            long there = part.amounts.milli(limit);
            parts.set(r, part.less(limit, left));
            left -= Math.min(left, there);
        }
        if (amounts.isEmpty()) {
            settled();
            clear();
        }
    }

    void addAll(CorrectionSum other) {
        if (!other.isEmpty()) {
            if (other.returns != null) {
                returns = returns == null ? new ArrayList<>() : returns;
                returns.addAll(other.returns);
            }
            if (other.tried != null) {
                tried().addAll(other.tried);
            }
            since(other.sinceNanos);
            add(other.amounts);
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

    Tokens amounts() {
        return amounts;
    }

    /** All of it waits in another sum from now on, and nothing here. */
    void moveTo(CorrectionSum other) {
        if (!isEmpty()) {
            other.addAll(this);
            clear();
        }
    }

    /** Takes everything out, to be written or lost. */
    CorrectionSum drain() {
        if (isEmpty()) {
            return NONE;
        }
        CorrectionSum all = new CorrectionSum();
        moveTo(all);
        return all;
    }

    void clear() {
        amounts = Tokens.NONE;
        onSettled = null;
        returns = null;
        tried = null;
        count = 0;
    }

    /** Each of those counted hears it once, however often it is said. */
    void settled() {
        List<Runnable> heard = onSettled;
        if (heard != null) {
            onSettled = null;
            OneByOne.each(heard, Runnable::run);
        }
    }
}
