package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.Decision;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import java.util.function.Supplier;

/** Has its lease when its wait is over. */
record LeaseWait(FlowLease lease, Supplier<Standing> standing, Completion completion) implements DebtWait.Sleeper {

    @Override
    public void over(Outbox out) {
        try {
            lease.waited(standing.get());
        } finally {
            // Even if what it left can't be told: the lease is due.
            completion.decided(new Decision.Granted(lease), out);
        }
    }

    @Override
    public void closed(Outbox out) {
        try {
            lease.giveBackQuietly(out);
        } finally {
            completion.failed(new RepositoryClosedException(), out);
        }
    }

    @Override
    public void withdrawn(Outbox out) {
        lease.giveBackQuietly(out);
    }
}
