package dev.zaelimiter.internal.engine;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketMath;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What one lease holds of each limit against what was taken, in millitokens. Guarded by the lease.
 */
final class Holdings {

    private String[] names;
    /** What the store has given. */
    private long[] taken;
    /** What is held, corrections included. */
    private long[] held;

    private final Source child = new Source();
    private final Source parent = new Source();

    private Holdings(String[] names, long[] amounts) {
        this.names = names;
        this.taken = amounts;
        this.held = amounts.clone();
    }

    /** All that was asked for is held. */
    static Holdings of(AcquireRequest request) {
        Takes takes = Takes.of(request);
        return new Holdings(takes.names(), takes.amounts());
    }

    /** What was not taken, since a bucket lacked the limit, never goes back there. */
    void missed(long @Nullable [] byChild, long @Nullable [] byParent) {
        child.missed(byChild);
        parent.missed(byParent);
    }

    /** Which buckets only counted what was taken. */
    void bypassed(boolean byChild, boolean byParent) {
        if (byChild) {
            child.bypassed(taken);
        }
        if (byParent) {
            parent.bypassed(taken);
        }
    }

    /** Whether the entity's bucket only counted all of it. */
    boolean bypassed() {
        return child.bypassedAll(names.length);
    }

    /** Where the grants stand among those who wait: the last ones count, if there were several. */
    void grantedAt(long byChild, long byParent) {
        child.grantedAt(byChild);
        parent.grantedAt(byParent);
    }

    /** Whole tokens of a limit; 0 of one that was not asked for. */
    long held(String limit) {
        int i = indexOf(limit);
        return i < 0 ? 0 : held[i] / BucketMath.MILLI;
    }

    /**
     * Says how much is held.
     *
     * @param limit whose
     * @param field what the caller has called, for the error
     * @param total whole tokens
     * @throws InvalidInputException if the limit was not asked for, or the total is out of range
     */
    void hold(String limit, String field, long total) {
        int i = indexOf(limit);
        if (i < 0) {
            throw new InvalidInputException(
                    field, total, "only of a limit that was asked for: " + Arrays.toString(names));
        }
        if (total < 0 || total > Limit.MAX_AMOUNT) {
            throw new InvalidInputException(field, total, "a result of 0 to 10^15 whole tokens");
        }
        held[i] = total * BucketMath.MILLI;
    }

    /** The parent was not asked for what is held so far: the entity had none then. */
    void parentCameLater() {
        parent.missed(taken.clone());
    }

    /** More of one limit was taken: what another lease, which ends with this, holds of it alone. */
    void add(String limit, long milli, Holdings extra, boolean extraHasParent) {
        int i = indexOf(limit);
        if (i < 0) {
            i = names.length;
            names = Arrays.copyOf(names, i + 1);
            names[i] = limit;
            taken = Arrays.copyOf(taken, i + 1);
            held = Arrays.copyOf(held, i + 1);
        }
        taken[i] += milli;
        held[i] += milli;
        child.add(i, names.length, extra.child, extra.child.missedOfOne());
        parent.add(i, names.length, extra.parent, extra.missedByParent(extraHasParent));
    }

    /** Takes out again what was {@link #add added}. */
    void remove(String limit, long milli, Holdings extra, boolean extraHasParent) {
        int i = indexOf(limit);
        if (i >= 0) {
            taken[i] -= milli;
            held[i] = Math.max(0, held[i] - milli);
            child.remove(i, names.length, extra.child, extra.child.missedOfOne());
            parent.remove(i, names.length, extra.parent, extra.missedByParent(extraHasParent));
        }
    }

    /** Of a lease of one limit: all of it, if there was no parent. */
    private long missedByParent(boolean hasParent) {
        return hasParent ? parent.missedOfOne() : taken[0];
    }

    /** Corrects a bucket by the difference, or gives back all of what it gave. */
    void writeTo(Origin bucket, boolean ofParent, boolean all, Outbox out) {
        (ofParent ? parent : child).write(names, taken, all ? new long[names.length] : held, bucket, out);
    }

    private int indexOf(String limit) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(limit)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < names.length; i++) {
            text.append(i == 0 ? "" : ", ").append(names[i]).append('=').append(held[i] / BucketMath.MILLI);
        }
        return text.append('}').toString();
    }
}
