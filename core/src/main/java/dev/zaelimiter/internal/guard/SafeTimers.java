package dev.zaelimiter.internal.guard;

import dev.zaelimiter.Environment;

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
            return scheduled(environment, once, delayNanos);
        } catch (RuntimeException | Error refused) {
            LOG.debug("a timer was refused: {}", refused.toString());
        }
        try {
            return scheduled(Environment.system(), once, delayNanos);
        } catch (RuntimeException | Error refused) {
            LOG.error("no timer can be had: what was to be done in {} ns is never done", delayNanos, refused);
            return once::cancel;
        }
    }

    private static Environment.Timer scheduled(Environment by, OnceTask task, long delayNanos) {
        Environment.Timer timer = by.schedule(task, delayNanos);
        return () -> {
            task.cancel();
            try {
                timer.cancel();
            } catch (RuntimeException | Error thrown) {
                LOG.debug("a timer throws when it is cancelled: {}", thrown.toString());
            }
        };
    }

    /**
     * Runs a task once, after a delay, by the environment's executor. If that has no thread to give, on the one of the
     * timers.
     */
    public Environment.Timer execute(Runnable task, long delayNanos) {
        return schedule(
                () -> new OnceTask(task).runBy(later -> environment.executor().execute(later)), delayNanos);
    }
}
