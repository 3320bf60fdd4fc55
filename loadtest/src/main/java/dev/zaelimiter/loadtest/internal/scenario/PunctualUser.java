package dev.zaelimiter.loadtest.internal.scenario;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.loadtest.LoadUser;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A user who can be told when a request was due, and times it from then. */
public interface PunctualUser extends LoadUser {

    /**
     * As {@link #acquire}, with the time that it is late.
     *
     * @param request what to take
     * @param dueNanos when, monotonic; not in the future
     * @return as there
     */
    CompletionStage<@Nullable Lease> acquireDue(AcquireRequest request, long dueNanos);
}
