package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimiterListener.BucketWrite;
import dev.zaelimiter.internal.bucket.InPlace;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.InPlaceNumbers;
import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.WriteResult;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes and corrections of one bucket, decided in place by whatever thread brings them, for some milliseconds at most:
 * where many come at the same time, one pipeline that decides them one after another would hold up all. Nothing is
 * refused here, and nobody waits: what does not surely fit goes to the pipeline, which ends the lane first.
 *
 * <p>What holds for a plan that is sent again holds here: the same configuration, and bounds that are the planner's own
 * ({@link InPlace}). The far ones hold at each instant until the lane's end; for a bucket that could be full by then
 * there are the near ones, which hold while the wall clock shows the same millisecond. Safe for use by many threads.
 */
public final class Lane {

    /** For how long after the last reading of the clock a lane is used, in milliseconds. */
    static final long LASTS_MILLIS = 10;

    private static final long NEAR_NANOS = 1_000_000;
    private static final long LASTS_NANOS = LASTS_MILLIS * 1_000_000;

    /** Others came first so often that the pipeline is the shorter way. */
    private static final int MOST_TRIES = 50;

    /** Others came first so often that each should have a part of its own. */
    private static final int CROWDED = 16;

    /** Done in one part of many: the balances of them all are added up when somebody asks. */
    private static final long[] IN_PART = {};

    /** The account has thrown, and may have done it. */
    private static final long[] UNKNOWN = {};

    private final Engine engine;
    private final Site site;
    private final BucketSnapshot base;
    private final @Nullable String owner;
    private final LaneAccount account;
    private final InPlaceNumbers places;
    private final LaneBounds bounds;
    private final long generation;
    private final long wallMillis;
    private final long beganNanos;

    /** How often another one came first; counted by all at once, so about. */
    private int lost;

    /** Made for the first that is told; one is as good as another. */
    private @Nullable BucketWrite taken;

    private Lane(
            Engine engine,
            Site site,
            BucketSnapshot base,
            LaneAccount account,
            InPlaceNumbers places,
            LaneBounds bounds,
            long generation,
            long wallMillis,
            long beganNanos) {
        this.engine = engine;
        this.site = site;
        this.base = base;
        this.owner = base.owner();
        this.account = account;
        this.places = places;
        this.bounds = bounds;
        this.generation = generation;
        this.wallMillis = wallMillis;
        this.beganNanos = beganNanos;
    }

    /**
     * Opens a lane.
     *
     * @param seen the bucket as this pipeline's last write has left it
     * @param bounds of that bucket
     * @param known what is stored, which the bucket agrees with
     * @param wallMillis the reading of the clock that the bounds are of
     * @param nowNanos the same, monotonic, or a little earlier
     * @return null if the store has none to give
     */
    static @Nullable Lane open(
            Engine engine,
            Site site,
            BucketSnapshot seen,
            LaneBounds bounds,
            Resolution known,
            long wallMillis,
            long nowNanos) {
        Item item = seen.item();
        InPlaceNumbers places = seen.schema() == null ? null : seen.schema().inPlace();
        if (item == null || places == null || known.freshUntilNanos() - nowNanos < LASTS_NANOS) {
            return null;
        }
        Account account = engine.store().account(item, places.attributes(), engine.newWid());
        return account == null
                ? null
                : new Lane(
                        engine,
                        site,
                        seen,
                        new LaneAccount(account),
                        places,
                        bounds,
                        known.generation(),
                        wallMillis,
                        nowNanos);
    }

    /**
     * Takes what is asked for.
     *
     * @param request without limits of its own, of somebody who would not wait
     * @return the balances as this take left them, for {@link #left}; null if nothing was taken here
     */
    public long @Nullable [] take(AcquireRequest request) {
        long[] done = change(request, null);
        return done == UNKNOWN ? null : done;
    }

    /** Corrects balances. What is left of the correction is for the pipeline to do; null if nothing is. */
    @Nullable
    Correction correct(Correction correction) {
        String of = correction.owner();
        if (of != null && owner != null && !of.equals(owner)) {
            return correction;
        }
        long[] done = change(null, correction);
        if (done == UNKNOWN) {
            // It may be done: so nothing goes back twice, and what was used is not forgotten.
            engine.telemetry()
                    .lostAdjustment(
                            site.entity(),
                            site.resource(),
                            1,
                            correction.amounts().negated().positives(),
                            -1,
                            account.failure());
            return correction.debits();
        }
        return done == null ? correction : null;
    }

