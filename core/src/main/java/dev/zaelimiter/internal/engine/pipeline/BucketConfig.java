package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.config.ConfigKeys;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.Reconciliation;
import org.jspecify.annotations.Nullable;

/**
 * Whether one bucket holds the limits that are stored for it, and what to do if not. Belongs to the one who works the
 * pipeline: what others may know of it is published with the {@link BucketSnapshot}.
 *
 * <p>A bucket may be rewritten only on the strength of reads that began after its limits were seen. So when they
 * differ, the levels are first read again, in the background; the bucket's own limits govern until then. And what a
 * rewrite takes away does not come back: for that two readings must say the same ({@link Doubt}).
 */
final class BucketConfig {

    private final Engine engine;
    private final ConfigKeys levels;
    private final BucketState state;
    private final TurnClock clock;
    private final KnownLimits limits;
    private long limitsVersion = -1;
    private @Nullable Resolution judged;
    private long judgedVersion = -1;
    private boolean agrees;
    /** Whether that takes something away from the bucket; null until it counts. */
    private @Nullable Boolean takesAway;

    private boolean refreshing;
    private long waitedFor;

    BucketConfig(Engine engine, ConfigKeys levels, BucketState state, TurnClock clock) {
        this.clock = clock;
        this.engine = engine;
        this.levels = levels;
        this.state = state;
        this.limits = new KnownLimits(engine.environment(), engine.configs(), levels, engine.python());
        this.waitedFor = engine.configs().generation();
    }

    ConfigKeys levels() {
        return levels;
    }

    /** What is stored, for anybody who asks. */
    KnownLimits limits() {
        return limits;
    }

    /**
     * What is stored, as far as it is known without asking: perhaps stale, null if a level was never read. What is past
     * its time gives way to what was read since for another shard: nobody may have asked for this one for long.
     */
    @Nullable
    @SuppressWarnings("ReferenceEquality") // the very one that was kept need not be kept again
    Resolution resolution() {
        Resolution kept = state.limits();
        Resolution known = limits.by(kept, clock.nowNanos());
        if (known != kept) {
            state.limits(known);
        }
        return known;
    }

    void resolved(Resolution fresh) {
        Resolution known = state.limits();
        if (known == null || fresh.oldestRead() >= known.oldestRead()) {
            state.limits(fresh);
        }
    }

    boolean stale(Resolution known, long nowNanos) {
        return KnownLimits.isStale(known, nowNanos);
    }

    boolean refreshing() {
        return refreshing;
    }

    void refreshing(boolean now) {
        refreshing = now;
    }

    /**
     * Whether the configuration was changed in this process since the bucket was last seen to agree with it. Said once
     * of each change: who made it expects the next acquire to know, but nobody is to wait for a hanging read twice.
     */
    boolean changedHere() {
        long generation = engine.configs().generation();
        boolean changed = generation != waitedFor;
        waitedFor = generation;
        return changed;
    }

    /** The reads of a resolution that may rewrite the bucket all began after this. */
    long rewriteMark() {
        Doubt known = state.doubt();
        return known == null ? state.limitsMark() : known.mark();
    }

    /** Notes when the limits that the bucket carries now were first seen. */
    void limitsSeen(long version) {
        if (version != limitsVersion) {
            limitsVersion = version;
            state.doubt(null);
            state.limitsMark(engine.configs().mark());
        }
    }

    /** Whether the bucket holds what is stored, and names the parent that its entity's record names. */
    @SuppressWarnings("ReferenceEquality") // the same resolution was judged already; an equal one costs another look
    boolean agrees(BucketSnapshot seen, Resolution known) {
        if (judged != known || judgedVersion != limitsVersion) {
            agrees = seen.image() == null
                    || seen.item() == null
                    || Reconciliation.agrees(seen.item(), seen.image(), target(known));
            waitedFor = agrees ? known.generation() : waitedFor;
            takesAway = null;
            judged = known;
            judgedVersion = limitsVersion;
        }
        if (agrees) {
            state.doubt(null);
        }
        return agrees;
    }

    /**
     * Whether a bucket that does not hold what is stored may be rewritten by that. When its limits were seen was noted
     * before, and that it does not hold that ({@link #agrees}). What is said for the first time is noted here.
     */
    boolean mayRewriteBy(BucketSnapshot seen, Resolution known) {
        if (!takesAway(seen, known)) {
            state.doubt(null);
            return known.oldestRead() > state.limitsMark();
        }
        Doubt before = state.doubt();
        if (before == null) {
            state.doubt(Doubt.first(known, engine.configs().mark(), clock.nowNanos()));
            return false;
        }
        if (!known.hasSameLimits(before.said())) {
            state.doubt(before.contradictedBy(known, engine.configs().mark(), clock.nowNanos()));
            return false;
        }
        return before.isConfirmedBy(known);
    }

    /** Whoever waits for the second reading asks in each step. */
    private boolean takesAway(BucketSnapshot seen, Resolution known) {
        Boolean before = takesAway;
        boolean takes = before != null
                ? before
                : seen.image() != null
                        && seen.item() != null
                        && Reconciliation.takesAway(seen.item(), seen.image(), target(known));
        takesAway = takes;
        return takes;
    }

    /** For how long the levels need not be read again, since each of their last readings said something else. */
    long restNanos(long nowNanos) {
        Doubt known = state.doubt();
        return known == null ? 0 : known.restNanos(nowNanos);
    }

    Reconciliation.Target target(Resolution known) {
        return engine.target(known);
    }

    void keep(ColdBucket cold) {
        cold.flag(ColdBucket.LIMITS_SEEN, limitsVersion == state.limitsVersion());
        cold.waitedFor = waitedFor;
        Doubt doubt = state.doubt();
        if (doubt != null) {
            cold.rare().doubt = doubt;
        }
    }

    void goOn(ColdBucket cold) {
        limitsVersion = cold.is(ColdBucket.LIMITS_SEEN) ? state.limitsVersion() : -1;
        waitedFor = cold.waitedFor;
        ColdBucket.Rare rare = cold.anyRare();
        state.doubt(rare == null ? null : rare.doubt);
    }
}
