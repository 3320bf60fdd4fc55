package dev.zaelimiter.internal.engine;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Environment;
import dev.zaelimiter.RepositoryClosedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A caller whose tokens are taken, and who has them when the debt has come back: by refill, or sooner if somebody before
 * it gives tokens back. Until then it may go, or the repository may close; whoever comes first ends the wait.
 */
final class Wait implements Debtors.Waiter {

    private final Engine engine;
    private final Shutdown shutdown;
    private final BucketPipeline bucket;
    private final Completion completion;
    private final List<Debtors.Debt> debts;
    private @Nullable LeaseImpl lease;
    private Environment.@Nullable Timer timer;
    private long armedForNanos;

    Wait(Limiters limiters, BucketPipeline bucket, Completion completion, LeaseImpl lease, List<Debtors.Debt> debts) {
        this.engine = limiters.engine();
        this.shutdown = limiters.shutdown();
        this.bucket = bucket;
        this.completion = completion;
        this.lease = lease;
        this.debts = debts;
    }

    void begin(Outbox out) {
        shutdown.waits(this);
        debts.forEach(debt -> debt.tell(this));
        arm(out);
        if (ended()) {
            // By somebody who may have come before the first line.
            shutdown.waitsNoMore(this);
            debts.forEach(Debtors.Debt::leave);
        } else if (engine.closed()) {
            closed(out);
        }
    }

    @Override
    public void shortened(Outbox out) {
        arm(out);
    }

    /** Waits for what is left of the debts, and no longer than it already would. */
    private void arm(Outbox out) {
        long now = engine.environment().monotonicNanos();
        long delay = 0;
        for (Debtors.Debt debt : debts) {
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
            if (lease != null && (timer == null || end - armedForNanos < 0)) {
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
        return lease == null;
    }

    private void over(Outbox out) {
        LeaseImpl waited = end();
        if (waited != null) {
            completion.decided(new Decision.Granted(waited), out);
        }
    }

    /** The repository closes: nobody waits any longer. */
    void closed(Outbox out) {
        LeaseImpl waited = end();
        if (waited != null) {
            waited.giveBackQuietly();
            completion.failed(new RepositoryClosedException(), out);
        }
    }

    /** The caller has gone. */
    void withdraw() {
        LeaseImpl waited = end();
        if (waited != null) {
            waited.giveBackQuietly();
        }
    }

    /** The lease that is waited for, for the one who ends the wait; null for anybody else. */
    private @Nullable LeaseImpl end() {
        LeaseImpl waited;
        Environment.Timer running;
        synchronized (this) {
            waited = lease;
            running = timer;
            lease = null;
            timer = null;
        }
        if (waited != null) {
            shutdown.waitsNoMore(this);
            debts.forEach(Debtors.Debt::leave);
            if (running != null) {
                running.cancel();
            }
        }
        return waited;
    }
}
