package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimiterListener.BucketWrite;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.InPlace;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.InPlaceNumbers;
import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.WriteResult;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes and corrections of one bucket, decided in place by whatever thread brings them, for some milliseconds at most: where many
 * come at the same time, one pipeline that decides them one after another would hold up all. Nothing is refused here, and nobody
 * waits: what does not surely fit goes to the pipeline, which ends the lane first.
 *
 * <p>What holds for a plan that is sent again holds here: the same configuration, and bounds that are the planner's own ({@link
 * InPlace}). The far ones hold at each instant until the lane's end; for a bucket that could be full by then there are the near ones, which
 * hold while the wall clock shows the same millisecond. Safe for use by many threads.
 */
public final class Lane {

    /** For how long after the last reading of the clock a lane is used, in milliseconds. */
    static final long LASTS_MILLIS = 10;

    private static final long NEAR_NANOS = 1_000_000;
    private static final long LASTS_NANOS = LASTS_MILLIS * 1_000_000;

    /** Others came first so often that the pipeline is the shorter way. */
    private static final int MOST_TRIES = 50;

    private final Engine engine;
    private final Site site;
    private final BucketSnapshot base;
    private final Account account;
    private final InPlaceNumbers places;
    private final BucketLayout layout;
    private final InPlace near;
    private final InPlace far;
    private final long generation;
    private final long wallMillis;
    private final long beganNanos;

    /** In which order the limits were asked for last, as indices: it is the same for most. Any thread may set another. */
    private int[] order = {};

    /** Made for the first that is told; one is as good as another. */
    private @Nullable BucketWrite taken;

    private Lane(
            Engine engine,
            Site site,
            BucketSnapshot base,
            Account account,
            InPlaceNumbers places,
            InPlace near,
            InPlace far,
            long generation,
            long wallMillis,
            long beganNanos) {
        this.engine = engine;
        this.site = site;
        this.base = base;
        this.account = account;
        this.places = places;
        this.layout = Objects.requireNonNull(base.basis()).layout();
        this.near = near;
        this.far = far;
        this.generation = generation;
        this.wallMillis = wallMillis;
        this.beganNanos = beganNanos;
    }

    /**
     * Opens a lane.
     *
     * @param seen the bucket as this pipeline's last write has left it
     * @param near the bounds of that bucket now
     * @param far the bounds that hold until the lane's end
     * @param known what is stored, which the bucket agrees with
     * @param wallMillis the reading of the clock that the bounds are of
     * @param nowNanos the same, monotonic, or a little earlier
     * @return null if the store has none to give
     */
    static @Nullable Lane open(
            Engine engine,
            Site site,
            BucketSnapshot seen,
            InPlace near,
            InPlace far,
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
                : new Lane(engine, site, seen, account, places, near, far, known.generation(), wallMillis, nowNanos);
    }

    /**
     * Takes what is asked for.
     *
     * @param request without limits of its own, of somebody who would not wait
     * @return the balances as this take left them; null if nothing was taken here
     */
    public long @Nullable [] take(AcquireRequest request) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            long age = age();
            long[] seen = age >= LASTS_NANOS ? null : account.balances();
            long[] next = seen == null ? null : taken(far, seen, request);
            if (seen != null && next == null && isNear(age)) {
                next = taken(near, seen, request);
            }
            if (seen == null || next == null) {
                return null;
            }
            if (account.exchange(seen, next)) {
                return next;
            }
        }
        return null;
    }

    private long @Nullable [] taken(InPlace bounds, long[] seen, AcquireRequest request) {
        long[] next = seen.clone();
        boolean asks = false;
        int size = request.size();
        for (int k = 0; k < size; k++) {
            long milli = request.amount(k) * BucketMath.MILLI;
            int i = index(k, request.limit(k));
            if (i < 0 || (milli > 0 && !bounds.take(next, i, milli))) {
                return null;
            }
            asks |= milli > 0;
        }
        near.charge(next);
        return asks ? next : null;
    }

    /** Corrects balances; false if that is for the pipeline to do. */
    boolean correct(Correction correction) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            long age = age();
            long[] seen = age >= LASTS_NANOS ? null : account.balances();
            long[] next = seen == null ? null : corrected(far, seen, correction);
            if (seen != null && next == null && isNear(age)) {
                next = corrected(near, seen, correction);
            }
            if (seen == null || next == null) {
                return false;
            }
            if (account.exchange(seen, next)) {
                return true;
            }
        }
        return false;
    }

    private long @Nullable [] corrected(InPlace bounds, long[] seen, Correction correction) {
        long[] next = seen.clone();
        for (int k = 0; k < correction.size(); k++) {
            long milli = correction.milli(k);
            int i = index(k, correction.name(k));
            if (i < 0 || !(milli > 0 ? bounds.debit(next, i, milli) : bounds.credit(next, i, -milli))) {
                return null;
            }
        }
        near.charge(next);
        return next;
    }

    private int index(int k, String limit) {
        int[] known = order;
        if (k < known.length && layout.name(known[k]).equals(limit)) {
            return known[k];
        }
        int i = layout.indexOf(limit);
        if (i >= 0 && k == known.length) {
            int[] more = Arrays.copyOf(known, k + 1);
            more[k] = i;
            order = more;
        } else if (i >= 0 && k < known.length) {
            int[] other = known.clone();
            other[k] = i;
            order = other;
        }
        return i;
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

    /** The bucket as a take has left it. */
    public BucketSnapshot left(long[] balances) {
        return new BucketSnapshot(
                places.in(Objects.requireNonNull(base.item()), balances),
                base.schema(),
                base.basis(),
                null,
                base.wallMillis(),
                base.atNanos(),
                base.background());
    }

    /** Ends the lane: the bucket as it was left. */
    Item close() {
        return account.close();
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
