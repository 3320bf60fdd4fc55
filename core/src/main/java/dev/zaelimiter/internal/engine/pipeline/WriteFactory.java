package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimiterListener.BucketWrite.Kind;
import dev.zaelimiter.internal.bucket.BatchTotals;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Counters;
import dev.zaelimiter.internal.bucket.CutCredit;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.bucket.Metering;
import dev.zaelimiter.internal.bucket.Plan;
import dev.zaelimiter.internal.bucket.PlanContext;
import dev.zaelimiter.internal.bucket.Planner;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.BucketCreation;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.BucketStamps;
import dev.zaelimiter.internal.schema.BucketWriter;
import dev.zaelimiter.internal.schema.Reconciliation;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Turns batches into writes that can be sent. Belongs to the pipeline. */
final class WriteFactory {

    private final Engine engine;
    private final Site site;
    private final Work work;
    private final CallSlot slot;

    WriteFactory(Engine engine, Site site, Work work, CallSlot slot) {
        this.engine = engine;
        this.site = site;
        this.work = work;
        this.slot = slot;
    }

    boolean nothingToWrite(Batch batch) {
        for (int i = 0; i < batch.base.layout().size(); i++) {
            if (batch.totals.taken(i) != 0 || batch.totals.credited(i) != 0) {
                return false;
            }
        }
        return batch.demands.isEmpty() && !batch.metering;
    }

    /**
     * The write of a batch on the bucket as last seen; null if nothing is seen, or the store's partition has to rest
     * first.
     */
    @Nullable
    InFlightWrite planned(Batch batch, long wid, boolean resend, @Nullable InFlightWrite before) {
        BucketSnapshot seen = work.state.seen();
        if (seen == null || seen.schema() == null || seen.image() == null) {
            return null;
        }
        Gains gains =
                resend ? Gains.of(seen.image(), batch.by, engine.environment().wallMillis(), null) : batch.gains;
        Plan plan = batch.metering ? metered(seen.image(), batch) : plan(seen.image(), gains, batch.totals);
        if (plan instanceof Plan.Pause pause) {
            slot.rest(pause);
            return null;
        }
        boolean credit = !batch.credits.isEmpty();
        BucketWriter.Tag tag = new BucketWriter.Tag(wid, resend, credit);
        Kind kind = InFlightWrite.kind(plan, credit && batch.demands.isEmpty() && batch.debits.isEmpty());
        Write write = render(seen, plan, tag);
        long started = before == null ? work.nowNanos() : before.firstSentNanos;
        int attempt = before == null ? 1 + batch.attempts() : before.attempt + 1;
        InFlightWrite next = new InFlightWrite(
                kind, batch, wid, write, sure(plan, seen), footprint(plan, seen.image()), started, resend, attempt);
        next.stampFloor = stampFloor(plan);
        next.cut = credit ? CutCredit.of(seen.image(), gains, batch.totals) : null;
        return next;
    }

    /** What to write for what is asked of the bucket as last seen, or that the store's partition has to rest. */
    Plan plan(BucketImage image, Gains gains, BatchTotals totals) {
        return Planner.plan(image, gains, totals, context());
    }

    /** What was let through, to be counted. */
    private static Plan metered(BucketImage image, Batch batch) {
        long[] consumed = new long[image.layout().size()];
        batch.debits.amounts().forEach((name, milli) -> {
            int i = image.layout().indexOf(name);
            if (i >= 0) {
                consumed[i] = milli;
            }
        });
        return Metering.count(image, consumed);
    }

    /** Writes nothing but that somebody was here; null if nothing is seen. */
    @Nullable
    InFlightWrite mark() {
        BucketSnapshot seen = work.state.seen();
        BucketImage image = seen == null ? null : seen.image();
        if (seen == null || image == null || image.layout().wcu() < 0) {
            return null;
        }
        Batch nobody = new Batch(
                image, Gains.of(image, image.rates(), image.rf(), null), CorrectionSum.NONE, CorrectionSum.NONE);
        Plan.Move none = Metering.mark(image, writeCost());
        long wid = engine.newWid();
        Write write = render(seen, none, new BucketWriter.Tag(wid, false, false));
        return new InFlightWrite(
                Kind.CONSUME, nobody, wid, write, seen.item(), footprint(none, image), work.nowNanos(), false, 1);
    }

    /** A write that was planned and sent already. */
    InFlightWrite of(Plan plan, Batch batch, long wid, Write write) {
        boolean onlyCredit = !batch.credits.isEmpty() && batch.demands.isEmpty() && batch.debits.isEmpty();
        BucketSnapshot seen = work.state.seen();
        InFlightWrite sent = new InFlightWrite(
                InFlightWrite.kind(plan, onlyCredit),
                batch,
                wid,
                write,
                seen == null ? null : sure(plan, seen),
                footprint(plan, batch.base),
                work.nowNanos(),
                false,
                1);
        sent.stampFloor = stampFloor(plan);
        sent.cut = batch.credits.isEmpty() ? null : CutCredit.of(batch.base, batch.gains, batch.totals);
        return sent;
    }

    /** The item for which a plan holds; null for one that counts on what others are likely to have done since. */
    private static @Nullable Item sure(Plan plan, BucketSnapshot seen) {
        return stampFloor(plan) == Plan.NO_FLOOR ? seen.item() : null;
    }

    private static long stampFloor(Plan plan) {
        return plan instanceof Plan.Move move ? move.stampFloor() : Plan.NO_FLOOR;
    }

