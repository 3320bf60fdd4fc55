package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.guard.OneByOne;
import org.jspecify.annotations.Nullable;

/**
 * What is to be corrected on one bucket: how long it waits for a write to ride along with, and when it is lost. Belongs
 * to the one who works the pipeline.
 */
final class PendingCorrections {

    /** More was used than was taken. */
    final CorrectionSum debits = new CorrectionSum();

    /** What goes back. */
    final CorrectionSum credits = new CorrectionSum();

    /** What was let through past the limits, to be counted as consumed. */
    final CorrectionSum meter = new CorrectionSum();

    private final Engine engine;
    private final Waitlist waitlist;
    private final WriteReporter reporter;
    /** What was to be corrected when somebody asked to look is written: what came since need not be waited for. */
    private boolean sent;

    private boolean metered;
    private boolean credited;
    private boolean flush;
    private final DelayTimer.Delay company;

    PendingCorrections(Engine engine, Waitlist waitlist, WriteReporter reporter, DelayTimer timer) {
        this.engine = engine;
        this.company = timer.delay();
        this.waitlist = waitlist;
        this.reporter = reporter;
    }

    boolean isEmpty() {
        return debits.isEmpty() && credits.isEmpty() && meter.isEmpty();
    }

    /** Nothing waits for company any more. */
    void flush() {
        flush = true;
    }

    /** Whether all that was corrected before somebody asked to look is written. */
    boolean mayLook() {
        return sent || isEmpty();
    }

    /** Somebody looks: who asks from now on waits for what is corrected by then. */
    void looking() {
        sent = false;
    }

    /** The next batch holds all debits, and the credits too if they ride along. */
    void leaveWithBatch(boolean creditsRide) {
        sent = !waitlist.looks.isEmpty() && (credits.isEmpty() || creditsRide);
    }

    /**
     * Whether what was let through is counted now: alternating with the other corrections, so that neither waits for
     * ever.
     */
    boolean meterIsNext() {
        metered = !metered && !meter.isEmpty();
        return metered;
    }

    /** Whether the credits wait no longer. */
    boolean creditsDue() {
        flush |= company.isOver();
        boolean local =
                !engine.store().traits().answersTakeTime() || engine.options().creditLingerNanos() == 0;
        return !credits.isEmpty() && (local || flush || !waitlist.looks.isEmpty() || engine.closed());
    }

    /**
     * Whether credits that can't ride along go now, in a write of their own: alternating with those who take, so that
     * neither waits for ever.
     *
     * @param due whether they wait no longer, and can't ride along
     */
    boolean creditsAreNext(boolean due) {
        credited = !credited && due;
        return credited;
    }

    /** The credits, which leave with a write. */
    CorrectionSum creditsLeave() {
        flush = false;
        return credits.drain();
    }

    /** Credits wait for company, but not for long. */
    void linger() {
        if (!credits.isEmpty() && !company.isOn()) {
            company.start(engine.options().creditLingerNanos());
        }
    }

    /** All that is not written by now is lost. */
    void lost(@Nullable Throwable cause) {
        OneByOne turns = new OneByOne();
        turns.run(() -> reporter.lost(debits.drain(), 1, cause));
        turns.run(() -> reporter.lost(credits.drain(), -1, cause));
        turns.run(() -> reporter.lost(meter.drain(), 1, cause));
        turns.end();
    }

    /** What could not be written for too long is lost. */
    void giveUpOld(Throwable cause) {
        long now = engine.environment().monotonicNanos();
        if (debits.olderThan(engine.patienceNanos(), now)) {
            reporter.lost(debits.drain(), 1, cause);
        }
        if (credits.olderThan(engine.patienceNanos(), now)) {
            reporter.lost(credits.drain(), -1, cause);
        }
        if (meter.olderThan(engine.patienceNanos(), now)) {
            reporter.lost(meter.drain(), 1, cause);
        }
    }

    void keep(ColdBucket cold) {
        cold.flag(ColdBucket.SENT, sent);
        cold.flag(ColdBucket.METERED, metered);
        cold.flag(ColdBucket.CREDITED, credited);
        flush |= company.isOver();
        cold.flag(ColdBucket.FLUSH, flush);
    }

    void goOn(ColdBucket cold) {
        sent = cold.is(ColdBucket.SENT);
        metered = cold.is(ColdBucket.METERED);
        credited = cold.is(ColdBucket.CREDITED);
        flush = cold.is(ColdBucket.FLUSH);
    }
}
