package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import org.jspecify.annotations.Nullable;

/**
 * One timer for all callers that wait at a pipeline, set for the earliest of their deadlines; none if nobody waits.
 * Belongs to the one who works the pipeline.
 */
final class DeadlineTimer {

    private static final long ASKED_AGAIN_NANOS = 10_000_000;

    private final Engine engine;
    private final Site site;
    private Environment.@Nullable Timer timer;
    private long armedForNanos;

    DeadlineTimer(Engine engine, Site site) {
        this.engine = engine;
        this.site = site;
    }

    /** A newcomer, whose deadline is only asked for if that matters. */
    void expect(Demand newcomer) {
        if (timer != null) {
            expect(newcomer.deadlineNanos());
        }
    }

    /** A newcomer may wait less long than those before it: a request whose child took most of its time, say. */
    void expect(long deadlineNanos) {
        Environment.Timer armed = timer;
        if (armed != null && deadlineNanos - armedForNanos < 0) {
            timer = null;
            armed.cancel();
        }
    }

    /** Nobody waits, and nobody has to be told. */
    void stop() {
        Environment.Timer armed = timer;
        if (armed != null) {
            timer = null;
            armed.cancel();
        }
    }

    /** Those who wait. */
    interface Waiting {

        /** When the first of them will wait no longer, monotonic; {@link Long#MAX_VALUE} if nobody waits. */
        long earliestDeadline();

        /** Tells those whose time is up. */
        void expire(Outbox out);
    }

    /** Arms the timer if somebody waits. */
    void watch(Waiting all) {
        if (timer != null) {
            return;
        }
        long deadline = all.earliestDeadline();
        if (deadline != Long.MAX_VALUE) {
            armedForNanos = deadline;
            long delay = delayUntil(deadline);
            timer = engine.later(
                    () -> site.answered(out -> {
                        timer = null;
                        all.expire(out);
                    }),
                    delay);
        }
    }

    /** If the clock throws, it is asked again soon: those who wait have nothing else that tells them. */
    private long delayUntil(long deadline) {
        try {
            return deadline - engine.environment().monotonicNanos();
        } catch (RuntimeException | Error thrown) {
            engine.telemetry().fault(thrown);
            return ASKED_AGAIN_NANOS;
        }
    }
}
