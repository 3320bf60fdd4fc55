package dev.zaelimiter.internal.engine.pipeline;

import org.jspecify.annotations.Nullable;

/**
 * Puts a pipeline to rest: what it has learned becomes a {@link ColdBucket}, from which another goes on. Only while
 * nothing is under way there: no call, no wait, no debt, nothing to be corrected, nothing of which it is not known what
 * became of it. So a cold bucket owes nobody anything. Belongs to the one who works the pipeline.
 */
final class Rest {

    private final Site site;
    private final Work work;
    private final DeadlineTimer deadlineTimer;
    private final Parts parts;

    /** The parts of a worker that learn something. */
    record Parts(
            ConfigDrift drift,
            Division division,
            Transferrer transferrer,
            AbsentFirst first,
            Holdback holdback,
            Reader reader,
            Probe probe,
            Writer writer) {}

    Rest(Site site, Work work, DeadlineTimer deadlineTimer, Parts parts) {
        this.site = site;
        this.work = work;
        this.deadlineTimer = deadlineTimer;
        this.parts = parts;
    }

    /**
     * The numbers, with no timer left that would ring; null if something is under way. To be asked where nobody waits.
     */
    @Nullable
    ColdBucket numbers() {
        if (work.debts.any()
                || work.config.refreshing()
                || !work.multiShard.atRest(work.nowNanos())
                || !work.timer.stop()) {
            return null;
        }
        deadlineTimer.stop();
        ColdBucket cold = new ColdBucket();
        work.keep(cold, site);
        parts.drift.forget();
        keepDivision(cold);
        parts.transferrer.keep(cold);
        parts.first.keep(cold);
        parts.holdback.keep(cold);
        parts.reader.keep(cold, work.nowNanos());
        parts.probe.keep(cold);
        parts.writer.keep(cold);
        return cold;
    }

    /** Goes on from there. */
    void goOn(ColdBucket cold) {
        work.goOn(cold, site);
        goOnDivided(cold);
        parts.transferrer.goOn(cold);
        parts.first.goOn(cold);
        parts.holdback.goOn(cold);
        parts.reader.goOn(cold);
        parts.probe.goOn(cold);
        parts.writer.goOn(cold);
    }

    private void keepDivision(ColdBucket cold) {
        if (parts.division.isUsual(work.state.snapshot().basis())) {
            cold.flag(ColdBucket.DIVISION_ASKED, parts.division.wasAsked());
            cold.undividedSinceNanos = parts.division.sinceNanos();
        } else {
            cold.rare().division = parts.division;
        }
    }

    private void goOnDivided(ColdBucket cold) {
        ColdBucket.Rare rare = cold.anyRare();
        if (rare != null && rare.division != null) {
            parts.division.goOn(rare.division);
        } else if (cold.is(ColdBucket.DIVISION_ASKED)) {
            parts.division.goOnWhole(cold.undividedSinceNanos);
        }
    }
}
