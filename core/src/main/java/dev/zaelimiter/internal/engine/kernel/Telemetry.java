package dev.zaelimiter.internal.engine.kernel;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.LimiterListener.BucketWrite;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.RepositoryStatistics;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.engine.planning.Tokens;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.StoreException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts what happens, and tells the listener and the log. Safe for use by many threads. */
@SuppressWarnings("EnumOrdinal") // an index of counters in memory; a map's look-up would cost each acquire
public final class Telemetry {

    private static final SafeLog LOG = SafeLog.ofLimiter();
    private static final int MAX_LOGGED_NAMES = 10_000;

    private final Listening listening;
    private final boolean listens;
    private final boolean hearsImmediateGrants;
    private final Set<String> loggedSkips = ConcurrentHashMap.newKeySet();
    private final LongAdder[] atOnce = adders(BucketWrite.Kind.values().length);
    private final LongAdder[] correctedInPlace = adders(atOnce.length);
    private final LongAdder[][] answered = new LongAdder[atOnce.length][];
    private final LongAdder granted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder degraded = new LongAdder();
    private final LongAdder writes = new LongAdder();
    private final LongAdder reads = new LongAdder();
    private final LongAdder lostAdjustments = new LongAdder();
    private final LongAdder skippedLimits = new LongAdder();
    private final LongAdder faults = new LongAdder();
    private final LongAdder cutGiveBacks = new LongAdder();

    Telemetry(LimiterListener listener, ItemStore store) {
        this.listening = new Listening(listener, store);
        this.listens = listener != LimiterListener.NONE;
        this.hearsImmediateGrants = listens && listening.hearsImmediateGrants();
        Arrays.setAll(answered, kind -> adders(BucketWrite.Outcome.values().length));
    }

    private static LongAdder[] adders(int count) {
        LongAdder[] adders = new LongAdder[count];
        Arrays.setAll(adders, i -> new LongAdder());
        return adders;
    }

    /** Whether anybody wants to hear of what happens. */
    public boolean listens() {
        return listens;
    }

    /** Whether anybody wants to hear of what is granted within the call, too. */
    public boolean hearsImmediateGrants() {
        return hearsImmediateGrants;
    }

    /** The listener; what it throws stays here. */
    public LimiterListener listener() {
        return listening;
    }

    public void countWrite() {
        writes.increment();
    }

    /** Counts a call that reads; the cache of configuration counts its own. */
    public void countRead() {
        reads.increment();
    }

    /**
     * A grant and its write, counted together: one counter costs half of two. The write is there if it is to be told.
     */
    public void grantedAtOnce(AcquireRequest request, BucketWrite.Kind kind, @Nullable BucketWrite write) {
        atOnce[kind.ordinal()].increment();
        if (write != null) {
            listening.grantedAtOnce(request, write);
        }
    }

    /** The same for a grant that needed no turn: its caller holds nothing that others wait for. */
    public void grantedInPlace(AcquireRequest request, @Nullable BucketWrite write) {
        atOnce[BucketWrite.Kind.CONSUME.ordinal()].increment();
        if (write != null) {
            listening.grantedInPlace(request, write);
        }
    }

    /** A correction that needed no turn, counted as a write. */
    public void countInPlace(BucketWrite.Kind kind) {
        correctedInPlace[kind.ordinal()].increment();
    }

    /** The same, told: its caller holds nothing that others wait for. */
    public void wroteInPlace(BucketWrite write) {
        listening.wroteInPlace(write);
    }

    /** A write for one bucket has ended, in one way or another. */
    public void countAnswered(BucketWrite.Kind kind, BucketWrite.Outcome outcome) {
        answered[kind.ordinal()][outcome.ordinal()].increment();
    }

    /** A request waits; null if nobody wants to hear how that ends. */
    public LimiterListener.@Nullable PendingRequest pending(AcquireRequest request) {
        return listens ? listening.pending(request) : null;
    }

    public void granted(AcquireRequest request, long waitMillis) {
        granted.increment();
        if (listens) {
            listening.granted(request, waitMillis * 1_000_000);
        }
    }

