package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.engine.pipeline.StepInput.Agreement;
import org.jspecify.annotations.Nullable;

/**
 * Chooses what a pipeline does next. A pure function.
 *
 * <p>In this order: settle a write whose answer was lost; read what was never read; bring the bucket in line with the
 * stored limits; look, after the corrections so far are written; and then the next batch.
 */
final class NextStep {

    private NextStep() {}

    static Step of(StepInput view) {
        if (view.ended()) {
            return Step.END;
        }
        if (view.demands() && view.switchedOff()) {
            // Whom no limit binds, or who is let in no more, need not wait for what is under way: a store that is away,
            // say.
            return Step.ANSWER_SWITCHED;
        }
        if (view.unfollowed() && (view.several() || (view.demands() && !mayBeOver(view)))) {
            return Step.TELL_UNFOLLOWED;
        }
        if (view.several()) {
            return Step.SERVE_SEVERAL;
        }
        if (view.phase().busy()) {
            return Step.WAIT;
        }
        if (view.phase().flight() != null) {
            return Step.SETTLE;
        }
        if (nobodyWaits(view)) {
            return afterwards(view);
        }
        Step toKnow = know(view);
        return toKnow != null ? toKnow : serve(view);
    }

    /** Whether the limits are read again beside a step that goes by them. A pure function. */
    static boolean refreshesLimits(StepInput view, Step step) {
        return step.goesByLimits() && view.limitsStale() && !nobodyWaits(view);
    }

    static boolean nobodyWaits(StepInput view) {
        return !view.demands() && !view.looks() && !view.loads() && !view.corrections();
    }

    /** What is stored may have come only after the last who took something. Who only looked has nothing written. */
    private static Step afterwards(StepInput view) {
        Step align = view.used() && view.limitsKnown() && view.mayRewrite() ? align(view) : null;
        return align == null ? Step.REST : align;
    }

    /** What is stored may have changed since it was read, and nobody has waited for it to be read again. */
    private static boolean mayBeOver(StepInput view) {
        return view.limitsStale() && !view.limitsAreNew();
    }

    private static @Nullable Step know(StepInput view) {
        if (!view.seen() || !view.lineageKnown()) {
            return Step.LOAD;
        }
        if (view.loads()) {
            return Step.TELL_LOADED;
        }
        if (!view.limitsKnown() || (view.takersLook() && view.limitsStale() && !view.limitsAreNew())) {
            return Step.LOAD_LIMITS;
        }
        if ((view.limitsNeverKept() || view.unfollowed()) && mayBeOver(view)) {
            return Step.LOAD_LIMITS;
        }
        if (!view.there() && (view.limitsStale() || view.lineageStale()) && !view.limitsAreNew()) {
            // What is not there is made of what is known: the limits, and whether the entity has a parent by now.
            return Step.LOAD_ANEW;
        }
        return null;
    }

    private static Step serve(StepInput view) {
        if (!view.demands() && !view.corrections() && !view.takersLook()) {
            // Who only wants to see has nothing written: not all who may read may write.
            return confirmationIsDue(view, view.agreement()) ? Step.CONFIRM_LIMITS : Step.LOOK;
        }
        Step align = view.mayRewrite() ? align(view) : null;
        if (align != null) {
            return align;
        }
        boolean repair = view.stampDamaged() && view.mayRewrite();
        if (repair && view.takersLook()) {
            // The time that they are told counts from now.
            return Step.REPAIR_STAMP;
        }
        if (view.takersLook() && view.missing() && view.mayRewrite()) {
            // It is made empty: the time that they are told is right only once it refills.
            return Step.MAKE;
        }
        if (view.looks() && view.mayLook()) {
            return Step.LOOK;
        }
        if (repair) {
            // Else a bucket that is drained would not refill, and so not be written, until that time has come.
            return Step.REPAIR_STAMP;
        }
        return switch (view.division()) {
            case SPLIT -> Step.SPLIT;
            case MERGE -> Step.MERGE;
            case ASK_FIRST -> Step.ASK_FIRST;
            case NOTHING -> view.holdNanos() > 0 ? Step.SLEEP : Step.SEND;
        };
    }

    private static @Nullable Step align(StepInput view) {
        Agreement agreement = view.agreement();
        if (agreement == Agreement.OUT_OF_LINE) {
            return Step.REWRITE;
        }
        return confirmationIsDue(view, agreement) ? Step.CONFIRM_LIMITS : null;
    }

    private static boolean confirmationIsDue(StepInput view, Agreement agreement) {
        return agreement == Agreement.UNCONFIRMED
                && !view.limitsUnsettled()
                && (view.takersLook() || view.mayRefresh());
    }
}