    /** Credits that leave the stamp; null if the store's partition has to rest first. */
    @Nullable
    InFlightWrite unpinnedCredit(BucketSnapshot seen, Batch batch) {
        BucketImage image = Objects.requireNonNull(seen.image());
        Gains gains = Gains.of(image, image.rates(), engine.environment().wallMillis(), null);
        Plan plan = Planner.credit(image, batch.totals, gains.now(), context());
        if (plan instanceof Plan.Pause pause) {
            slot.rest(pause);
            return null;
        }
        long wid = engine.newWid();
        Write write = render(seen, plan, new BucketWriter.Tag(wid, false, false));
        InFlightWrite credit = new InFlightWrite(
                Kind.UNPINNED_CREDIT,
                batch,
                wid,
                write,
                seen.item(),
                footprint(plan, image),
                work.nowNanos(),
                false,
                1);
        credit.cut = CutCredit.of(image, gains, batch.totals);
        return credit;
    }

    @Nullable
    InFlightWrite reconcile(Resolution known) {
        BucketSnapshot seen = work.state.seen();
        if (seen == null || seen.item() == null || seen.schema() == null || seen.image() == null) {
            return null;
        }
        long wid = engine.newWid();
        Write write = Reconciliation.toTarget(
                site.key(),
                seen.item(),
                seen.schema(),
                seen.image(),
                work.config.target(known),
                engine.environment().wallMillis(),
                wid);
        return rewrite(seen, seen.image(), wid, write);
    }

    @Nullable
    InFlightWrite addCallLimits(List<Limit> limits) {
        BucketSnapshot seen = work.state.seen();
        if (seen == null || seen.item() == null || seen.schema() == null || seen.image() == null) {
            return null;
        }
        long wid = engine.newWid();
        Write write = Reconciliation.addCallLimits(
                site.key(),
                seen.item(),
                seen.schema(),
                seen.image(),
                limits,
                engine.environment().wallMillis(),
                wid);
        InFlightWrite rewrite = rewrite(seen, seen.image(), wid, write);
        rewrite.callLimits = !limits.isEmpty();
        return rewrite;
    }

    private InFlightWrite rewrite(BucketSnapshot seen, BucketImage image, long wid, Write write) {
        Gains none = Gains.of(image, image.rates(), image.rf(), null);
        Batch batch = new Batch(image, none, CorrectionSum.NONE, CorrectionSum.NONE);
        return new InFlightWrite(
                Kind.RECONCILE,
                batch,
                wid,
                write,
                seen.item(),
                BucketState.UNKNOWN_FOOTPRINT,
                work.nowNanos(),
                false,
                1);
    }

    Write render(BucketSnapshot seen, Plan plan, BucketWriter.Tag tag) {
        if (seen.schema() == null || seen.image() == null) {
            throw new IllegalStateException("no image to plan on");
        }
        if (plan instanceof Plan.Move move) {
            return BucketWriter.write(site.key(), seen.schema(), seen.image(), move, tag);
        } else if (plan instanceof Plan.Refill refill) {
            return BucketWriter.write(site.key(), seen.schema(), seen.image(), refill, tag);
        }
        throw new IllegalStateException("a pause is not written");
    }

    /** What a plan adds to the counters and the stamp of an image. */
    static long footprint(Plan plan, BucketImage image) {
        long sum = plan instanceof Plan.Refill refill ? refill.stamp() - image.rf() : 0;
        long[] consumed = plan instanceof Plan.Refill refill
                ? refill.consumed()
                : plan instanceof Plan.Move move ? move.consumed() : new long[0];
        for (int i = 0; i < consumed.length; i++) {
            sum += Counters.step(image.tc()[i], consumed[i]);
        }
        return sum;
    }

    /** The write that makes the bucket, with a batch taken off. */
    InFlightWrite create(Batch batch, long wid) {
        Resolution known = work.config.resolution();
        List<Limit> callLimits = NewBucket.callLimitsToCreate(
                known,
                batch.demands.isEmpty() ? null : batch.demands.get(0).take.callLimits());
        boolean expires = known == null || known.level() == null || known.expires();
        Lineage lineage = work.state.recorded();
        Write write = BucketCreation.write(
                engine.keys(),
                site.entity(),
                site.resource(),
                batch.base,
                lineage == null ? Lineage.NONE : lineage,
                batch.by,
                batch.totals,
                expires && !engine.expiry().distrusted() ? engine.options().ttlMultiplier() : 0,
                callLimits.stream().map(Limit::name).toList(),
                stamps(known),
                wid);
        return new InFlightWrite(Kind.CREATE, batch, wid, write, null, 0, work.nowNanos(), false, 1 + batch.attempts());
    }

    /** What clients of the Python system look for in a bucket, and nowhere else. */
    private Map<String, AttributeValue> stamps(@Nullable Resolution known) {
        if (known == null || !engine.python().isKnown()) {
            return Map.of();
        }
        List<String> soft =
                known.limits().stream().filter(Limit::soft).map(Limit::name).toList();
        return BucketStamps.ofNew(
                soft,
                known.access(),
                engine.environment().wallMillis(),
                engine.environment().random());
    }

    /** What a write takes of {@code wcu}, in millitokens. */
    long writeCost() {
        return BucketMath.MILLI * work.state.writeUnits();
    }

    PlanContext context() {
        return new PlanContext(
                work.state.shared(work.nowNanos()),
                work.state.refillsPerMilli(),
                work.state.ageMillis(work.nowNanos()),
                work.state.roundTripMillis(),
                writeCost(),
                engine.store().traits().writeUnitsPerSecond() > 0,
                engine.options().ttlMultiplier());
    }
}
