package dev.zaelimiter.http.route;

import dev.zaelimiter.Lease;
import dev.zaelimiter.http.HeaderField;
import dev.zaelimiter.http.HttpAnswer;
import dev.zaelimiter.internal.guard.SafeLog;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Whether a request may pass. If so, the filter sends {@link #fields()} with whatever response there is, and says at
 * the end how it went: {@link #completed}, {@link #failed} or {@link #abandoned}, the first of which counts. If not, it
 * sends {@link #answer()} and is done.
 *
 * <p>Safe for use by many threads.
 */
public final class Passage {

    private static final SafeLog LOG = SafeLog.of(Passage.class);
    private static final Occurrences UNSETTLED = new Occurrences();

    /** Of requests that are not limited. */
    static final Passage FREE = new Passage(null, null, List.of(), null);

    private final @Nullable HttpAnswer answer;
    private final @Nullable NotingLease lease;
    private final List<HeaderField> fields;
    private final @Nullable LimitedRoute route;
    private final AtomicBoolean ended = new AtomicBoolean();

    private Passage(
            @Nullable HttpAnswer answer,
            @Nullable NotingLease lease,
            List<HeaderField> fields,
            @Nullable LimitedRoute route) {
        this.answer = answer;
        this.lease = lease;
        this.fields = fields;
        this.route = route;
    }

    static Passage refused(HttpAnswer answer) {
        return new Passage(answer, null, List.of(), null);
    }

    static Passage admitted(Lease lease, List<HeaderField> fields, LimitedRoute route) {
        return new Passage(null, new NotingLease(lease, route.takes().keySet()), fields, route);
    }

    /**
     * Whether the request may pass.
     *
     * @return false if {@link #answer()} is to be sent instead
     */
    public boolean admitted() {
        return answer == null;
    }

    /**
     * What is sent instead.
     *
     * @return the whole answer
     * @throws IllegalStateException if the request was admitted
     */
    public HttpAnswer answer() {
        if (answer == null) {
            throw new IllegalStateException("admitted: there is no answer");
        }
        return answer;
    }

    /**
     * What the response to an admitted request has to say of its limits.
     *
     * @return fields; none if it is not limited, or nothing is known
     */
    public List<HeaderField> fields() {
        return fields;
    }

    /**
     * What was taken, for handlers that settle or take more themselves. They don't end it.
     *
     * @return empty if the request is not limited
     */
    public Optional<Lease> lease() {
        return Optional.ofNullable(lease);
    }

    /**
     * The response is complete: what was really used is settled, and the rest kept or given back.
     *
     * @param result the response
     */
    public void completed(HttpResult result) {
        if (lease == null || route == null || !ended.compareAndSet(false, true)) {
            return;
        }
        boolean givesBack = false;
        try {
            settle(lease, route, result);
            givesBack = route.givesBack().test(result.status());
        } finally {
            end(lease, givesBack);
        }
    }

    /**
     * The handler failed, and something else will make the response: what it was really used for is not known, so what
     * nobody has settled is kept, or given back where the route says so of the status.
     *
     * @param status the status that this becomes, mostly 500
     */
    public void failed(int status) {
        if (lease != null && route != null && ended.compareAndSet(false, true)) {
            boolean givesBack = false;
            try {
                givesBack = route.givesBack().test(status);
            } finally {
                end(lease, givesBack);
            }
        }
    }

    /**
     * The client went away before it had all of the response. What was taken is kept: otherwise whoever hangs up early
     * would be served for nothing.
     */
    public void abandoned() {
        if (lease != null && ended.compareAndSet(false, true)) {
            end(lease, false);
        }
    }

    /** Nobody was told of this passage: all of it goes back. */
    void giveBack() {
        if (lease != null && ended.compareAndSet(false, true)) {
            lease.giveBackTheRest();
        }
    }

    /**
     * Whether {@link HttpResult#bytes()} will be asked for.
     *
     * @return false if the filter need not count
     */
    public boolean countsBytes() {
        return route != null && route.settlements().values().stream().anyMatch(Spent::countsBytes);
    }

    private static void end(NotingLease lease, boolean givesBack) {
        if (givesBack) {
            lease.giveBackTheRest();
        } else {
            lease.close();
        }
    }

    private static void settle(NotingLease lease, LimitedRoute route, HttpResult result) {
        for (Map.Entry<String, Spent> settlement : route.settlements().entrySet()) {
            try {
                OptionalLong total = settlement.getValue().of(result);
                if (total.isPresent()) {
                    lease.settle(settlement.getKey(), total.getAsLong());
                } else {
                    LOG.debug("a response does not say what it spent of {}", settlement.getKey());
                }
            } catch (RuntimeException e) {
                // The estimate stands: a response that was made must not fail because of its bill.
                if (UNSETTLED.isWorthTelling()) {
                    LOG.warn("what a response spent of {} can't be settled", settlement.getKey(), e);
                }
            }
        }
    }
}
