package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline's work, as its next step is chosen from it. What other threads could change meanwhile, the clocks and what
 * is stored for the bucket, is read once for each step. Belongs to the one who works the pipeline.
 */
final class WorkView implements StepInput {

    private final Engine engine;
    private final Site site;
    private final Work work;
    private final Reader reader;
    private final ConfigDrift drift;
    private final Division division;
    private final Holdback holdback;
    private final Outlook outlook;
    private final Transferrer transferrer;
    private boolean limitsAsked;
    private @Nullable Resolution limits;
    private boolean wallAsked;
    private long wallMillis;

    WorkView(
            Engine engine,
            Site site,
            Work work,
            Reader reader,
            ConfigDrift drift,
            Division division,
            Holdback holdback,
            Outlook outlook,
            Transferrer transferrer) {
        this.engine = engine;
        this.site = site;
        this.work = work;
        this.reader = reader;
        this.drift = drift;
        this.division = division;
        this.holdback = holdback;
        this.outlook = outlook;
        this.transferrer = transferrer;
    }

    /** Another step is to be chosen. */
    void renew() {
        work.touch();
        limitsAsked = false;
        wallAsked = false;
    }

    /** What is stored for the bucket, as far as it is known; or null. */
    @Nullable
    Resolution limits() {
        if (!limitsAsked) {
            limits = work.config.resolution();
            limitsAsked = true;
        }
        return limits;
    }

    /** The wall clock. */
    long wallMillis() {
        if (!wallAsked) {
            wallMillis = engine.environment().wallMillis();
            wallAsked = true;
        }
        return wallMillis;
    }

    @Override
    public boolean ended() {
        return engine.ended();
    }

    @Override
    public Phase phase() {
        return work.slot.phase();
    }

    @Override
    public boolean demands() {
        return !work.waitlist.pending.isEmpty();
    }

    @Override
    public boolean looks() {
        return !work.waitlist.looks.isEmpty();
    }

    @Override
    public boolean takersLook() {
        return work.waitlist.takersLook();
    }

    @Override
    public boolean loads() {
        return !work.waitlist.loads.isEmpty();
    }

    @Override
    public boolean corrections() {
        return !work.corrections.isEmpty();
    }

    @Override
    public boolean several() {
        return work.multiShard.due();
    }

    @Override
    public boolean seen() {
        return work.state.seen() != null;
    }

    @Override
    public boolean there() {
        return work.state.snapshot().item() != null;
    }

    @Override
    public boolean missing() {
        return outlook.isMissing() && transferrer.mayMake();
    }

    @Override
    public boolean lineageKnown() {
        return work.state.lineage() != null;
    }

    @Override
    public boolean limitsKnown() {
        return limits() != null;
    }

    @Override
    public boolean switchedOff() {
        Resolution known = limits();
        return known != null && !known.enabled();
    }

    @Override
    public boolean unfollowed() {
        return whyUnfollowed() != null;
    }

    /**
     * Why what is in force can't be followed; null if it can. A bucket that is there says itself whether its parent is
     * charged.
     */
    @Nullable
    String whyUnfollowed() {
        Resolution known = limits();
        if (known == null || known.unfollowed() != null || !work.fresh()) {
            return known == null ? null : known.unfollowed();
        }
        return policyAgainstRecord();
    }

    @Override
    public boolean limitsStale() {
        Resolution known = limits();
        return known != null && work.config.stale(known, work.nowNanos());
    }

    @Override
    public boolean limitsNeverKept() {
        return engine.options().configTtlNanos() == 0;
    }

    @Override
    public boolean lineageStale() {
        return (engine.python().isKnown() || policyAgainstRecord() != null) && !work.fresh();
    }

    /** Why a bucket that is not there can't be made, or null. */
    private @Nullable String policyAgainstRecord() {
        Resolution known = limits();
        return known == null || there() || !seen() ? null : known.cascadePolicyAgainst(work.state.recorded());
    }

    @Override
    public boolean limitsAreNew() {
        return work.configIsNew();
    }

    @Override
    public boolean mayRefresh() {
        return reader.mayRefresh();
    }

    @Override
    public boolean limitsUnsettled() {
        return work.config.restNanos(work.nowNanos()) > 0;
    }

    @Override
    public boolean mayRewrite() {
        return work.gate.mayRewrite();
    }

    @Override
    public Agreement agreement() {
        Resolution known = limits();
        return known == null ? Agreement.IN_LINE : drift.agreement(known);
    }

    @Override
    public boolean used() {
        return drift.used();
    }

    @Override
    public boolean mayLook() {
        return work.corrections.mayLook();
    }

    @Override
    public boolean stampDamaged() {
        BucketImage image = work.state.snapshot().image();
        return image != null && image.damagedStamp(wallMillis());
    }

    @Override
    public Division.Due division() {
        BucketImage image = work.state.snapshot().image();
        return image == null || engine.closed()
                ? Division.Due.NOTHING
                : division.due(
                        image,
                        site.home().outlook(),
                        work.nowNanos(),
                        wallMillis(),
                        engine.python().isKnown());
    }

    @Override
    public long holdNanos() {
        return holdback.nanos();
    }
}
