package dev.zaelimiter.internal.engine;

import dev.zaelimiter.Decision;
import dev.zaelimiter.RepositoryClosedException;

/** Has its lease when its wait is over. */
record LeaseWait(LeaseImpl lease, Completion completion) implements Wait.Sleeper {

    @Override
    public void over(Outbox out) {
        completion.decided(new Decision.Granted(lease), out);
    }

    @Override
    public void closed(Outbox out) {
        lease.giveBackQuietly();
        completion.failed(new RepositoryClosedException(), out);
    }

    @Override
    public void withdrawn() {
        lease.giveBackQuietly();
    }
}
