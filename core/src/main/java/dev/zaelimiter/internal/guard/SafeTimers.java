package dev.zaelimiter.internal.guard;

import dev.zaelimiter.Environment;
import java.util.concurrent.Executor;

/**
 * The timers of an environment, or those of {@link Environment#system()} while it has none to give: whoever waits for a
 * time is woken in any case. Safe for use by many threads.
 */
public final class SafeTimers {

    private static final SafeLog LOG = SafeLog.ofLimiter();

    private final Environment environment;

    public SafeTimers(Environment environment) {
        this.environment = environment;
    }

    /** Runs a task once, after a delay, on the thread of the timers: it must be short, and must not block. */
    public Environment.Timer schedule(Runnable task, long delayNanos) {
        OnceTask once = new OnceTask(task);
        try {
            Environment.Timer timer = environment.schedule(once, delayNanos);
            return () -> cancel(once, timer);
        } catch (RuntimeException | Error refused) {
            LOG.debug("a timer was refused: {}", refused.toString());
            return ofSystem(once, delayNanos);
        }
    }

    private static void cancel(OnceTask task, Environment.Timer timer) {
        task.cancel();
        try {
            timer.cancel();
        } catch (RuntimeException | Error thrown) {
            LOG.debug("a timer throws when it is cancelled: {}", thrown.toString());
        }
    }

    private static Environment.Timer ofSystem(OnceTask task, long delayNanos) {
        Executor timers = later -> Environment.system().schedule(later, delayNanos);
        if (!task.takenBy(timers)) {
            LOG.error("no timer can be had: what was to be done in {} ns is never done", delayNanos);
        }
        return task::cancel;
    }

    /**
     * Runs a task once, after a delay, by the environment's executor. If that has no thread to give, on the one of the
     * timers.
     */
    public Environment.Timer execute(Runnable task, long delayNanos) {
        return schedule(() -> new OnceTask(task).runBy(environment.executor()), delayNanos);
    }
}