    /** Carries out a request, or else a correction: null if that is for the pipeline to do. */
    private long @Nullable [] change(@Nullable AcquireRequest request, @Nullable Correction correction) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            long age = age();
            if (age >= LASTS_NANOS) {
                return null;
            }
            long[] seen = account.balances();
            if (seen == null) {
                return changePart(request, correction, age);
            }
            long[] next = bounds.afterAtAnyTime(seen, request, correction);
            if (next == null && isNear(age)) {
                next = bounds.afterNow(seen, request, correction);
            }
            if (next == null) {
                return null;
            }
            LaneAccount.Outcome outcome = account.exchange(seen, next);
            if (outcome == LaneAccount.Outcome.DONE) {
                return next;
            }
            if (outcome == LaneAccount.Outcome.UNKNOWN) {
                return UNKNOWN;
            }
            lost(seen, next);
        }
        return null;
    }

    /** Another one came first: after some of those, each goes its own way. */
    private void lost(long[] seen, long[] next) {
        if (account.parts() > 1 && ++lost >= CROWDED) {
            lost = 0;
            bounds.divide(account, seen, next);
        }
    }

    /**
     * The same in the thread's own part, or in the next one whose turn it is. What one part lacks, others may hold:
     * that is for the pipeline to find out, which adds them up.
     *
     * @param readAge of the lane, as it was just read: a reading is a quarter of what a take costs here
     */
    private long @Nullable [] changePart(
            @Nullable AcquireRequest request, @Nullable Correction correction, long readAge) {
        int part = engine.environment().threadNumber();
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            int mine = (part + tries) & (account.parts() - 1);
            long age = tries == 0 ? readAge : age();
            long[] seen = age >= LASTS_NANOS ? null : account.part(mine);
            if (seen == null) {
                return null;
            }
            long[] next = bounds.afterInPart(seen, request, correction);
            if (next == null) {
                return null;
            }
            LaneAccount.Outcome outcome = account.exchange(mine, seen, next);
            if (outcome != LaneAccount.Outcome.LOST) {
                return outcome == LaneAccount.Outcome.DONE ? IN_PART : UNKNOWN;
            }
        }
        return null;
    }

    /** How long ago the clock was read, or more than a lane lasts if this one is at its end. */
    private long age() {
        return engine.configs().generation() != generation || engine.closed()
                ? LASTS_NANOS
                : engine.environment().monotonicNanos() - beganNanos;
    }

    /** Whether the wall clock still shows what it showed when the near bounds were worked out. */
    private boolean isNear(long age) {
        return age < NEAR_NANOS && engine.environment().wallMillis() == wallMillis;
    }

    /**
     * The bucket as a take has left it; as it is by now, or was at the lane's end, if that was in one part of many.
     *
     * @param balances what {@link #take} gave
     * @return a snapshot
     */
    public BucketSnapshot left(long[] balances) {
        return new BucketSnapshot(
                itemLeft(balances == IN_PART ? account.sum() : balances),
                base.schema(),
                base.basis(),
                null,
                base.wallMillis(),
                base.atNanos(),
                base.background());
    }

    private @Nullable Item itemLeft(long @Nullable [] balances) {
        return balances == null ? account.close() : places.in(Objects.requireNonNull(base.item()), balances);
    }

    /** Which of several entities of one id the bucket belongs to, see {@link BucketSnapshot#owner}. */
    public @Nullable String owner() {
        return owner;
    }

    /** Ends the lane: the bucket as it was left; null if the account does not say. */
    @Nullable
    Item close() {
        return account.close();
    }

    /** What the account has thrown; null if nothing. */
    @Nullable
    Throwable failure() {
        return account.failure();
    }

    /** Whether anybody came this way. */
    @SuppressWarnings("ReferenceEquality") // an item that was not changed is the very same
    boolean served(Item left) {
        return left != base.item();
    }

    /** What was added to counters and stamp meanwhile, by everybody who came this way. */
    long footprint(Item left) {
        Item before = Objects.requireNonNull(base.item());
        return Objects.requireNonNull(base.schema()).balances().total(left)
                - Objects.requireNonNull(base.schema()).balances().total(before);
    }

    /** What a correction is called, for the listener: as a write of its own would be. */
    static BucketWrite.Kind kind(Correction correction) {
        if (!correction.hasCredit()) {
            return BucketWrite.Kind.CONSUME;
        }
        return correction.onlyCredit() ? BucketWrite.Kind.CREDIT : BucketWrite.Kind.REFILL_AND_CONSUME;
    }

    /** A take, for the listener: they are all alike, and took no round trip. */
    public BucketWrite taken() {
        BucketWrite known = taken;
        if (known == null) {
            known = event(BucketWrite.Kind.CONSUME, 1);
            taken = known;
        }
        return known;
    }

    /** What was done here, for the listener. */
    BucketWrite event(BucketWrite.Kind kind, int callers) {
        return new BucketWrite(
                site.entity(),
                site.resource(),
                kind,
                BucketWrite.Outcome.WRITTEN,
                callers,
                0,
                1,
                WriteResult.UNREPORTED);
    }
}
