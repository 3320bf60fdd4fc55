package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.DebtQueue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A caller whose tokens are taken, and who has them when the debt has come back: by refill, or sooner if somebody
 * before it gives tokens back. Until then it may go, or the repository may close; whoever comes first ends the wait.
 */
final class DebtWait implements DebtQueue.Waiter, Shutdown.Waiting {

    private final Engine engine;
    private final Shutdown shutdown;
    private final BucketPipeline bucket;
    private final List<DebtQueue.Debt> debts;
    private @Nullable Sleeper sleeper;
    private Environment.@Nullable Timer timer;
    private long armedForNanos;

    DebtWait(Engine engine, Shutdown shutdown, BucketPipeline bucket, Sleeper sleeper, List<DebtQueue.Debt> debts) {
        this.engine = engine;
        this.shutdown = shutdown;
        this.bucket = bucket;
        this.sleeper = sleeper;
        this.debts = debts;
    }

    /** Who waits. One of these is called, once. */
    interface Sleeper {
        /** The debt has come back. */
        void over(Outbox out);

        /** The repository closes: nobody waits any longer. */
        void closed(Outbox out);

        /** The caller has gone. */
        void withdrawn(Outbox out);
    }

    void begin(Outbox out) {
        shutdown.waits(this);
        debts.forEach(debt -> debt.tell(this));
        try {
            arm(out);
        } finally {
            if (ended()) {
                // By somebody who may have come before the first line.
                shutdown.waitsNoMore(this);
                debts.forEach(DebtQueue.Debt::leave);
            }
        }
        if (engine.closed()) {
            closed(out);
        }
    }

    @Override
    public void shortened(Outbox out) {
        try {
            arm(out);
        } catch (RuntimeException | Error thrown) {
            // It ends as late as it would have, and others wait behind it.
            engine.telemetry().fault(thrown);
        }
    }

    /** Waits for what is left of the debts, and no longer than it already would. */
    private void arm(Outbox out) {
        long now = engine.environment().monotonicNanos();
        long delay = 0;
        for (DebtQueue.Debt debt : debts) {
            delay = Math.max(delay, debt.remainingNanos(now));
        }
        if (delay <= 0) {
            over(out);
            return;
        }
        long end = now + delay;
        Environment.Timer next = engine.later(() -> bucket.enter(this::over), delay);
        Environment.Timer useless = next;
        synchronized (this) {
            if (sleeper != null && (timer == null || end - armedForNanos < 0)) {
                useless = timer;
                timer = next;
                armedForNanos = end;
            }
        }
        if (useless != null) {
            useless.cancel();
        }
    }

    private synchronized boolean ended() {
        return sleeper == null;
    }

    private void over(Outbox out) {
        Sleeper waited = end();
        if (waited != null) {
            waited.over(out);
        }
    }

    @Override
    public void closed(Outbox out) {
        Sleeper waited = end();
        if (waited != null) {
            waited.closed(out);
        }
    }

    /** The caller has gone. False if the wait had ended before: then whoever ended it has told the one who waited. */
    boolean withdraw(Outbox out) {
        Sleeper waited = end();
        if (waited != null) {
            waited.withdrawn(out);
        }
        return waited != null;
    }

    /** Who waits, for the one who ends the wait; null for anybody else. */
    private @Nullable Sleeper end() {
        Sleeper waited;
        Environment.Timer running;
        synchronized (this) {
            waited = sleeper;
            running = timer;
            sleeper = null;
            timer = null;
        }
        if (waited != null) {
            shutdown.waitsNoMore(this);
            debts.forEach(DebtQueue.Debt::leave);
            if (running != null) {
                running.cancel();
            }
        }
        return waited;
    }
}
