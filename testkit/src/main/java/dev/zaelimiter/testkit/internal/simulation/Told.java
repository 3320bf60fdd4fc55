package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Access;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.ResourceDisabledException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.UnknownLimitException;
import dev.zaelimiter.store.StoreException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Whether callers are told what is so: a refusal names a limit that is violated, or that there were too many writers,
 * and a time to come back that is not at once; who has no limits, or is disabled, hears that, and nobody else does.
 */
final class Told {

    private final Scenario scenario;
    private final Oracle oracle;

    Told(Scenario scenario, Oracle oracle) {
        this.scenario = scenario;
        this.oracle = oracle;
    }

    /** A request was refused. */
    void refused(Object asked, Refusal refusal) {
        if (refusal.violations().isEmpty() && !refusal.contended()) {
            oracle.violated("no-reason", asked + " was refused, and no limit is violated: " + refusal);
        }
        if (refusal.everFits() && refusal.retryAfter().orElse(Duration.ZERO).isZero()) {
            oracle.violated("no-time", asked + " was refused, and may come back at once: " + refusal);
        }
        refusal.violations().forEach(status -> {
            if (status.everFits() && status.retryAfter().orElse(Duration.ZERO).isZero()) {
                oracle.violated("no-time", asked + " was refused by " + status + ", and may come back at once");
            }
            // What is left of a budget may be less than ever comes back.
            if (!status.everFits()
                    && !status.limit().isBudget()
                    && status.requested() <= status.limit().capacity()) {
                oracle.violated("fits-never", asked + " can never fit " + status + ", though it is no more than fits");
            }
        });
    }

    /** By whom a request was refused: not by those who are let through. */
    void refusedBy(Asked asked, Refusal refusal) {
        if (scenario.operations == 0) {
            return;
        }
        Notes notes = oracle.notes();
        refusal.statuses().forEach(status -> {
            boolean binds = status.exceeded() || !status.everFits();
            if (binds
                    && notes.entities().contains(status.entity())
                    && notes.switches(status.entity(), asked).equals(Set.of(Access.BYPASS))) {
                oracle.violated("bypassed-refuses", asked + " was refused by one that is let through: " + status);
            }
        });
    }

    /** A request was granted. */
    void granted(Asked asked, boolean degraded) {
        if (scenario.operations == 0 || degraded) {
            return;
        }
        Notes notes = oracle.notes();
        Set<Access> access = notes.switches(asked.entity, asked);
        if (access.equals(Set.of(Access.DISABLED))) {
            oracle.violated("disabled", asked + " was granted, though it is disabled");
        }
        if (!access.contains(Access.BYPASS)
                && !asked.brings
                && notes.limited(asked.entity, asked).equals(Set.of(false))) {
            oracle.violated("no-limits", asked + " was granted, though no limit is stored any more");
        }
    }

    /** A request failed. Whether it was told the truth. */
    boolean rightly(Asked asked, Throwable failure) {
        if (failure instanceof RateLimiterUnavailableException) {
            return true;
        }
        if (failure instanceof RepositoryClosedException) {
            return asked.closing;
        }
        if (failure instanceof StoreFailureException) {
            return scenario.denials > 0 && failure.getCause() instanceof StoreException.Denied;
        }
        if (scenario.operations == 0) {
            return false;
        }
        Notes notes = oracle.notes();
        for (String entity : family(asked)) {
            if (failure instanceof NoLimitsException
                    && notes.limited(entity, asked).contains(false)) {
                return true;
            }
            // It was removed, and then forgotten when all that was stored there was deleted.
            if (failure instanceof UnknownLimitException
                    && asked.amounts.keySet().stream()
                            .anyMatch(limit -> notes.mayBeTakenForRemoved(asked.buckets.get(0), limit, asked))) {
                return true;
            }
            if (failure instanceof ResourceDisabledException
                    && notes.switches(entity, asked).contains(Access.DISABLED)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a write counts what was used of a bucket that is let through, and takes nothing. */
    boolean onlyCounts(Sent sent, String bucket) {
        // What was let through once is settled later, too.
        return scenario.operations > 0
                && Written.countsAlone(sent.write())
                // A take of just what came back leaves the balance, too.
                && !Written.sets(sent.write(), "rf")
                && oracle.notes().everBypassed(KeyReader.entity(bucket));
    }

    private Set<String> family(Asked asked) {
        Set<String> family = new TreeSet<>(oracle.notes().parents(asked));
        family.remove(Notes.NOBODY);
        family.add(asked.entity);
        return family;
    }

    /** Whether it is known that a request takes from a bucket; null if that is not to be said. */
    @Nullable
    Boolean charged(Asked asked, String bucket) {
        if (scenario.operations == 0) {
            return true;
        }
        Notes notes = oracle.notes();
        String entity = KeyReader.entity(bucket);
        if (notes.switches(entity, asked).contains(Access.BYPASS)
                || notes.limited(entity, asked).contains(false)) {
            return null;
        }
        if (entity.equals(asked.entity)) {
            return true;
        }
        Set<String> parents = notes.parents(asked);
        boolean may = parents.contains(entity);
        if (may && parents.size() > 1) {
            return null;
        }
        return may;
    }
}
