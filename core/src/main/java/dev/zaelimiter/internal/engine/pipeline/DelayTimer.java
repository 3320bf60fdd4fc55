package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.engine.kernel.Engine;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one timer of a pipeline for all that holds a call back: a rest, a batch that waits for callers, credits that wait
 * for company. Armed for the first of them that is over. Belongs to the one who works the pipeline, as which it comes
 * back.
 */
final class DelayTimer {

    private final Engine engine;
    private final Site site;
    private final List<Delay> delays = new ArrayList<>(4);
    private Environment.@Nullable Timer timer;
    private long armedForNanos;
    /** Tells a timer that was cancelled too late from the one that counts. */
    private int armed;

    DelayTimer(Engine engine, Site site) {
        this.engine = engine;
        this.site = site;
    }

    /** Something that holds calls back from time to time. */
    final class Delay {
        private boolean on;
        private boolean over;
        private long untilNanos;

        private Delay() {}

        boolean isOn() {
            return on;
        }

        /** Whether it has passed since that was last asked. */
        boolean isOver() {
            boolean told = over;
            over = false;
            return told;
        }

        /** Begins, for so long from now on, whatever the clock does: the one who rests is woken by nothing else. */
        void start(long nanos) {
            untilNanos = engine.safeClock().monotonicNanos() + nanos;
            on = true;
            over = false;
            if (timer == null || untilNanos - armedForNanos < 0) {
                arm(untilNanos, nanos);
            }
        }
    }

    /** One more, not under way at first. */
    Delay delay() {
        Delay delay = new Delay();
        delays.add(delay);
        return delay;
    }

    /** Keeps a timer that nothing waits for from ringing. False if something is held back just now. */
    boolean stop() {
        for (Delay delay : delays) {
            if (delay.on) {
                return false;
            }
        }
        Environment.Timer left = timer;
        if (left != null) {
            left.cancel();
            timer = null;
            armed++;
        }
        return true;
    }

    private void arm(long untilNanos, long nanos) {
        Environment.Timer before = timer;
        if (before != null) {
            before.cancel();
        }
        armedForNanos = untilNanos;
        int mine = ++armed;
        timer = engine.later(() -> site.answered(out -> rang(mine)), nanos);
    }

    private void rang(int which) {
        if (which != armed) {
            return;
        }
        timer = null;
        long now = now();
        for (Delay delay : delays) {
            if (delay.on && delay.untilNanos - now <= 0) {
                delay.on = false;
                delay.over = true;
            }
        }
        for (Delay delay : delays) {
            if (delay.on && (timer == null || delay.untilNanos - armedForNanos < 0)) {
                arm(delay.untilNanos, delay.untilNanos - now);
            }
        }
    }

    /** It has rung, so it is as late as it was set for, even if the clock throws. */
    private long now() {
        try {
            return engine.environment().monotonicNanos();
        } catch (RuntimeException | Error fault) {
            engine.telemetry().fault(fault);
            return armedForNanos;
        }
    }
}
