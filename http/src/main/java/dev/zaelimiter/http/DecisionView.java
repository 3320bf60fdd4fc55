package dev.zaelimiter.http;

import dev.zaelimiter.Lease;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a decision says to a client: its limits as they stood, and when to come back. Soft limits, which only count, are
 * left out. Immutable.
 */
final class DecisionView {

    private final List<LimitView> limits;
    private final String resource;
    private final boolean refused;
    private final boolean contended;
    private final long retryAfterMillis;

    private DecisionView(
            List<LimitView> limits, String resource, boolean refused, boolean contended, long retryAfterMillis) {
        this.limits = List.copyOf(limits);
        this.resource = resource;
        this.refused = refused;
        this.contended = contended;
        this.retryAfterMillis = retryAfterMillis;
    }

    /** What a granted request says: of no limit, if the store gave no answer, or if it was let past its limits. */
    static DecisionView of(Lease lease) {
        return granted(lease.entity(), lease.resource(), lease.statuses());
    }

    /** What these limits say of a request that they granted. */
    static DecisionView granted(String entity, String resource, List<LimitStatus> statuses) {
        return new DecisionView(views(entity, statuses), resource, false, false, 0);
    }

    /** What a refused request says. */
    static DecisionView of(Refusal refusal) {
        return new DecisionView(
                views(refusal.entity(), refusal.statuses()),
                refusal.resource(),
                true,
                refusal.contended() && refusal.violations().isEmpty(),
                refusal.retryAfter().map(wait -> wait.toMillis()).orElse(Times.NEVER));
    }

    private static List<LimitView> views(String entity, List<LimitStatus> statuses) {
        List<LimitView> views = new ArrayList<>(statuses.size());
        for (LimitStatus status : statuses) {
            if (!status.limit().soft()) {
                views.add(LimitView.of(status, !status.entity().equals(entity)));
            }
        }
        return views;
    }

    /** The limits that could have refused the request: the entity's first, then its parent's. */
    List<LimitView> limits() {
        return limits;
    }

    /** The resource that was asked for. */
    String resource() {
        return resource;
    }

    /** Whether nothing was taken. */
    boolean refused() {
        return refused;
    }

    /** Whether many wanted the last tokens, and no limit alone refused. */
    boolean contended() {
        return contended;
    }

    /** Milliseconds after which the request fits; {@link Times#NEVER} if it never does. */
    long retryAfterMillis() {
        return retryAfterMillis;
    }

    /** The same without the limits of the parent. */
    DecisionView withoutParent() {
        List<LimitView> own = new ArrayList<>(limits.size());
        for (LimitView limit : limits) {
            if (!limit.ofParent()) {
                own.add(limit);
            }
        }
        return new DecisionView(own, resource, refused, contended, retryAfterMillis);
    }

    /**
     * The limit that is nearest to its end: one that refused, otherwise the one with the least part of its capacity
     * left.
     */
    LimitView nearest() {
        LimitView nearest = limits.get(0);
        for (LimitView limit : limits) {
            if (isNearer(limit, nearest)) {
                nearest = limit;
            }
        }
        return nearest;
    }

    /** The one with the limit that is nearest to its end; empty if none of them shows a limit. */
    static Optional<DecisionView> nearest(List<DecisionView> views) {
        return views.stream()
                .filter(view -> !view.limits.isEmpty())
                .reduce((one, other) -> isNearer(other.nearest(), one.nearest()) ? other : one);
    }

    static boolean isNearer(LimitView one, LimitView other) {
        if (one.violated() != other.violated()) {
            return one.violated();
        }
        return one.violated() ? one.waitMillis() > other.waitMillis() : one.partLeft() < other.partLeft();
    }
}
