package dev.zaelimiter.internal.engine;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Environment;
import dev.zaelimiter.RepositoryClosedException;
import org.jspecify.annotations.Nullable;

/**
 * A caller whose tokens are taken, and who has them when the debt has come back. Until then it may go, or the repository
 * may close; whoever comes first ends the wait.
 */
final class Wait {

    private final Engine engine;
    private final BucketPipeline bucket;
    private final Completion completion;
    private @Nullable LeaseImpl lease;
    private Environment.@Nullable Timer timer;

    Wait(Engine engine, BucketPipeline bucket, Completion completion, LeaseImpl lease) {
        this.engine = engine;
        this.bucket = bucket;
        this.completion = completion;
        this.lease = lease;
    }

    void begin(long millis, Outbox out) {
        engine.shutdown().waits(this);
        Environment.Timer started = engine.later(() -> bucket.enter(this::over), millis * 1_000_000);
        boolean ended;
        synchronized (this) {
            timer = started;
            ended = lease == null;
        }
        if (ended) {
            started.cancel();
            engine.shutdown().waitsNoMore(this);
        } else if (engine.closed()) {
            closed(out);
        }
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
            engine.shutdown().waitsNoMore(this);
            if (running != null) {
                running.cancel();
            }
        }
        return waited;
    }
}
