package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketSnapshot;
import dev.zaelimiter.internal.engine.pipeline.CorrectionTarget;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.engine.planning.Tokens;
import dev.zaelimiter.internal.guard.OneByOne;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one lease holds of each limit against what was taken, in millitokens: by one acquire, or by several. Guarded by
 * the lease.
 */
final class LeaseLedger {

    /** In order of their coming; the first is the lease's own. */
    private final List<Grant> grants = new ArrayList<>(1);

    /** What is held, corrections included. */
    private Tokens held;
    /** Of which limits somebody has said how much it is. */
    private boolean[] said;

    private LeaseLedger(Grant own) {
        this.grants.add(own);
        this.held = own.taken;
        this.said = new boolean[held.size()];
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
    static LeaseLedger of(AcquireRequest request, CorrectionTarget child, @Nullable CorrectionTarget parent) {
        return new LeaseLedger(new Grant(TakeRequest.of(request), child, parent));
    }

    /** Says whose buckets gave it, see {@link BucketSnapshot#owner}. */
    LeaseLedger grantedBy(@Nullable String ownerOfChild, @Nullable String ownerOfParent) {
        own().ofChild.grantedBy(ownerOfChild);
        own().ofParent.grantedBy(ownerOfParent);
        return this;
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
        return held.milli(limit) / BucketMath.MILLI;
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
        int i = held.indexOf(limit);
        if (i < 0) {
            throw new InvalidInputException(field, total, "only of a limit that was asked for: " + held.limits());
        }
        if (total < 0 || total > Limit.MAX_AMOUNT) {
            throw new InvalidInputException(field, total, "a result of 0 to 10^15 whole tokens");
        }
        held = held.with(limit, total * BucketMath.MILLI);
        said[i] = true;
    }

    /** More of one limit was taken, in a lease of its own, which ends with this one; and how the limits stood then. */
    void add(String limit, long milli, LeaseLedger extra, Standing standing) {
        extra.own().decided(standing);
        held = held.plus(limit, milli);
        said = Arrays.copyOf(said, held.size());
        grants.add(extra.own());
    }

    /** Takes out again what was {@link #add added}. */
    void remove(String limit, long milli, LeaseLedger extra) {
        if (grants.remove(extra.own())) {
            held = held.with(limit, Math.max(0, held.milli(limit) - milli));
        }
    }

    /** What more was taken, the first one first. */
    List<Grant> later() {
        return List.copyOf(grants.subList(1, grants.size()));
    }

    /**
     * Corrects the buckets by the difference to what is held in the end. What goes back, the latest grant gives back
     * first, and never more than it took; what more was used is charged where the limit was taken last.
     */
    void write(Ending ending, Outbox out) {
        Tokens target = inTheEnd(ending);
        if (grants.size() == 1) {
            own().write(target, out);
            return;
        }
        Tokens left = target;
        for (Grant grant : grants) {
            left = left.minus(grant.taken);
        }
        OneByOne turns = new OneByOne();
        for (int g = grants.size() - 1; g >= 0; g--) {
            Grant grant = grants.get(g);
            Tokens part = part(grant, left);
            turns.run(() -> grant.write(grant.taken.plus(part), out));
            left = left.minus(part);
        }
        turns.end();
    }

    private Tokens inTheEnd(Ending ending) {
        if (ending == Ending.KEPT) {
            return held;
        }
        Tokens.Builder kept = new Tokens.Builder(held.size());
        for (int i = 0; ending == Ending.ABANDONED && i < said.length; i++) {
            if (said[i]) {
                kept.add(held.limit(i), held.milli(i));
            }
        }
        return kept.build();
    }

    /** One grant's part of the difference: it gives back no more than it took. */
    private static Tokens part(Grant grant, Tokens left) {
        Tokens.Builder part = new Tokens.Builder(grant.taken.size());
        grant.taken.forEach((limit, taken) -> part.add(limit, Math.max(left.milli(limit), -taken)));
        return part.build();
    }

    @Override
    public String toString() {
        return held.toString();
    }
}
