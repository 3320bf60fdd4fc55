package dev.zaelimiter.spring.boot;

import dev.zaelimiter.Environment;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.manifest.Applied;
import dev.zaelimiter.admin.manifest.LevelDiff;
import dev.zaelimiter.admin.manifest.Manifest;
import dev.zaelimiter.admin.manifest.ManifestPlan;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.store.StoreException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Makes what is stored as the application declares it, by the same plan and apply as the command line; or checks that
 * it is so. Nobody answers questions at a start, so what the command line asks about is a setting here, and off.
 */
final class LimitsAtStart {

    private static final SafeLog LOG = SafeLog.named("dev.zaelimiter.spring");

    /** Many instances may start at the same moment, and one of them applies at a time. */
    private static final int MOST_TRIES = 20;

    private static final long LEAST_PAUSE_NANOS = 20_000_000;
    private static final long MORE_PAUSE_NANOS = 200_000_000;

    private final Administration admin;
    private final ZaeLimiterProperties.Limits settings;
    private final Environment environment;

    LimitsAtStart(LimitRepository repository, ZaeLimiterProperties.Limits settings, Environment environment) {
        this.admin = Administration.of(repository);
        this.settings = settings;
        this.environment = environment;
    }

    void make(Manifest manifest) {
        for (int tries = 1; !attempt(manifest); tries++) {
            if (tries == MOST_TRIES) {
                throw new LimitsAtStartException(
                        "The declared limits could not be applied: in " + MOST_TRIES
                                + " tries somebody else was changing them.",
                        "See who changes them, with 'zae-limiter audit', and start again.");
            }
            long pause = LEAST_PAUSE_NANOS + environment.random().nextLong(MORE_PAUSE_NANOS);
            environment.await(new CompletableFuture<>(), pause);
        }
    }

    /** False if somebody else changed them meanwhile. */
    private boolean attempt(Manifest manifest) {
        ManifestPlan plan = admin.declared().plan(manifest);
        if (settings.mode() == ZaeLimiterProperties.Limits.Mode.CHECK) {
            check(plan);
            return true;
        }
        requireAllowed(plan);
        try {
            Applied applied =
                    admin.declared().apply(plan, done -> LOG.info("limits of {}: {}", done.level(), done.action()));
            return applied.complete();
        } catch (StoreFailureException failure) {
            if (failure.getCause() instanceof StoreException.Conflict) {
                return false;
            }
            throw failure;
        }
    }

    private static void check(ManifestPlan plan) {
        if (!plan.changes().isEmpty()) {
            throw new LimitsAtStartException(
                    "The limits that are stored are not those that are declared: " + String.join("; ", plan.lines())
                            + ".",
                    "Apply them, with 'zae-limiter limits apply' or zae.limiter.limits.mode=apply, or change the"
                            + " declaration.");
        }
    }

    private void requireAllowed(ManifestPlan plan) {
        if (plan.count(LevelDiff.Action.DELETE) > 0 && !settings.allowDeletions()) {
            throw new LimitsAtStartException(
                    "Applying the declared limits would delete limits that were declared before: "
                            + String.join("; ", plan.lines()) + ".",
                    "Set zae.limiter.limits.allow-deletions=true if that is meant. If another application declares limits"
                            + " in this namespace, each needs a namespace of its own.");
        }
        Optional<String> least = plan.needsNewClients() ? admin.leastClientToBeRaised() : Optional.empty();
        if (least.isPresent() && !settings.allowLockingOut()) {
            throw new LimitsAtStartException(
                    "Applying the declared limits would lock out clients of the Python system before " + least.get()
                            + ", for good.",
                    "Set zae.limiter.limits.allow-locking-out=true if that is meant.");
        }
    }
}
