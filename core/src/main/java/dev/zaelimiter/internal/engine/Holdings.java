package dev.zaelimiter.internal.engine;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketMath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one lease holds of each limit against what was taken, in millitokens: by one acquire, or by several. Guarded by the
 * lease.
 */
final class Holdings {

    /** In order of their coming; the first is the lease's own. */
    private final List<Grant> grants = new ArrayList<>(1);

    private String[] names;
    /** What is held, corrections included. */
    private long[] held;
    /** Whether somebody has said how much it is. */
    private boolean[] said;

    private Holdings(Grant own) {
        this.grants.add(own);
        this.names = own.names;
        this.held = own.taken.clone();
        this.said = new boolean[held.length];
    }

    /** What becomes of what is held. */
    enum Ending {
        /** It stays taken. */
        KEPT("kept"),
        /** All of it goes back. */
        GIVEN_BACK("given back"),
        /** Its user failed, or has gone: what it had said to have used stays taken, and the rest goes back. */
        ABANDONED("given up");

        private final String word;

        Ending(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return word;
        }
    }

    /** All that was asked for is held. */
    static Holdings of(AcquireRequest request, Origin child, @Nullable Origin parent) {
        return new Holdings(new Grant(Takes.of(request), child, parent));
    }

    /** What the lease's own acquire has taken. */
    Grant own() {
        return grants.get(0);
    }

    /** Whether the entity's bucket only counted all of it. */
    boolean bypassed() {
        return grants.stream().allMatch(grant -> grant.ofChild.isBypassed());
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
        said[i] = true;
    }

    /** More of one limit was taken, in a lease of its own, which ends with this one. */
    void add(String limit, long milli, Holdings extra) {
        int i = indexOf(limit);
        if (i < 0) {
            i = names.length;
            names = Arrays.copyOf(names, i + 1);
            names[i] = limit;
            held = Arrays.copyOf(held, i + 1);
            said = Arrays.copyOf(said, i + 1);
        }
        held[i] += milli;
        grants.add(extra.own());
    }

    /** Takes out again what was {@link #add added}. */
    void remove(String limit, long milli, Holdings extra) {
        int i = indexOf(limit);
        if (grants.remove(extra.own())) {
            held[i] = Math.max(0, held[i] - milli);
        }
    }

    /**
     * Corrects the buckets by the difference to what is held in the end. What goes back, the latest grant gives back first,
     * and never more than it took; what more was used is charged where the limit was taken last.
     */
    void write(Ending ending, Outbox out) {
        long[] target = ending == Ending.KEPT ? held : new long[names.length];
        for (int i = 0; ending == Ending.ABANDONED && i < target.length; i++) {
            target[i] = said[i] ? held[i] : 0;
        }
        if (grants.size() == 1) {
            own().write(target, out);
            return;
        }
        long[] left = target.clone();
        for (Grant grant : grants) {
            for (int k = 0; k < grant.names.length; k++) {
                left[indexOf(grant.names[k])] -= grant.taken[k];
            }
        }
        for (int g = grants.size() - 1; g >= 0; g--) {
            grants.get(g).write(share(grants.get(g), left), out);
        }
    }

    /** What one grant holds in the end; its part of the difference is taken out of what is left. */
    private long[] share(Grant grant, long[] left) {
        long[] share = grant.taken.clone();
        for (int k = 0; k < share.length; k++) {
            int i = indexOf(grant.names[k]);
            long part = Math.max(left[i], -share[k]);
            share[k] += part;
            left[i] -= part;
        }
        return share;
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