    public void refused(Refusal refusal, boolean local) {
        refused.increment();
        if (listens) {
            listening.refused(refusal, local);
        }
    }

    public void degraded(AcquireRequest request, boolean admitted, @Nullable Throwable cause) {
        degraded.increment();
        listening.degraded(request.entity(), request.resource(), admitted, cause);
    }

    public void noteFailure(StoreException failure) {
        LOG.debug("store failure, to be handled: {}", failure.getMessage());
    }

    public void noteRefused() {
        LOG.debug("a task was refused");
    }

    public void fault(Throwable fault) {
        faults.increment();
        LOG.error("a fault in the limiter", fault);
    }

    public void refreshFailed(String entity, String resource, Throwable cause) {
        LOG.warn(
                "the limits of {}/{} could not be refreshed, the bucket's own hold: {}",
                entity,
                resource,
                cause.getMessage());
    }

    /** The account of a bucket has thrown. */
    public void accountFailed(String entity, String resource, @Nullable Throwable cause) {
        LOG.warn(
                "the store's account of {}/{} throws: nothing of that bucket is changed in place any more",
                entity,
                resource,
                cause);
    }

    void skipped(String entity, String resource, String limit) {
        skippedLimits.increment();
        if (loggedSkips.size() < MAX_LOGGED_NAMES && loggedSkips.add(resource + " " + limit)) {
            LOG.warn(
                    "limit '{}' of {}/{} was removed but is still asked for: it is skipped, here and from now on",
                    limit,
                    entity,
                    resource);
        }
        listening.skippedLimit(entity, resource, limit);
    }

    /**
     * Corrections of a bucket are lost.
     *
     * @param count how many callers made them
     * @param amounts millitokens by limit
     * @param sign 1 if they were to be taken, -1 if they were to go back
     */
    public void lostAdjustment(
            String entity, String resource, int count, Tokens amounts, int sign, @Nullable Throwable cause) {
        lostAdjustments.add(count);
        amounts.forEach((limit, milli) -> {
            // A part of a token that lay in one of several shards is told as one: what is lost is never nothing.
            long tokens = sign * -Math.floorDiv(-milli, BucketMath.MILLI);
            LOG.warn(
                    "a correction of {} tokens of {} for {}/{} is lost: {}",
                    tokens,
                    limit,
                    entity,
                    resource,
                    cause == null ? "no answer" : cause.getMessage());
            listening.lostAdjustment(entity, resource, limit, tokens, cause);
        });
    }

    /** A part of what went back to a limit found it full. */
    public void cutGiveBack(String entity, String resource, String limit, long milli) {
        cutGiveBacks.increment();
        if (listens) {
            listening.cutGiveBack(entity, resource, limit, -Math.floorDiv(-milli, BucketMath.MILLI));
        }
    }

    public void leftAtClose(long corrections) {
        LOG.warn("closed with {} corrections that could not be written in time", corrections);
    }

    /** The counters so far, for others to add theirs. */
    RepositoryStatistics.Builder statistics(long otherReads) {
        RepositoryStatistics.Builder builder = RepositoryStatistics.builder();
        long both = 0;
        long corrections = 0;
        for (BucketWrite.Kind kind : BucketWrite.Kind.values()) {
            long landed = atOnce[kind.ordinal()].sum();
            long corrected = correctedInPlace[kind.ordinal()].sum();
            both += landed;
            corrections += corrected;
            builder.answered(kind, BucketWrite.Outcome.WRITTEN, landed + corrected);
            for (BucketWrite.Outcome outcome : BucketWrite.Outcome.values()) {
                builder.answered(kind, outcome, answered[kind.ordinal()][outcome.ordinal()].sum());
            }
        }
        return builder.requests(both + granted.sum(), refused.sum(), degraded.sum())
                .calls(both + corrections + writes.sum(), reads.sum() + otherReads)
                .losses(lostAdjustments.sum(), skippedLimits.sum())
                .faults(faults.sum())
                .cutGiveBacks(cutGiveBacks.sum());
    }
}
